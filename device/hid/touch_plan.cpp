#include "device/hid/touch_plan.hpp"

#include "device/hid/placement.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>
#include <vector>

namespace thimble::device::hid {

namespace {

using std::chrono::nanoseconds;

/// A contact of the path with the identity that it has on the touchscreen.
struct finger {
    const gesture::contact* samples = nullptr;
    std::uint8_t identity = 0;

    nanoseconds begin() const { return samples->samples.front().at; }
    nanoseconds end() const { return samples->samples.back().at; }
};

/// Both ends count: a finger that is just lifted is in the frame of the next one.
std::size_t most_at_once(const gesture::touch_path& path)
{
    std::size_t most = 0;
    for (const auto& one : path.contacts) {
        const auto at = one.samples.front().at;
        const auto down = std::ranges::count_if(path.contacts, [&](const auto& other) {
            return other.samples.front().at <= at && at <= other.samples.back().at;
        });
        most = std::max(most, static_cast<std::size_t>(down));
    }
    return most;
}

/// A single finger is number 2 and a pair 1 and 2, as Apple's own host numbers them.
std::uint8_t first_identity(std::size_t fingers)
{
    if (fingers <= 1)
        return 2;
    return fingers <= 4 ? 1 : 0;
}

/// Each finger has the first number that nobody has beside it.
std::vector<finger> numbered(const gesture::touch_path& path)
{
    std::vector<finger> fingers;
    for (const auto& each : path.contacts)
        fingers.push_back({.samples = &each});
    std::ranges::sort(fingers, {}, [](const finger& each) {
        return std::pair(each.begin(), each.samples); // in the order of the path
    });
    std::array<nanoseconds, most_contacts> taken_until{};
    taken_until.fill(nanoseconds(-1));
    const auto first = first_identity(most_at_once(path));
    for (auto& each : fingers) {
        each.identity = first;
        while (taken_until.at(each.identity) >= each.begin())
            ++each.identity;
        taken_until.at(each.identity) = each.end();
    }
    std::ranges::sort(fingers, {}, &finger::identity);
    return fingers;
}

/// The moments after `from` up to `to`, evenly, about `step` apart.
void add_steps(std::set<nanoseconds>& to, const gesture::sample& from, const gesture::sample& next)
{
    const nanoseconds time = next.at - from.at;
    const nanoseconds step = from.where == next.where ? resting_step : moving_step;
    const auto steps = std::max<std::int64_t>(1, (time + (step / 2)) / step);
    for (std::int64_t i = 1; i <= steps; ++i)
        to.insert(from.at + (time * i / steps));
}

std::set<nanoseconds> moments_of(const gesture::touch_path& path)
{
    std::set<nanoseconds> moments;
    for (const auto& each : path.contacts) {
        moments.insert(each.samples.front().at);
        for (std::size_t i = 1; i < each.samples.size(); ++i)
            add_steps(moments, each.samples[i - 1], each.samples[i]);
    }
    return moments;
}

/// Where the finger is at a moment within its time.
gesture::point place_at(const gesture::contact& finger, nanoseconds at)
{
    const auto& samples = finger.samples;
    const auto next = std::ranges::upper_bound(
        samples, at, {}, [](const gesture::sample& each) { return nanoseconds(each.at); });
    if (next == samples.begin() || next == samples.end())
        return next == samples.end() ? samples.back().where : samples.front().where;
    const auto& from = *(next - 1);
    const std::chrono::duration<double> passed = at - from.at;
    const double part = passed / std::chrono::duration<double>(next->at - from.at);
    return {.x = from.where.x + (part * (next->where.x - from.where.x)),
            .y = from.where.y + (part * (next->where.y - from.where.y))};
}

/// Fingers that touch no longer than a moment need a second frame for their being lifted.
class frames_of_moment {
public:
    frames_of_moment(const std::vector<finger>& fingers, const placement& places, nanoseconds at)
    {
        for (const auto& each : fingers)
            if (each.begin() <= at && at <= each.end())
                add(each, places.of(place_at(*each.samples, at)), at);
    }

    void append_to(report_plan& plan, nanoseconds at)
    {
        if (!first_.contacts.empty())
            plan.push_back({.at = at, .what = std::move(first_)});
        if (brief_)
            plan.push_back({.at = at, .what = std::move(second_)});
    }

private:
    void add(const finger& each, panel_place where, nanoseconds at)
    {
        const bool ends = each.end() == at;
        const bool brief = ends && each.begin() == at;
        first_.contacts.push_back(
            {.identity = each.identity, .touching = !ends || brief, .where = where});
        if (!ends || brief)
            second_.contacts.push_back(
                {.identity = each.identity, .touching = !ends, .where = where});
        brief_ |= brief;
    }

    touch_frame first_;
    touch_frame second_;
    bool brief_ = false;
};

failure cannot_be_played(std::string why)
{
    return {.what = problem::unsupported, .message = std::move(why), .cause = {}};
}

result<void> check(const gesture::touch_path& path, const screen::interface& shown)
{
    if (!(shown.size.width > 0) || !(shown.size.height > 0))
        return std::unexpected(cannot_be_played("The size of the phone's interface is not known."));
    if (std::ranges::any_of(path.contacts, [](const auto& each) { return each.samples.empty(); }))
        return std::unexpected(cannot_be_played("A finger of the gesture is nowhere."));
    if (most_at_once(path) > most_contacts)
        return std::unexpected(
            cannot_be_played("The phone's touchscreen tells at most five fingers apart."));
    if (path.duration() > longest_touch)
        return std::unexpected(cannot_be_played("A gesture takes ten minutes at most."));
    return {};
}

} // namespace

result<report_plan> plan_of(gesture::touch_path path, const screen::interface& shown)
{
    if (auto checked = check(path, shown); !checked)
        return std::unexpected(std::move(checked.error()));
    path = begun_at_the_edge(std::move(path), shown.size);
    const auto fingers = numbered(path);
    const placement places(shown);
    report_plan plan;
    for (const auto at : moments_of(path))
        frames_of_moment(fingers, places, at).append_to(plan, at);
    return plan;
}

} // namespace thimble::device::hid
