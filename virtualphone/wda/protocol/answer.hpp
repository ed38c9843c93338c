// Answer of a WebDriverAgent route, and the errors it knows by their WebDriver names.
#pragma once

#include <boost/beast/http/status.hpp>
#include <nlohmann/json.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

struct error_kind {
    std::string_view code; // the W3C error code
    boost::beast::http::status status;
};

namespace errors {
using boost::beast::http::status;
inline constexpr error_kind element_not_visible{"element not visible", status::bad_request};
inline constexpr error_kind invalid_argument{"invalid argument", status::bad_request};
inline constexpr error_kind invalid_element_state{"invalid element state", status::bad_request};
inline constexpr error_kind invalid_selector{"invalid selector", status::bad_request};
inline constexpr error_kind invalid_session_id{"invalid session id", status::not_found};
inline constexpr error_kind no_such_element{"no such element", status::not_found};
inline constexpr error_kind no_such_alert{"no such alert", status::not_found};
inline constexpr error_kind session_not_created{"session not created",
                                                status::internal_server_error};
inline constexpr error_kind stale_element_reference{"stale element reference", status::not_found};
inline constexpr error_kind unable_to_capture_screen{"unable to capture screen",
                                                     status::internal_server_error};
inline constexpr error_kind unknown_command{"unknown command", status::not_found};
inline constexpr error_kind unknown_error{"unknown error", status::internal_server_error};
inline constexpr error_kind unsupported_operation{"unsupported operation",
                                                  status::internal_server_error};
} // namespace errors

/// Why something was not done.
struct refusal {
    error_kind kind;
    std::string message;
};

/// An answer outside the WebDriver protocol, sent as it is.
struct page {
    std::string content_type;
    std::string text;
};

struct answer {
    boost::beast::http::status status = boost::beast::http::status::ok;
    nlohmann::json value;
    std::shared_ptr<const std::string> value_text; // the value as JSON, where it is kept ready made
    std::optional<page> plain;                     // instead of the value
    bool ends_the_runner = false;                  // once it has been sent
    bool lost = false;                             // the runner dies before it can be sent
};

answer success(nlohmann::json value = nullptr);
answer failure(const refusal& why);
answer failure(const error_kind& kind, std::string message);

/// `message` as an NSError prints itself, which is what WebDriverAgent passes on.
std::string printed_error(std::string_view domain, int code, std::string_view message);

/// The body of the response: the value and the current session, or the plain page.
std::string body_text(const answer& what, const std::optional<std::string>& session);

} // namespace thimble::virtualphone::wda
