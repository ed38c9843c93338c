#include "contract/arguments.hpp"

#include "contract/strict_json.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"

#include <boost/beast/core/string.hpp>

#include <algorithm>

namespace thimble::service {

namespace beast = boost::beast;
using nlohmann::json;

namespace {

failure empty_body(const std::vector<parameter>& expected)
{
    return {.code = "EMPTY_BODY",
            .message = "This needs a JSON object as its body, with: " +
                       joined(expected, ", ", &parameter::name) + "."};
}

/// A missing content type counts as JSON; parameters other than another charset are ignored.
bool is_json(std::string_view content_type)
{
    const auto type = trim(take_until(';', content_type));
    if (!type.empty() && !beast::iequals(type, "application/json"))
        return false;
    const auto parameters = to_lower(content_type);
    return !parameters.contains("charset") || parameters.contains("utf-8");
}

result<void> check_media_type(const http::request& what)
{
    const auto encoding = what.head[beast::http::field::content_encoding];
    const bool plain = encoding.empty() || beast::iequals(encoding, "identity");
    if (plain && is_json(what.head[beast::http::field::content_type]))
        return {};
    return std::unexpected(
        failure{.code = "UNSUPPORTED_MEDIA_TYPE",
                .message = "The body must be plain JSON: send Content-Type: application/json."});
}

bool has_any(const std::vector<parameter>& expected, const json& body)
{
    return std::ranges::any_of(expected,
                               [&](const auto& each) { return body.contains(each.name); });
}

} // namespace

std::int64_t arguments::integer(const std::string& name) const
{
    return values_.at(name).get<std::int64_t>();
}

int arguments::small_integer(const std::string& name) const
{
    return static_cast<int>(integer(name));
}

bool arguments::flag(const std::string& name) const
{
    return values_.at(name).get<bool>();
}

std::string arguments::text(const std::string& name) const
{
    return values_.at(name).get<std::string>();
}

std::vector<std::string> arguments::texts(const std::string& name) const
{
    return values_.at(name).get<std::vector<std::string>>();
}

result<void>
read_query(const std::vector<parameter>& expected, const http::target& where, arguments& out)
{
    for (const auto& each : expected) {
        const auto given =
            std::ranges::find(where.query, each.name, &std::pair<std::string, std::string>::first);
        if (given == where.query.end()) {
            if (each.required)
                return std::unexpected(invalid_argument(each.name, "required", "is missing"));
            if (!each.fallback.is_null())
                out.set(each.name, each.fallback);
            continue;
        }
        if (std::ranges::count(where.query, each.name,
                               &std::pair<std::string, std::string>::first) > 1)
            return std::unexpected(invalid_argument(each.name, "repeated", "may be given once"));
        auto value = read_value(each, std::string_view(given->second));
        if (!value)
            return std::unexpected(std::move(value.error()));
        out.set(each.name, std::move(*value));
    }
    return {};
}

result<void> read_fields(const std::vector<parameter>& expected, const json& object, arguments& out)
{
    for (const auto& each : expected) {
        const auto given = object.find(each.name);
        const bool replaced = !each.instead.empty() && object.contains(each.instead);
        if (given != object.end()) {
            if (replaced)
                return std::unexpected(invalid_argument(
                    each.name, "superfluous", "must not be given beside " + each.instead));
            auto value = read_value(each, *given);
            if (!value)
                return std::unexpected(std::move(value.error()));
            out.set(each.name, std::move(*value));
        } else if (each.required && !replaced) {
            return std::unexpected(invalid_argument(each.name, "required", "is missing"));
        } else if (!each.fallback.is_null()) {
            out.set(each.name, each.fallback);
        }
    }
    return {};
}

result<void> read_body(const std::vector<parameter>& expected,
                       bool one_needed,
                       const http::request& what,
                       arguments& out)
{
    const bool needed = one_needed || std::ranges::any_of(expected, &parameter::required);
    if (what.body.empty() && !what.body_too_large)
        return needed ? result<void>(std::unexpected(empty_body(expected)))
                      : read_fields(expected, json::object(), out);
    if (auto checked = check_media_type(what); !checked)
        return checked;
    if (what.body_too_large)
        return std::unexpected(failure{.code = "PAYLOAD_TOO_LARGE",
                                       .message = "The body is longer than this service takes."});
    if (is_blank(what.body))
        return needed ? result<void>(std::unexpected(empty_body(expected)))
                      : read_fields(expected, json::object(), out);
    auto body = parse_json(what.body);
    if (!body)
        return std::unexpected(std::move(body.error()));
    if (!body->is_object())
        return std::unexpected(invalid_argument("body", "not_an_object", "must be a JSON object"));
    if (one_needed && !has_any(expected, *body))
        return std::unexpected(empty_body(expected));
    return read_fields(expected, *body, out);
}

} // namespace thimble::service
