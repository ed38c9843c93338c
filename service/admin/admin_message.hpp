// Messages between an operator's command and the service, two processes of one machine.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

struct admin_request {
    std::string command;                                       // "account create"
    std::map<std::string, std::string, std::less<>> arguments; // "name" -> "Ada"
};

struct admin_answer {
    bool done = false;
    std::string text; // what was asked for, or why it was not done; may be empty
};

/// The longest line of either.
inline constexpr std::size_t longest_admin_line = 1024UL * 1024;

/// One line of JSON.
std::string to_line(const admin_request& what);
std::string to_line(const admin_answer& what);

/// Nothing when it is no such line.
std::optional<admin_request> parse_admin_request(std::string_view line);
std::optional<admin_answer> parse_admin_answer(std::string_view line);

} // namespace thimble::service
