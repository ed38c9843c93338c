#include "device/wda/key_presser.hpp"

#include "device/wda/key_names.hpp"
#include "device/wda/text_typist.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds key_limit{10};
constexpr double key_held = 0.05; // seconds, about as long as a finger rests on a key
constexpr int keyboard_page = 7;

/// Element 0 is the app in front.
constexpr std::string_view stroke_route = "/wda/element/0/keyboardInput";
constexpr std::string_view plain_route = "/wda/performIoHidEvent";

/// The iPad's system or the runner is too old for strokes: nothing was pressed.
bool says_too_old(const failure& what)
{
    return what.cause == "unsupported operation" || what.cause == "unknown command";
}

failure no_modifiers()
{
    return {.what = problem::unsupported,
            .message = "WebDriverAgent presses keys with modifiers on iPads from iPadOS 17 on, and "
                       "on no iPhone: that takes a hardware keyboard.",
            .cause = "modifiers_unsupported"};
}

failure no_such_key()
{
    return {.what = problem::unsupported,
            .message = "WebDriverAgent has no name for this key.",
            .cause = {}};
}

failure needs_newer_driver(std::string_view version)
{
    return {.what = problem::unsupported,
            .message = "WebDriverAgent " + std::string(version) +
                       " presses characters with modifiers only: keys without a character need "
                       "16.12.3.",
            .cause = "driver_too_old"};
}

bool needs_newer_runner(const key_stroke& what, std::string_view key)
{
    return what.modifiers != 0 && key.size() > 1;
}

/// As far as it is known of the runner.
result<void> check_stroke(const key_stroke& what, const runner& by)
{
    const auto key = key_name(what.usage);
    if (!key)
        return std::unexpected(no_such_key());
    if (needs_newer_runner(what, *key) && by.version &&
        *by.version < first_runner_with_named_strokes)
        return std::unexpected(needs_newer_driver(by.version_text));
    return result<void>{};
}

failure without_effect(failure what)
{
    what.phone = reached::nothing;
    return what;
}

failure explained_stroke(failure what, bool maybe_old)
{
    if (maybe_old && what.what == problem::refused)
        what.message += " Keys without a character need WebDriverAgent 16.12.3 for modifiers.";
    return what;
}

/// As a text. Without modifiers XCTest's names have always been known in this form alone.
nlohmann::json item_of(const key_stroke& what, const std::string& key)
{
    if (what.modifiers == 0)
        return key;
    return {{"key", key}, {"modifierFlags", key_flags(what.modifiers)}};
}

} // namespace

boost::asio::awaitable<result<void>> key_presser::press(key_stroke what)
{
    if (auto learned = co_await learn_family(); !learned)
        co_return learned;
    if (family_ == device_family::ipad && takes_strokes_.value_or(true))
        co_return co_await press_stroke(what);
    co_return co_await press_plain(what);
}

/// Without modifiers, every key that has a character is taken in one way or the other.
boost::asio::awaitable<result<void>> key_presser::check(key_stroke what)
{
    if (what.modifiers == 0)
        co_return result<void>{};
    if (auto learned = co_await learn_family(); !learned)
        co_return learned;
    if (family_ == device_family::ipad && !takes_strokes_) {
        if (auto learned = co_await learn_strokes(); !learned)
            co_return learned;
    }
    if (family_ != device_family::ipad || takes_strokes_ == false)
        co_return std::unexpected(no_modifiers());
    co_return check_stroke(what, runner_);
}

/// A runner looks whether the system takes strokes before it looks which ones are wanted: none.
boost::asio::awaitable<result<void>> key_presser::learn_strokes()
{
    const auto told = co_await runner_.perform({.route = std::string(stroke_route),
                                                .body = {{"keys", nlohmann::json::array()}},
                                                .limit = read_limit});
    if (!told && !says_too_old(told.error()))
        co_return std::unexpected(without_effect(told.error()));
    takes_strokes_ = told.has_value();
    co_return result<void>{};
}

boost::asio::awaitable<result<void>> key_presser::learn_family()
{
    if (family_)
        co_return result<void>{};
    auto status = parse_envelope(co_await runner_.input.exchange(get("/status", read_limit)));
    if (!status) {
        status.error().phone = reached::nothing; // a read
        co_return std::unexpected(co_await runner_.explain(std::move(status.error())));
    }
    runner_.session.observe(status->session_id);
    runner_.note_status(status->value);
    family_ = family_of(status->value);
    co_return result<void>{};
}

boost::asio::awaitable<result<void>> key_presser::press_stroke(key_stroke what)
{
    if (auto fits = check_stroke(what, runner_); !fits)
        co_return fits;
    const auto key = key_name(what.usage).value_or("");
    const bool newer = needs_newer_runner(what, key);
    const auto pressed =
        co_await runner_.perform({.route = std::string(stroke_route),
                                  .body = {{"keys", nlohmann::json::array({item_of(what, key)})}},
                                  .limit = key_limit,
                                  .confidential = true}); // keys may be a passcode
    if (pressed) {
        takes_strokes_ = true;
        co_return result<void>{};
    }
    if (!says_too_old(pressed.error()))
        co_return std::unexpected(explained_stroke(pressed.error(), newer));
    takes_strokes_ = false;
    co_return co_await press_plain(what);
}

boost::asio::awaitable<result<void>> key_presser::press_plain(key_stroke what)
{
    if (what.modifiers != 0)
        co_return std::unexpected(no_modifiers());
    if (const auto character = editing_character(what.usage))
        co_return co_await type_character(*character);
    const auto pressed = co_await runner_.perform(
        {.route = std::string(plain_route),
         .body = {{"page", keyboard_page}, {"usage", what.usage}, {"duration", key_held}},
         .limit = key_limit,
         .confidential = true});
    if (!pressed)
        co_return std::unexpected(pressed.error());
    co_return result<void>{};
}

boost::asio::awaitable<result<void>> key_presser::type_character(char what)
{
    const auto typed = co_await runner_.perform(
        {.route = "/wda/keys",
         .body = {{"value", nlohmann::json::array({std::string(1, what)})}},
         .limit = key_limit,
         .confidential = true});
    if (!typed)
        co_return std::unexpected(typing_failure(typed.error()));
    co_return result<void>{};
}

} // namespace thimble::device::wda
