#include "device/hid/held_input.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace thimble::device::hid {

namespace {

constexpr panel_place middle_of_panel{.x = 32'768, .y = 32'768};

} // namespace

held_input::held_input(const held_inputs& before)
{
    for (const auto& each : before.contacts)
        contacts_.insert_or_assign(each.identity, placed{.where = {.x = each.x, .y = each.y}});
    if (before.keys)
        keys_.set(); // whichever they are, one report lifts them all
}

void held_input::expect(const report& what)
{
    count_down(what);
    tell_change();
}

void held_input::expect_all_of(const report_plan& what)
{
    for (const auto& each : what)
        count_down(each.what);
    tell_change();
}

void held_input::count_down(const report& what)
{
    if (const auto* keys = std::get_if<key_frame>(&what)) {
        keys_ |= keys->down;
        return;
    }
    for (const auto& each : std::get<touch_frame>(what).contacts)
        if (each.touching)
            contacts_.insert_or_assign(each.identity,
                                       placed{.where = each.where, .secret = each.secret});
}

void held_input::told(const report& what)
{
    if (const auto* keys = std::get_if<key_frame>(&what)) {
        lifted_keys_ |= keys_;
        lifted_keys_ &= ~keys->down;
        keys_ = keys->down;
        return tell_change();
    }
    for (const auto& [identity, down] : std::exchange(contacts_, {}))
        lifted_contacts_.insert_or_assign(identity, down);
    count_down(what);
    for (const auto& [identity, down] : contacts_)
        lifted_contacts_.erase(identity);
    tell_change();
}

void held_input::confirm()
{
    lifted_contacts_.clear();
    lifted_keys_.reset();
}

void held_input::doubt()
{
    contacts_.merge(std::exchange(lifted_contacts_, {}));
    keys_ |= std::exchange(lifted_keys_, {});
    tell_change();
}

void held_input::tell_change() const
{
    if (!changed_)
        return;
    held_inputs now{.keys = keys_.any()};
    for (const auto& [identity, down] : contacts_) {
        const auto where = down.secret ? middle_of_panel : down.where;
        now.contacts.push_back({.identity = identity, .x = where.x, .y = where.y});
    }
    changed_(now);
}

std::vector<report> held_input::release() const
{
    std::vector<report> reports;
    touch_frame lifted;
    for (const auto& [identity, down] : contacts_)
        lifted.contacts.push_back({.identity = identity, .touching = false, .where = down.where});
    if (!lifted.contacts.empty())
        reports.emplace_back(std::move(lifted));
    if (keys_.any())
        reports.emplace_back(key_frame());
    return reports;
}

namespace {

bool is_down_in(const report& what, const contact_state& contact)
{
    const auto* frame = std::get_if<touch_frame>(&what);
    return frame != nullptr && std::ranges::find(frame->contacts, contact) != frame->contacts.end();
}

/// All that is down was so before, at the same place.
bool adds_nothing(const timed_report& before, const timed_report& next)
{
    if (const auto* keys = std::get_if<key_frame>(&next.what)) {
        const auto* held = std::get_if<key_frame>(&before.what);
        return held != nullptr && (keys->down & ~held->down).none();
    }
    return std::ranges::all_of(std::get<touch_frame>(next.what).contacts, [&](const auto& each) {
        return !each.touching || is_down_in(before.what, each);
    });
}

} // namespace

bool only_holds(const report_plan& what)
{
    return std::ranges::adjacent_find(what, std::not_fn(adds_nothing)) == what.end();
}

report_plan lifting_of(const report_plan& what)
{
    held_input down;
    for (const auto& each : what)
        down.expect(each.what);
    report_plan lifted;
    for (auto& each : down.release())
        lifted.push_back({.at = {}, .what = std::move(each)});
    return lifted;
}

} // namespace thimble::device::hid
