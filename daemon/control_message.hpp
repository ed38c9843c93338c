// Messages of the control socket: one request, one answer.
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace thimble::daemon {

/// One action on a phone, as a person types it. A file that it names is the asker's affair.
struct debug_request {
    std::string action;
    std::optional<std::string> phone;         // UDID; the only one where there is none
    std::optional<std::string> passcode = {}; // of unlock; in no log and no answer

    friend bool operator==(const debug_request&, const debug_request&) = default;
};

/// What is going on.
struct status_request {
    friend bool operator==(const status_request&, const status_request&) = default;
};

/// A link that signs in from a browser.
struct sign_in_request {
    friend bool operator==(const sign_in_request&, const sign_in_request&) = default;
};

using control_request = std::variant<debug_request, status_request, sign_in_request>;

/// A JSON object, and the bytes of a picture where the request was for one.
struct control_answer {
    nlohmann::ordered_json record = nlohmann::ordered_json::object();
    std::string picture;

    /// Whether the record is an error record.
    bool failed() const { return record.contains("error"); }
};

/// {"error","message","context"}.
control_answer error_answer(std::string_view code,
                            std::string_view message,
                            nlohmann::json context = nlohmann::json::object());

/// On the wire: the object on one line, then the picture; `picture_bytes` in the object says how
/// long that is.
constexpr std::size_t longest_request = 256UL * 1024; // bytes
constexpr std::size_t longest_record = 4UL * 1024 * 1024;
constexpr std::size_t longest_picture = 256UL * 1024 * 1024;

/// With the line's end.
std::string to_line(const control_request& what);
std::string to_line(const control_answer& what);

/// `line` comes from outside. An error is what to answer, or what to tell the person.
std::expected<control_request, control_answer> parse_request(std::string_view line);

/// An answer's first line, and how many bytes of picture follow it.
struct answer_head {
    nlohmann::ordered_json record;
    std::size_t picture_bytes = 0;
};
std::optional<answer_head> parse_answer(std::string_view line);

} // namespace thimble::daemon
