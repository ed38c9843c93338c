#include "daemon/trial/known_causes.hpp"

#include <algorithm>
#include <array>

namespace thimble::daemon {

namespace {

/// Those that an action of a trial can fail with; sorted, as the next.
constexpr std::array<std::string_view, 68> own{"alert_in_front",
                                               "app_in_front",
                                               "app_is_needed",
                                               "app_not_in_front",
                                               "app_not_installed",
                                               "app_not_trusted",
                                               "app_refuses",
                                               "app_switcher_not_shown",
                                               "bad_descriptor",
                                               "button_down",
                                               "button_missing",
                                               "cancelled",
                                               "channel_closed",
                                               "clipboard_not_text",
                                               "connection_closed",
                                               "connection_lost",
                                               "connection_refused",
                                               "control_center_not_shown",
                                               "decoder_silent",
                                               "driver_too_old",
                                               "edit_menu_not_shown",
                                               "effect_not_seen",
                                               "field_not_shown",
                                               "home_screen_not_shown",
                                               "interface_changed",
                                               "key_missing",
                                               "keyboard_missing",
                                               "keyboard_not_shown",
                                               "lock_not_told",
                                               "locked",
                                               "malformed_answer",
                                               "malformed_picture",
                                               "media_stream_ended",
                                               "media_stream_missing",
                                               "modifiers_unsupported",
                                               "no_app_for_url",
                                               "no_service",
                                               "no_tunnel_service",
                                               "not_locked",
                                               "not_trusted",
                                               "notification_center_not_shown",
                                               "orientation_not_reached",
                                               "parser_silent",
                                               "passcode_locked",
                                               "phone_gone",
                                               "phone_locked",
                                               "picture_missing",
                                               "port_refused",
                                               "rotation_locked",
                                               "runner_not_running",
                                               "runner_silent",
                                               "service_error",
                                               "service_missing",
                                               "service_silent",
                                               "size_unknown",
                                               "spotlight_not_shown",
                                               "stream_ended",
                                               "stream_refused",
                                               "stream_silent",
                                               "surface_stays",
                                               "tls_failed",
                                               "too_many_connections",
                                               "touchscreen_missing",
                                               "tunnel_closed",
                                               "tunnel_lost",
                                               "typing_failed",
                                               "usbmuxd_not_running",
                                               "usbmuxd_silent"};

/// Of the WebDriver specification, as far as they are not of web pages alone, and of the protocol
/// before it.
constexpr std::array<std::string_view, 19> of_webdriver{"element click intercepted",
                                                        "element not interactable",
                                                        "element not visible",
                                                        "invalid argument",
                                                        "invalid coordinates",
                                                        "invalid element state",
                                                        "invalid selector",
                                                        "invalid session id",
                                                        "no such alert",
                                                        "no such element",
                                                        "session not created",
                                                        "stale element reference",
                                                        "timeout",
                                                        "unable to capture screen",
                                                        "unexpected alert open",
                                                        "unknown command",
                                                        "unknown error",
                                                        "unknown method",
                                                        "unsupported operation"};

static_assert(std::ranges::is_sorted(own) && std::ranges::is_sorted(of_webdriver));

bool is_number(std::string_view text)
{
    if (text.starts_with('-'))
        text.remove_prefix(1);
    return !text.empty() && text.size() <= 10 &&
           std::ranges::all_of(text, [](char one) { return one >= '0' && one <= '9'; });
}

/// "com.apple.dt.CoreDeviceError", "NSPOSIXErrorDomain"
bool is_error_domain(std::string_view text)
{
    constexpr std::size_t longest = 80;
    const bool is_one_word = std::ranges::all_of(text, [](char one) {
        return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '.' || one == '-';
    });
    return is_one_word && text.size() <= longest &&
           (text.starts_with("com.apple.") || text.ends_with("ErrorDomain"));
}

} // namespace

bool is_known_cause(std::string_view cause)
{
    if (std::ranges::binary_search(own, cause) || std::ranges::binary_search(of_webdriver, cause))
        return true;
    constexpr std::string_view of_usbmuxd = "usbmuxd_error_";
    if (cause.starts_with(of_usbmuxd))
        return is_number(cause.substr(of_usbmuxd.size()));
    const auto space = cause.find(' ');
    return space != std::string_view::npos && is_error_domain(cause.substr(0, space)) &&
           is_number(cause.substr(space + 1));
}

} // namespace thimble::daemon
