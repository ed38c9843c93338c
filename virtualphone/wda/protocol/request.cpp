#include "virtualphone/wda/protocol/request.hpp"

#include <boost/beast/core/string.hpp>

#include <charconv>
#include <cstddef>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

constexpr std::string_view session_prefix = "/session/";
constexpr int deepest_body = 64;

std::string percent_decoded(std::string_view text)
{
    std::string decoded;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '%' && at + 2 < text.size()) {
            unsigned char byte = 0;
            const char* const digits = text.data() + at + 1;
            if (std::from_chars(digits, digits + 2, byte, 16).ptr == digits + 2) {
                decoded += static_cast<char>(byte);
                at += 2;
                continue;
            }
        }
        decoded += text[at] == '+' ? ' ' : text[at];
    }
    return decoded;
}

/// The part before `separator`, and `text` is left with what follows it.
std::string_view take_until(std::string_view& text, char separator)
{
    const std::size_t at = text.find(separator);
    const std::string_view part = text.substr(0, at);
    text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
    return part;
}

json read_body(std::string_view text)
{
    const auto shallow = [](int depth, json::parse_event_t, const json&) {
        return depth < deepest_body;
    };
    json body = json::parse(text, shallow, false);
    return body.is_object() ? body : json::object();
}

} // namespace

request
read_request(boost::beast::http::verb method, std::string_view target, std::string_view body)
{
    request result;
    result.method = method;
    std::string_view path = take_until(target, '?');
    if (boost::beast::iequals(path.substr(0, session_prefix.size()), session_prefix)) {
        path.remove_prefix(session_prefix.size());
        const std::size_t end = path.find('/');
        result.session = path.substr(0, end);
        path = end == std::string_view::npos ? std::string_view() : path.substr(end);
    }
    result.path = path;
    while (!target.empty()) {
        std::string_view value = take_until(target, '&');
        const std::string_view name = take_until(value, '=');
        result.query[percent_decoded(name)] = percent_decoded(value);
    }
    result.body = read_body(body);
    return result;
}

} // namespace thimble::virtualphone::wda
