// The fingers and keys of a phone that are down, as far as this host has put them there.
#pragma once

#include "device/held_inputs.hpp"
#include "device/hid/report.hpp"

#include <functional>
#include <map>

namespace thimble::device::hid {

/// A value that outlives the connections to its phone: whatever is left down by one is lifted
/// through the next. What may have reached the phone counts as down, and as lifted what was sent,
/// unless that is doubted afterwards.
class held_input {
public:
    held_input() = default;

    /// With what an earlier process has left down.
    explicit held_input(const held_inputs& before);

    /// Has `then` called with all that is down, after each change and before what changes it is
    /// sent. A contact whose place is a secret is told of in the middle of the panel.
    void on_change(std::function<void(const held_inputs& now)> then) { changed_ = std::move(then); }

    /// Before a report is sent.
    void expect(const report& what);

    /// The phone has dropped the end of a plan: all that it puts down counts as down until it is
    /// lifted, before the next plan or through the next connection.
    void expect_all_of(const report_plan& what);

    /// After it was sent. What it has lifted is remembered until it is confirmed or doubted.
    void told(const report& what);

    /// All that was sent has had time to arrive.
    void confirm();

    /// A lift that was not confirmed may have been lost on its way: its input counts as down again.
    void doubt();

    bool empty() const { return contacts_.empty() && keys_.none(); }

    /// The reports that lift all of it, each finger where it is.
    std::vector<report> release() const;

private:
    struct placed {
        panel_place where;
        bool secret = false;
    };
    using contacts = std::map<std::uint8_t, placed>; // by identity

    void count_down(const report& what);
    void tell_change() const;

    contacts contacts_;
    std::bitset<key_usages> keys_;
    contacts lifted_contacts_; // and not confirmed
    std::bitset<key_usages> lifted_keys_;
    std::function<void(const held_inputs& now)> changed_;
};

/// Lifts all that the plan puts down, at once. Nothing happens to what is up already.
report_plan lifting_of(const report_plan& what);

/// True where all comes down with the first report and rests until it is lifted: of such a plan the
/// lifting is all that can be lost on the way.
bool only_holds(const report_plan& what);

} // namespace thimble::device::hid
