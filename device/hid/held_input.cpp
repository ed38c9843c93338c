#include "device/hid/held_input.hpp"

#include <utility>

namespace thimble::device::hid {

void held_input::expect(const report& what)
{
    if (const auto* keys = std::get_if<key_frame>(&what)) {
        keys_ |= keys->down;
        return;
    }
    for (const auto& each : std::get<touch_frame>(what).contacts)
        if (each.touching)
            contacts_.insert_or_assign(each.identity, each.where);
}

void held_input::told(const report& what)
{
    if (const auto* keys = std::get_if<key_frame>(&what)) {
        keys_ = keys->down;
        return;
    }
    contacts_.clear();
    expect(what);
}

std::vector<report> held_input::release() const
{
    std::vector<report> reports;
    touch_frame lifted;
    for (const auto& [identity, where] : contacts_)
        lifted.contacts.push_back({.identity = identity, .touching = false, .where = where});
    if (!lifted.contacts.empty())
        reports.emplace_back(std::move(lifted));
    if (keys_.any())
        reports.emplace_back(key_frame());
    return reports;
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
