#include "device/wda/key_presser.hpp"

#include "device/wda/key_names.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds key_limit{10};
constexpr double key_held = 0.05; // seconds, about as long as a finger rests on a key
constexpr int keyboard_page = 7;

/// Element 0 is the app in front.
constexpr std::string_view stroke_route = "/wda/element/0/keyboardInput";
constexpr std::string_view plain_route = "/wda/performIoHidEvent";

/// The phone's iOS or the runner is too old for strokes: nothing was pressed.
bool says_too_old(const failure& what)
{
    return what.cause == "unsupported operation" || what.cause == "unknown command";
}

failure no_modifiers()
{
    return {.what = problem::unsupported,
            .message = "Keys with modifiers need iOS 17 and a runner that knows them.",
            .cause = "modifiers_unsupported"};
}

failure no_such_key()
{
    return {.what = problem::unsupported,
            .message = "WebDriverAgent has no name for this key.",
            .cause = {}};
}

} // namespace

boost::asio::awaitable<result<void>> key_presser::press(key_stroke what)
{
    if (!takes_strokes_)
        co_return co_await press_plain(what);
    const auto key = key_name(what.usage);
    if (!key)
        co_return std::unexpected(no_such_key());
    const auto stroke = nlohmann::json{{"key", *key}, {"modifierFlags", key_flags(what.modifiers)}};
    const auto pressed =
        co_await runner_.perform({.route = std::string(stroke_route),
                                  .body = {{"keys", nlohmann::json::array({stroke})}},
                                  .limit = key_limit,
                                  .confidential = true}); // keys may be a passcode
    if (pressed)
        co_return result<void>{};
    if (!says_too_old(pressed.error()))
        co_return std::unexpected(pressed.error());
    takes_strokes_ = false;
    co_return co_await press_plain(what);
}

boost::asio::awaitable<result<void>> key_presser::press_plain(key_stroke what)
{
    if (what.modifiers != 0)
        co_return std::unexpected(no_modifiers());
    const auto pressed = co_await runner_.perform(
        {.route = std::string(plain_route),
         .body = {{"page", keyboard_page}, {"usage", what.usage}, {"duration", key_held}},
         .limit = key_limit,
         .confidential = true});
    if (!pressed)
        co_return std::unexpected(pressed.error());
    co_return result<void>{};
}

} // namespace thimble::device::wda
