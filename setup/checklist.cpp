#include "setup/checklist.hpp"

#include "setup/step_texts.hpp"
#include "text/enum_words.hpp"

#include <boost/mp11/algorithm.hpp>

#include <algorithm>
#include <array>
#include <charconv>

namespace thimble::setup {
namespace {

constexpr int first_with_developer_mode = 16;
constexpr int first_with_own_services = 17; // for a computer's use; 17.4, to be exact

/// 17 for "17.5.1"; 0 where it is not known.
int major_release(std::string_view version)
{
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major;
}

/// The step that ends a blocker.
struct ending {
    std::string_view blocker;
    step_code by;
};

constexpr std::array endings{
    ending{.blocker = "USBMUXD_NOT_RUNNING", .by = step_code::cable},
    ending{.blocker = "USB_PERMISSION", .by = step_code::cable},
    ending{.blocker = "LOCKED", .by = step_code::unlock},
    ending{.blocker = "NOT_TRUSTED", .by = step_code::trust},
    ending{.blocker = "TRUST_PENDING", .by = step_code::trust},
    ending{.blocker = "TRUST_DENIED", .by = step_code::trust},
    ending{.blocker = "DEVELOPER_MODE_OFF", .by = step_code::developer_mode},
    ending{.blocker = "DEVELOPER_IMAGE_MISSING", .by = step_code::developer_image},
    ending{.blocker = "IOS_TOO_OLD", .by = step_code::without_runner},
    ending{.blocker = "DRIVER_NOT_INSTALLED", .by = step_code::runner_installed},
    ending{.blocker = "DRIVER_TOO_OLD", .by = step_code::runner_installed},
    ending{.blocker = "UI_AUTOMATION_PASSCODE", .by = step_code::ui_automation},
    ending{.blocker = "DRIVER_NOT_AUTHORIZED", .by = step_code::runner_started},
};

/// Blockers of a runner that have no row of their own say by their name what they are about.
step_code step_that_ends(std::string_view blocker)
{
    const auto* const found = std::ranges::find(endings, blocker, &ending::blocker);
    if (found != endings.end())
        return found->by;
    if (blocker.contains("UI_AUTOMATION"))
        return step_code::ui_automation;
    if (blocker.contains("CERTIFICATE") || blocker.contains("NOT_TRUSTED"))
        return step_code::certificate_trusted;
    if (blocker.contains("EXPIRED") || blocker.contains("PROFILE"))
        return step_code::runner_installed;
    return step_code::runner_started;
}

/// Makes the list from what is known of one phone.
class ticking {
public:
    explicit ticking(const knowledge& known)
        : known_(known), ios_(known.phone ? major_release(known.phone->os_version) : 0),
          current_(find_current())
    {
    }

    checklist all() const
    {
        checklist list;
        list.preliminary = is_being_looked_at();
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<step_code>>(
            [&](auto each) { list.steps.push_back(step_of(each.value)); });
        return list;
    }

private:
    const link::blocker* blocker() const
    {
        if (!known_.phone)
            return known_.computer.empty() ? nullptr : &known_.computer.front();
        return known_.phone->blockers.empty() ? nullptr : &known_.phone->blockers.front();
    }

    bool can(std::string_view action) const
    {
        return known_.phone && std::ranges::find(known_.phone->capabilities, action) !=
                                   known_.phone->capabilities.end();
    }

    bool trusts() const { return can("apps"); }
    bool runner_tells_its_version() const
    {
        return known_.phone && known_.phone->driver_version.has_value();
    }
    bool touches_without_runner() const { return can("tap") && !runner_tells_its_version(); }

    bool is_being_looked_at() const
    {
        return known_.phone && blocker() != nullptr &&
               blocker()->message == being_looked_at_message;
    }

    /// The step to be shown while no more than that is known.
    step_code first_that_is_open() const
    {
        if (!trusts())
            return step_code::trust;
        return ios_ == 0 || ios_ >= first_with_developer_mode ? step_code::developer_mode
                                                              : step_code::developer_image;
    }

    static bool is_open(const tried& one)
    {
        return one.state != attempt::succeeded && one.state != attempt::unknown;
    }

    bool is_unknown(step_code code) const
    {
        return (code == step_code::first_look && known_.look.state == attempt::unknown) ||
               (code == step_code::first_tap && known_.tap.state == attempt::unknown);
    }

    std::optional<step_code> find_current() const
    {
        if (!known_.phone)
            return known_.developer_mode.state == attempt::under_way ? step_code::developer_mode
                                                                     : step_code::cable;
        if (is_being_looked_at())
            return first_that_is_open();
        if (blocker() != nullptr)
            return step_that_ends(blocker()->code);
        if (is_open(known_.look))
            return step_code::first_look;
        if (is_open(known_.tap))
            return step_code::first_tap;
        return std::nullopt;
    }

    bool is_needed(step_code code) const
    {
        const bool known = ios_ > 0;
        switch (code) {
        case step_code::developer_mode:
            return !known || ios_ >= first_with_developer_mode;
        case step_code::without_runner:
            return !known || ios_ >= first_with_own_services;
        case step_code::runner_installed:
        case step_code::certificate_trusted:
        case step_code::ui_automation:
        case step_code::runner_started:
            return !touches_without_runner();
        default:
            return true;
        }
    }

    /// True for a step behind the current one that is known to be done.
    bool is_done_already(step_code code) const
    {
        if (code < step_code::first_look && can("tap"))
            return true;
        if (code == step_code::trust)
            return trusts();
        return code == step_code::first_look && known_.look.state == attempt::succeeded &&
               known_.phone.has_value();
    }

    /// Steps of which only the start of a runner tells are open until there was one.
    bool is_open_still(step_code code) const
    {
        const bool shown_by_start =
            code == step_code::certificate_trusted || code == step_code::ui_automation;
        return shown_by_start && current_ == step_code::runner_started &&
               !(code == step_code::certificate_trusted && runner_tells_its_version());
    }

    step_state state_of(step_code code) const
    {
        if (code == current_)
            return step_state::current;
        if (!is_needed(code))
            return step_state::not_needed;
        const bool passed = !current_ || code < *current_;
        if (is_unknown(code))
            return passed ? step_state::unknown : step_state::waiting;
        if (passed)
            return is_open_still(code) ? step_state::waiting : step_state::done;
        return is_done_already(code) ? step_state::done : step_state::waiting;
    }

    step step_of(step_code code) const
    {
        step out = described_step(code, ios_, known_.computer_name);
        out.state = state_of(code);
        if (out.state == step_state::current)
            add_reason(out);
        if (code == step_code::without_runner && out.state == step_state::done)
            add_offers(out);
        return out;
    }

    void add_reason(step& to) const
    {
        if (to.code == step_code::first_look)
            to.problem = known_.look.problem;
        if (to.code == step_code::first_tap)
            to.problem = known_.tap.problem;
        if (to.code == step_code::developer_mode)
            to.problem = known_.developer_mode.problem;
        const auto* const in_the_way = blocker();
        if (in_the_way == nullptr)
            return;
        to.blocker = in_the_way->code;
        if (is_being_looked_at()) {
            to.problem = in_the_way->message;
            to.person.clear();
            return;
        }
        if (to.problem.empty())
            to.problem = in_the_way->message;
        if (keeps_own_words(to.code, in_the_way->code))
            return;
        const bool untried = in_the_way->remedy == untried_image_remedy;
        if (!(untried && known_.mounts_images))
            to.person = in_the_way->remedy;
    }

    /// The others are told best by whoever has found out what is missing.
    static bool keeps_own_words(step_code code, std::string_view blocker)
    {
        if (blocker == "TRUST_DENIED")
            return false;
        return code == step_code::unlock || code == step_code::trust ||
               code == step_code::developer_mode || blocker == "DRIVER_NOT_INSTALLED";
    }

    void add_offers(step& to) const
    {
        if (runner_tells_its_version() || !known_.phone)
            return;
        std::string offers;
        for (const auto& each : known_.phone->capabilities)
            offers += (offers.empty() ? " It offers now: " : ", ") + each;
        if (!offers.empty())
            to.thimble += offers + ".";
    }

    const knowledge& known_;
    int ios_;
    std::optional<step_code> current_; // nothing: all are done
};

} // namespace

std::string_view to_string(step_code code)
{
    return service::enum_word(code);
}

std::string_view to_string(step_state state)
{
    return service::enum_word(state);
}

const step* checklist::current() const
{
    const auto found = std::ranges::find(steps, step_state::current, &step::state);
    return found == steps.end() ? nullptr : &*found;
}

checklist make_checklist(const knowledge& known)
{
    return ticking(known).all();
}

} // namespace thimble::setup
