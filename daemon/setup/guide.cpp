#include "daemon/setup/guide.hpp"

#include "async/sleep.hpp"
#include "daemon/setup/first_touch.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <utility>

namespace thimble::daemon {

namespace asio = boost::asio;
using setup::attempt;
using setup::step_code;

namespace {

constexpr int most_tries = 5; // of something that has not touched the phone
constexpr std::chrono::seconds between_tries{1};
constexpr std::chrono::milliseconds survey{500}; // of the attached phones, where none was named
constexpr std::chrono::seconds longest_looking{10};

constexpr auto consent_question =
    "Thimble can turn the switch itself if the phone has no passcode; the phone restarts then. "
    "Shall it?";
constexpr auto outcome_unknown =
    "An earlier set-up ended while it tapped an icon: nobody has seen whether the tap arrived. "
    "Look at the phone, then start the set-up again.";
constexpr auto consent_missing =
    "With --yes Thimble turns the switch itself, if the phone has no passcode; the phone restarts "
    "then.";

} // namespace

guide::guide(guide_options options,
             setup_report& report,
             developer_mode_step& developer_mode,
             const consent& agreed,
             touch_record touches)
    : options_(std::move(options)), report_(report), developer_mode_(developer_mode),
      agreed_(agreed), touches_(std::move(touches))
{
}

asio::awaitable<guide::end> guide::lead(phone_view& view)
{
    if (!udid_.empty())
        view.choose(udid_);
    for (;;) {
        auto seen = co_await view.look();
        if (!seen)
            co_return end::left;
        if (!choose(*seen, view))
            co_return end::unclear;
        learn(std::move(*seen));
        const auto list = setup::make_checklist(known_);
        if (is_settled(list)) {
            tell(list);
            const auto* const current = list.current();
            if (current == nullptr)
                co_return end::ready;
            co_await take(*current, view);
            if (has_failed()) {
                tell(setup::make_checklist(known_));
                if (known_.tap.state == attempt::failed)
                    touches_.forget(udid_); // it has been said
                co_return end::failed;
            }
        }
        co_await async::sleep_for(view.pause());
    }
}

bool guide::choose(const phones_seen& seen, phone_view& view)
{
    if (!udid_.empty())
        return true;
    const auto is_named = [&](const link::phone_state& each) {
        return each.udid == *options_.phone || each.name == *options_.phone;
    };
    if (!options_.phone && seen.phones.size() > 1)
        return false;
    if (!options_.phone && clock::now() - begun_ < survey)
        return true; // another one may be told of
    const auto found =
        options_.phone ? std::ranges::find_if(seen.phones, is_named) : seen.phones.begin();
    if (found != seen.phones.end()) {
        udid_ = found->udid;
        view.choose(udid_);
    }
    return true;
}

void guide::learn(phones_seen seen)
{
    const auto here = std::ranges::find(seen.phones, udid_, &link::phone_state::udid);
    known_.phone = udid_.empty() || here == seen.phones.end() ? std::nullopt : std::optional(*here);
    known_.computer = std::move(seen.computer);
    known_.mounts_images = seen.mounts_images;
    developer_mode_.look_at_time();
    known_.developer_mode = developer_mode_.state();
    if (!known_.phone)
        failures_ = 0; // they may be of the cable
    if (!known_.phone || known_.phone->os_version.empty() || std::exchange(touches_read_, true))
        return;
    if (touches_.contains(udid_, known_.phone->os_version))
        known_.tap = {.state = attempt::succeeded, .problem = {}};
}

/// A look and a touch begin at once: nobody has to be told of them first.
bool guide::is_settled(const setup::checklist& list)
{
    const auto* const step = list.current();
    const auto code = step == nullptr ? std::nullopt : std::optional(step->code);
    if (code != current_) {
        current_ = code;
        current_since_ = clock::now();
    }
    if (!code || *code == step_code::first_look || *code == step_code::first_tap)
        return true;
    const auto waited = clock::now() - current_since_;
    if (list.preliminary)
        return waited > longest_looking;
    // The phone is asked for its image and its runner only once that one refuses.
    const int longer = *code == step_code::runner_started ? 3 : 1;
    return waited >= options_.settling * longer;
}

void guide::tell(const setup::checklist& list)
{
    report_.show(list, udid_);
}

asio::awaitable<void> guide::take(setup::step step, phone_view& view)
{
    if (step.code > step_code::developer_mode)
        developer_mode_.passed();
    if (step.code == step_code::first_look)
        co_await look(view);
    else if (step.code == step_code::first_tap)
        co_await tap(view);
    else if (step.code == step_code::developer_mode && known_.phone) {
        if (!std::exchange(asked_, true) && agreed_.given() != consent::answer::yes) {
            if (developer_mode_.wants_question()) {
                report_.ask(consent_question);
                developer_mode_.await_consent();
            } else {
                report_.say(consent_missing);
            }
        }
        co_await developer_mode_.go_on(udid_);
        known_.developer_mode = developer_mode_.state();
    }
}

setup::tried guide::failed_once(std::string why)
{
    next_try_ = clock::now() + between_tries;
    const bool often = ++failures_ >= most_tries;
    return {.state = often ? attempt::failed : attempt::none, .problem = std::move(why)};
}

asio::awaitable<void> guide::look(phone_view& view)
{
    if (clock::now() < next_try_)
        co_return;
    const auto picture = co_await take_picture(view, udid_);
    if (picture) {
        failures_ = 0;
        known_.look = {.state = attempt::succeeded, .problem = {}};
    } else {
        known_.look = failed_once(picture.error());
    }
}

/// A touch that may have reached the phone is not made a second time, nor by the next set-up before
/// that has been said.
asio::awaitable<void> guide::tap(phone_view& view)
{
    if (clock::now() < next_try_)
        co_return;
    if (touches_.is_open(udid_)) {
        known_.tap = {.state = attempt::failed, .problem = outcome_unknown};
        co_return;
    }
    const auto os_version = known_.phone ? known_.phone->os_version : std::string();
    const auto seen = co_await tap_and_see(view, udid_, [this, os_version] {
        touches_.begin(udid_, os_version, std::chrono::system_clock::now());
    });
    if (seen) {
        known_.tap = {.state = attempt::succeeded, .problem = {}};
        touches_.remember(udid_, os_version, std::chrono::system_clock::now());
    } else if (seen.error().tapped) {
        known_.tap = {.state = attempt::failed, .problem = seen.error().why};
    } else {
        touches_.forget(udid_);
        known_.tap = failed_once(seen.error().why);
    }
}

bool guide::has_failed() const
{
    return known_.look.state == attempt::failed || known_.tap.state == attempt::failed;
}

} // namespace thimble::daemon
