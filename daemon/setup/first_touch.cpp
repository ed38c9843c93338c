#include "daemon/setup/first_touch.hpp"

#include "async/sleep.hpp"
#include "async/worker.hpp"
#include "daemon/control/control_answer.hpp"
#include "screen/conversion.hpp"
#include "screen/difference.hpp"

#include <boost/asio/this_coro.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>

namespace thimble::daemon {

namespace asio = boost::asio;
using nlohmann::json;
using std::chrono::steady_clock;

namespace {

/// Opening one of them changes nothing on a phone. In the order in which they are looked for.
constexpr std::array<std::string_view, 8> harmless_apps{
    "com.apple.Preferences", "com.apple.mobiletimer", "com.apple.weather",
    "com.apple.calculator",  "com.apple.Maps",        "com.apple.mobilecal",
    "com.apple.AppStore",    "com.apple.mobilesafari"};

constexpr int compared_edge = 336;
constexpr double opened_app = 0.1; // of the screen looks different; a clock or a badge is less
constexpr std::chrono::seconds longest_opening{8};
constexpr std::chrono::milliseconds between_looks{200};

phone_action action_of(link::action what, std::string name, json fields = json::object())
{
    return {.what = std::move(what),
            .name = std::move(name),
            .fields = std::move(fields),
            .file = {},
            .reads_passcode = false};
}

std::string message_of(const control_answer& answer)
{
    auto message = text_in(answer.record, "message");
    return message.empty() ? text_in(answer.record, "error") : message;
}

bool has_not_been_sent(const control_answer& answer)
{
    const auto context = answer.record.find("context");
    return answer.failed() && context != answer.record.end() && context->is_object() &&
           text_in(*context, "outcome") == "not_sent";
}

std::shared_ptr<const screen::bytes> bytes_of(const std::string& picture)
{
    auto out = std::make_shared<screen::bytes>(picture.size());
    std::ranges::transform(picture, out->begin(), [](char one) { return std::byte(one); });
    return out;
}

/// The names of the harmless apps that this phone has, as its language calls them.
asio::awaitable<std::vector<std::string>> harmless_names(phone_view& on, std::string udid)
{
    const auto answer = co_await on.act(std::move(udid), action_of(link::list_apps{}, "apps"));
    std::vector<std::string> names;
    const auto result = answer.record.value("result", nlohmann::ordered_json::object());
    const auto apps = result.is_object() ? result.value("apps", nlohmann::ordered_json::array())
                                         : nlohmann::ordered_json::array();
    for (const auto wanted : harmless_apps)
        for (const auto& each : apps)
            if (each.is_object() && text_in(each, "bundle_id") == wanted)
                names.push_back(text_in(each, "name"));
    std::erase(names, std::string());
    co_return names;
}

std::unexpected<touch_failure> not_tapped(std::string why)
{
    return std::unexpected(touch_failure{.why = std::move(why), .tapped = false});
}

/// The name of the app whose icon was tapped.
asio::awaitable<std::expected<std::string, touch_failure>>
tap_an_icon(phone_view& on, std::string udid, std::function<void()> about_to_touch)
{
    const auto names = co_await harmless_names(on, udid);
    if (names.empty())
        co_return not_tapped("The phone does not list its apps.");
    std::string last;
    for (const auto& name : names) {
        about_to_touch();
        const link::touch_element what{.selector = name, .to_selector = {}, .what = link::tap{}};
        const auto answer =
            co_await on.act(udid, action_of(what, "tap/select", {{"selector", name}}));
        if (!answer.failed())
            co_return name;
        last = message_of(answer);
        if (!has_not_been_sent(answer))
            co_return std::unexpected(touch_failure{.why = std::move(last), .tapped = true});
    }
    co_return not_tapped(fmt::format("None of {} is to be found on the first page of the home "
                                     "screen. {}",
                                     fmt::join(names, ", "), last));
}

bool looks_different(const screen::picture& one, const screen::picture& other)
{
    const auto before = screen::reduced(one, compared_edge);
    const auto after = screen::reduced(other, compared_edge);
    return before && after && screen::visible_difference(*before, *after) > opened_app;
}

/// True as soon as the screen looks different from `before`.
asio::awaitable<bool> changes(phone_view& on, std::string udid, screen::picture before)
{
    async::worker comparing(co_await asio::this_coro::executor);
    const auto give_up = steady_clock::now() + longest_opening;
    for (;;) {
        const auto now = co_await take_picture(on, udid);
        if (now && co_await comparing.run([before, now] { return looks_different(before, *now); }))
            co_return true;
        if (steady_clock::now() > give_up)
            co_return false;
        co_await async::sleep_for(between_looks);
    }
}

phone_action home_action()
{
    return action_of(link::home{}, std::string(link::home::name));
}

} // namespace

asio::awaitable<std::expected<screen::picture, std::string>> take_picture(phone_view& of,
                                                                          std::string udid)
{
    const auto answer = co_await of.act(
        std::move(udid), action_of(link::screenshot{}, std::string(link::screenshot::name)));
    if (answer.failed())
        co_return std::unexpected(message_of(answer));
    const auto format = screen::parse_picture_format(text_in(answer.record, "format"));
    if (answer.picture.empty() || !format)
        co_return std::unexpected("The phone has sent no picture.");
    co_return screen::picture{.format = *format,
                              .size = {.width = answer.record.value("width", 0),
                                       .height = answer.record.value("height", 0)},
                              .data = bytes_of(answer.picture)};
}

asio::awaitable<std::expected<void, touch_failure>>
tap_and_see(phone_view& on, std::string udid, std::function<void()> about_to_touch)
{
    if (const auto home = co_await on.act(udid, home_action()); home.failed())
        co_return not_tapped(message_of(home));
    const auto picture = co_await take_picture(on, udid);
    if (!picture)
        co_return not_tapped(picture.error());
    const auto tapped = co_await tap_an_icon(on, udid, std::move(about_to_touch));
    if (!tapped)
        co_return std::unexpected(tapped.error());
    const bool seen = co_await changes(on, udid, *picture);
    co_await on.act(udid, home_action()); // whatever comes of it
    if (seen)
        co_return std::expected<void, touch_failure>();
    co_return std::unexpected(touch_failure{
        .why = fmt::format("{} was tapped, and the screen has not changed. Look at the phone, then "
                           "start the set-up again.",
                           *tapped),
        .tapped = true});
}

} // namespace thimble::daemon
