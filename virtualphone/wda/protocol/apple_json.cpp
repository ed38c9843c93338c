#include "virtualphone/wda/protocol/apple_json.hpp"

#include <cmath>
#include <cstddef>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

constexpr double exact_integers = 9007199254740992.0; // 2^53

std::string scalar_text(const json& value)
{
    if (value.is_number_float()) {
        const double number = value.get<double>();
        if (number == std::trunc(number) && std::abs(number) < exact_integers)
            return std::to_string(static_cast<long long>(number));
    }
    return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void append_string(std::string& to, const std::string& text)
{
    const std::string plain = json(text).dump(-1, ' ', false, json::error_handler_t::replace);
    for (const char character : plain) {
        if (character == '/')
            to += '\\';
        to += character;
    }
}

void append_indent(std::string& to, int level)
{
    to += '\n';
    to.append(static_cast<std::size_t>(level) * 2, ' ');
}

void append(std::string& to, const json& value, int level)
{
    if (value.is_string()) {
        append_string(to, value.get_ref<const std::string&>());
        return;
    }
    if (!value.is_structured()) {
        to += scalar_text(value);
        return;
    }
    to += value.is_object() ? '{' : '[';
    bool first = true;
    for (const auto& [key, member] : value.items()) {
        if (!std::exchange(first, false))
            to += ',';
        append_indent(to, level + 1);
        if (value.is_object()) {
            append_string(to, key);
            to += " : ";
        }
        append(to, member, level + 1);
    }
    if (value.empty())
        to += '\n';
    append_indent(to, level);
    to += value.is_object() ? '}' : ']';
}

} // namespace

std::string apple_json(const json& value, int level)
{
    std::string text;
    append(text, value, level);
    return text;
}

std::string quoted_with_escaped_slashes(std::string_view text)
{
    std::string quoted;
    quoted.reserve(text.size() + text.size() / 32 + 2);
    quoted += '"';
    for (;;) {
        const std::size_t slash = text.find('/');
        quoted.append(text.substr(0, slash));
        if (slash == std::string_view::npos)
            break;
        quoted += "\\/";
        text.remove_prefix(slash + 1);
    }
    quoted += '"';
    return quoted;
}

} // namespace thimble::virtualphone::wda
