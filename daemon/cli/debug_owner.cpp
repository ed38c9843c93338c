#include "daemon/cli/debug_owner.hpp"

#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/report/phone_report.hpp"
#include "daemon/settings/host_uuid.hpp"
#include "text/called.hpp"

#include <boost/asio/signal_set.hpp>

#include <algorithm>
#include <array>
#include <csignal>
#include <iostream>

namespace thimble::daemon {

namespace asio = boost::asio;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Unless --wait says how long:
constexpr seconds usual_attachment_limit{3}; // for a phone to be attached
constexpr seconds usual_ready_limit{15};     // for an attached one to be ready

constexpr seconds shortest_survey{1}; // for phones to be told by usbmuxd
constexpr seconds longest_survey{5};  // for what they say of themselves
constexpr seconds silence{1};         // before the first word on what is waited for
constexpr milliseconds tick_time{50};

/// True where more is known of it than that it is attached.
bool is_settled(const link::phone_state& phone)
{
    return std::ranges::none_of(phone.blockers, [](const link::blocker& each) {
        return each.code == to_string(device::blocker_code::driver_starting);
    });
}

/// True where it has said who it is, or is not going to before a person does something.
bool is_introduced(const link::phone_state& phone)
{
    constexpr std::array<std::string_view, 4> silencing{"NOT_TRUSTED", "TRUST_PENDING",
                                                        "TRUST_DENIED", "LOCKED"};
    return !phone.name.empty() ||
           std::ranges::any_of(phone.blockers, [&](const link::blocker& each) {
               return std::ranges::find(silencing, each.code) != silencing.end();
           });
}

/// True for an action about pixels of a screenshot.
bool needs_screen_size(const link::action& what)
{
    return link::has_coordinates(what) || std::holds_alternative<link::elements>(what) ||
           std::holds_alternative<link::touch_element>(what);
}

bool is_usable(const link::phone_state& phone, const link::action& what)
{
    return is_settled(phone) && can_do(phone, what) &&
           (phone.screenshot_size || !needs_screen_size(what));
}

} // namespace

debug_owner::debug_owner(const options& given,
                         const std::filesystem::path& runtime_directory,
                         journal& records,
                         const std::shared_ptr<spdlog::logger>& log)
    : wanted_(given.phone), chosen_(given.phone.value_or("")),
      attachment_limit_(given.wait.value_or(usual_attachment_limit)),
      ready_limit_(given.wait.value_or(usual_ready_limit)), ownership_(runtime_directory, {}),
      host_(context_.get_executor(),
            {.claim = [this](const std::string& udid) -> std::shared_ptr<void> {
                 const bool left_alone = wanted_ && chosen_ != udid;
                 return left_alone ? nullptr : ownership_.claim(udid);
             },
             .on_phone = {},
             .record_to = given.record_to,
             .most_live_frames = given.live_fps,
             .tunnels = given.tunnels,
             .host_uuid = known_host_uuid(given.state_dir),
             .state_dir = given.state_dir},
            records,
            log)
{
    host_.set_names([](const std::string& udid) {
        return std::optional(rest_names{.id = local_phone_id(udid), .display_name = {}});
    });
}

control_answer debug_owner::run(const debug_action& what)
{
    started_ = clock::now();
    std::exception_ptr problem;
    asio::co_spawn(context_, live(what),
                   [&problem](std::exception_ptr thrown) { problem = std::move(thrown); });
    context_.run();
    if (problem)
        std::rethrow_exception(problem);
    return std::move(answer_);
}

asio::awaitable<void> debug_owner::live(debug_action what)
{
    co_await async::race(act_and_leave(std::move(what)), host_.run());
}

/// The phones are let go only when nothing is under way any more.
asio::awaitable<void> debug_owner::act_and_leave(debug_action what)
{
    auto first = co_await async::race(act(std::move(what)), until_signalled());
    if (auto* answer = std::get_if<control_answer>(&first))
        answer_ = std::move(*answer);
    else
        answer_ = error_answer("CANCELLED", "Interrupted. Look at the screen before sending the "
                                            "action again.");
    co_await host_.shut_down();
}

asio::awaitable<control_answer> debug_owner::act(debug_action what)
{
    const auto* wanted = std::get_if<phone_action>(&what);
    if (wanted == nullptr) {
        co_await until_surveyed();
        co_return phones_answer(host_);
    }
    const auto phone = co_await until_usable(wanted->what);
    if (!phone)
        co_return phone.error();
    co_return co_await perform_on(host_, *phone, wanted->what);
}

/// Gives what there is once its time is over: trying tells best what is missing.
asio::awaitable<chosen_phone> debug_owner::until_usable(link::action what)
{
    if (wanted_ && !service::looks_like_id(*wanted_) && !host_.fleet().find(*wanted_))
        co_await until_introduced(); // a name may be another one's as well
    for (;;) {
        auto phone = choose_phone(host_, wanted_);
        if (phone)
            chosen_ = (*phone)->facts().udid;
        if (phone && is_usable(report_of(**phone, host_.executor().reads_text()), what))
            co_return phone;
        if (!worth_waiting(phone))
            co_return phone;
        tell_progress(phone);
        co_await tick();
    }
}

bool debug_owner::worth_waiting(const chosen_phone& phone) const
{
    if (phone)
        return waited() < ready_limit_;
    if (text_in(phone.error().record, "error") == "PHONE_AMBIGUOUS")
        return false; // all that are attached have told their names
    const bool several = !wanted_ && host_.fleet().phones().size() > 1;
    return waited() < (several ? shortest_survey : attachment_limit_);
}

/// All that are attached have told their names, or are not going to soon.
asio::awaitable<void> debug_owner::until_introduced()
{
    const auto introduced = [](const std::shared_ptr<device::phone>& each) {
        return is_introduced(report_of(*each));
    };
    const auto longest = std::max(longest_survey, attachment_limit_);
    while (waited() < shortest_survey ||
           (waited() < longest && !std::ranges::all_of(host_.fleet().phones(), introduced)))
        co_await tick();
}

asio::awaitable<void> debug_owner::until_surveyed()
{
    const auto settled = [](const std::shared_ptr<device::phone>& each) {
        const auto known = report_of(*each);
        return is_settled(known) && is_introduced(known);
    };
    while (waited() < shortest_survey ||
           (waited() < longest_survey && !std::ranges::all_of(host_.fleet().phones(), settled)))
        co_await tick();
}

/// Not everything that is waited for tells of its changes.
asio::awaitable<void> debug_owner::tick()
{
    co_await async::sleep_for(tick_time);
}

asio::awaitable<void> debug_owner::until_signalled()
{
    asio::signal_set signals(context_, SIGINT, SIGTERM);
    co_await signals.async_wait(asio::use_awaitable);
}

void debug_owner::tell_progress(const chosen_phone& phone)
{
    if (waited() < silence)
        return;
    std::string now = "The phone has not told its screen size yet.";
    if (!phone)
        now = phone.error().record.at("message").get<std::string>();
    else if (const auto& blockers = (*phone)->blockers(); !blockers.empty())
        now = blockers.front().message + " " + blockers.front().remedy;
    if (now == told_)
        return;
    std::cerr << "waiting: " << now << std::endl; // NOLINT(performance-avoid-endl): seen at once
    told_ = std::move(now);
}

} // namespace thimble::daemon
