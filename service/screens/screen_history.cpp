#include "service/screens/screen_history.hpp"

#include "text/uuid.hpp"

#include <algorithm>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

namespace thimble::service {

namespace {

constexpr std::size_t most_whole = 8;
constexpr std::size_t most_partial = 32;
constexpr std::size_t phone_bytes = 1UL * 1024 * 1024; // of one phone, unless one screen has more

/// Letters and figures that nobody takes for one another.
std::string random_prefix()
{
    constexpr std::string_view letters = "abcdefghjkmnpqrstvwxyz";
    constexpr int length = 4;
    std::random_device source;
    std::uniform_int_distribution<std::size_t> any(0, letters.size() - 1);
    std::string out;
    for (int at = 0; at < length; ++at)
        out += letters[any(source)];
    return out;
}

std::string identity_in(const shown_element& one)
{
    return one.type + '\n' + one.identifier + '\n' + (one.unnamed ? std::string() : one.label);
}

bool is_named(const shown_element& one)
{
    return !one.unnamed || !one.identifier.empty();
}

bool same_place(const shown_element& one, const shown_element& other)
{
    return one.x == other.x && one.y == other.y && one.width == other.width &&
           one.height == other.height;
}

using same_ones = std::unordered_map<std::string, std::vector<const shown_element*>>;

same_ones by_identity(const std::vector<shown_element>& all)
{
    same_ones out;
    for (const auto& each : all)
        out[identity_in(each)].push_back(&each);
    return out;
}

/// The element of a former screen that this one is; it is taken, so that no other is the same one.
/// Nothing where none is for certain.
const shown_element* take_same(const shown_element& one, bool alone, same_ones& known)
{
    const auto found = known.find(identity_in(one));
    if (found == known.end())
        return nullptr;
    auto& alike = found->second;
    if (alone && alike.size() == 1 && is_named(one) && one.unique && alike.front() != nullptr &&
        alike.front()->unique)
        return std::exchange(alike.front(), nullptr);
    for (const auto*& each : alike)
        if (each != nullptr && same_place(*each, one))
            return std::exchange(each, nullptr);
    return nullptr;
}

} // namespace

screen_history::screen_history() : prefix_(random_prefix()) {}

std::string screen_history::next_ref()
{
    return prefix_ + std::to_string(++refs_);
}

/// Those of the last whole screen, and of what was looked for since.
void screen_history::give_refs(shown_screen& to)
{
    same_ones known;
    if (!whole_.empty() && whole_.back().what.app == to.app)
        known = by_identity(whole_.back().what.elements);
    for (const auto& each : partial_)
        if ((whole_.empty() || each.number > whole_.back().number) && each.what.app == to.app)
            known[identity_in(each.what.elements.front())] = {&each.what.elements.front()};
    std::unordered_map<std::string, int> counts;
    for (const auto& each : to.elements)
        ++counts[identity_in(each)];
    for (auto& each : to.elements) {
        const auto* same = take_same(each, counts.at(identity_in(each)) == 1, known);
        each.ref = same != nullptr ? same->ref : next_ref();
    }
}

const screen_history::kept_screen&
screen_history::keep(std::deque<kept_screen>& in, shown_screen what, const reading_mark& read)
{
    const auto bytes = what.bytes();
    bytes_ += bytes;
    in.push_back({.what = std::move(what), .read = read, .number = ++screens_, .bytes = bytes});
    while (whole_.size() > most_whole || (bytes_ > phone_bytes && whole_.size() > 1))
        forget_oldest();
    while (partial_.size() > most_partial) {
        bytes_ -= partial_.front().bytes;
        partial_.pop_front();
    }
    return in.back();
}

const shown_screen& screen_history::remember(shown_screen what, const reading_mark& read)
{
    what.frame_id = random_uuid();
    give_refs(what);
    return keep(whole_, std::move(what), read).what;
}

std::string screen_history::remember(shown_element what,
                                     const link::coordinate_space& space,
                                     const std::string& app,
                                     const reading_mark& read)
{
    shown_screen holder;
    holder.space = space;
    holder.app = app;
    holder.elements.push_back(std::move(what));
    give_refs(holder);
    return keep(partial_, std::move(holder), read).what.elements.front().ref;
}

void screen_history::adopt(shown_screen what, moment read_at)
{
    keep(whole_, std::move(what), {.inputs = 0, .quiet = false});
    whole_.back().read_at = read_at;
}

void screen_history::adopt(shown_element what,
                           const link::coordinate_space& space,
                           const std::string& app)
{
    shown_screen holder;
    holder.space = space;
    holder.app = app;
    holder.elements.push_back(std::move(what));
    keep(partial_, std::move(holder), {.inputs = 0, .quiet = false});
}

bool screen_history::forget_oldest()
{
    if (whole_.size() < 2)
        return false;
    bytes_ -= whole_.front().bytes;
    whole_.pop_front();
    return true;
}

const shown_screen* screen_history::find(std::string_view frame_id) const
{
    const auto found = std::ranges::find(whole_, frame_id, [](const kept_screen& each) {
        return std::string_view(each.what.frame_id);
    });
    return found == whole_.end() ? nullptr : &found->what;
}

const shown_screen* screen_history::before(std::string_view frame_id) const
{
    for (std::size_t at = 1; at < whole_.size(); ++at)
        if (whole_[at].what.frame_id == frame_id)
            return &whole_[at - 1].what;
    return nullptr;
}

const screen_history::kept_screen* screen_history::newest_with(std::string_view ref,
                                                               const shown_element*& found) const
{
    const kept_screen* newest = nullptr;
    for (const auto* part : {&whole_, &partial_})
        for (const auto& each : *part) {
            if (newest != nullptr && newest->number > each.number)
                continue;
            const auto at = std::ranges::find(each.what.elements, ref, &shown_element::ref);
            if (at == each.what.elements.end())
                continue;
            newest = &each;
            found = &*at;
        }
    return newest;
}

std::optional<ref_target> screen_history::find_ref(std::string_view ref) const
{
    const shown_element* found = nullptr;
    const kept_screen* on = newest_with(ref, found);
    if (on == nullptr)
        return std::nullopt;
    return ref_target{.what = found,
                      .space = on->what.space,
                      .app = on->what.app,
                      .read = on->read,
                      .newest = whole_.empty() || on->number >= whole_.back().number};
}

screen_change difference(const shown_screen& from, const shown_screen& to)
{
    std::unordered_map<std::string_view, const shown_element*> known;
    for (const auto& each : from.elements)
        known.emplace(each.ref, &each);
    screen_change out;
    for (const auto& each : to.elements) {
        const auto before = known.find(each.ref);
        if (before == known.end()) {
            out.added.push_back(&each);
            continue;
        }
        if (!each.shows_the_same_as(*before->second))
            out.changed.push_back(&each);
        known.erase(before);
    }
    for (const auto& each : from.elements) // in their order
        if (known.contains(each.ref))
            out.gone.push_back(each.ref);
    return out;
}

} // namespace thimble::service
