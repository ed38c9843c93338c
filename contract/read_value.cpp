#include "contract/parameter.hpp"
#include "text/ascii.hpp"
#include "text/lists.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace thimble::service {

using nlohmann::json;

namespace {

failure wrong_type(const parameter& expected, std::string_view reason, std::string_view rule)
{
    return invalid_argument(expected.name, reason, rule);
}

result<json> check_integer(const parameter& expected, std::int64_t value)
{
    if (expected.along == axis::none && (value < expected.minimum || value > expected.maximum))
        return std::unexpected(
            out_of_range(expected.name, value, expected.minimum, expected.maximum));
    return value;
}

/// `given` is a number.
result<json> check_number(const parameter& expected, const json& given)
{
    const auto value = given.get<double>();
    if (value >= static_cast<double>(expected.minimum) &&
        value <= static_cast<double>(expected.maximum))
        return given;
    const auto minimum = std::to_string(expected.minimum);
    const auto maximum = std::to_string(expected.maximum);
    return std::unexpected(invalid_argument(
        expected.name, "out_of_range", "must be from " + minimum + " to " + maximum,
        {{"value", given}, {"minimum", expected.minimum}, {"maximum", expected.maximum}}));
}

/// "1 to 80", or "7" where there is no choice.
std::string span_of(const parameter& expected)
{
    const auto most = std::to_string(expected.maximum);
    return expected.minimum == expected.maximum ? most
                                                : std::to_string(expected.minimum) + " to " + most;
}

result<void> check_length(const parameter& expected, std::string_view value)
{
    const auto length = static_cast<std::int64_t>(character_count(value));
    if (expected.limits_of_action || (length >= expected.minimum && length <= expected.maximum))
        return {};
    const auto* const reason = length < expected.minimum ? "too_short" : "too_long";
    return std::unexpected(invalid_argument(
        expected.name, reason, "must have " + span_of(expected) + " characters",
        {{"length", length}, {"minimum", expected.minimum}, {"maximum", expected.maximum}}));
}

/// The check of a text with only one length names its form, which says more than the length.
result<json> check_text(const parameter& expected, std::string value)
{
    auto length = check_length(expected, value);
    if (!length && expected.minimum != expected.maximum)
        return std::unexpected(std::move(length.error()));
    json checked = std::move(value);
    if (expected.check)
        if (auto fine = expected.check(checked, expected.name); !fine)
            return std::unexpected(std::move(fine.error()));
    if (!length)
        return std::unexpected(std::move(length.error()));
    return checked;
}

result<json> check_choice(const parameter& expected, std::string value)
{
    if (std::ranges::find(expected.choices, value) != expected.choices.end())
        return json(std::move(value));
    return std::unexpected(invalid_argument(expected.name, "not_one_of",
                                            "must be one of " + joined(expected.choices, ", "),
                                            {{"allowed", expected.choices}}));
}

result<json> check_string(const parameter& expected, std::string value)
{
    return expected.kind == parameter::type::choice ? check_choice(expected, std::move(value))
                                                    : check_text(expected, std::move(value));
}

/// That it is a list, and how long.
result<void> check_list(const parameter& expected, const json& given, std::string_view of)
{
    if (!given.is_array())
        return std::unexpected(
            wrong_type(expected, "not_a_list", "must be a list of " + std::string(of)));
    if (std::cmp_less(given.size(), expected.least_items))
        return std::unexpected(invalid_argument(
            expected.name, "too_short",
            "must have at least " + std::to_string(expected.least_items) + " members",
            {{"length", given.size()}, {"minimum", expected.least_items}}));
    if (std::cmp_greater(given.size(), expected.most_items))
        return std::unexpected(invalid_argument(
            expected.name, "too_long",
            "must have at most " + std::to_string(expected.most_items) + " members",
            {{"length", given.size()}, {"maximum", expected.most_items}}));
    return {};
}

std::string member_name(const parameter& list, std::size_t place)
{
    return list.name + "[" + std::to_string(place) + "]";
}

result<json> check_objects(const parameter& expected, const json& given)
{
    if (auto list = check_list(expected, given, "objects"); !list)
        return std::unexpected(std::move(list.error()));
    for (std::size_t place = 0; place < given.size(); ++place) {
        const auto name = member_name(expected, place);
        if (!given[place].is_object())
            return std::unexpected(invalid_argument(name, "not_an_object", "must be an object"));
        if (auto checked = expected.check(given[place], name); !checked)
            return std::unexpected(std::move(checked.error()));
    }
    return given;
}

result<json> check_texts(const parameter& expected, const json& given)
{
    if (auto list = check_list(expected, given, "strings"); !list)
        return std::unexpected(std::move(list.error()));
    auto member = expected;
    for (std::size_t place = 0; place < given.size(); ++place) {
        member.name = member_name(expected, place);
        if (!given[place].is_string())
            return std::unexpected(wrong_type(member, "not_a_string", "must be a string"));
        if (auto checked = check_text(member, given[place].get<std::string>()); !checked)
            return checked;
    }
    return given;
}

/// Decimal digits with an optional minus; what has more than 64 bits is the nearest that fits.
std::optional<std::int64_t> parse_integer(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || problem == std::errc::invalid_argument)
        return std::nullopt;
    if (problem == std::errc::result_out_of_range)
        return text.starts_with('-') ? std::numeric_limits<std::int64_t>::min()
                                     : std::numeric_limits<std::int64_t>::max();
    return value;
}

/// A number of more than 64 bits has been read as this one, which nobody has sent.
bool is_nearest_that_fits(std::int64_t value)
{
    using bounds = std::numeric_limits<std::int64_t>;
    return value == bounds::min() || value == bounds::max();
}

std::optional<bool> parse_boolean(std::string_view text)
{
    const auto word = to_lower(text);
    if (word == "true" || word == "1")
        return true;
    if (word == "false" || word == "0")
        return false;
    return std::nullopt;
}

} // namespace

result<json> read_value(const parameter& expected, const json& given)
{
    if (given.is_null() && expected.nullable)
        return given;
    switch (expected.kind) {
    case parameter::type::integer:
        if (!given.is_number_integer())
            return std::unexpected(wrong_type(expected, "not_an_integer", "must be an integer"));
        return check_integer(expected, given.get<std::int64_t>());
    case parameter::type::number:
        if (!given.is_number())
            return std::unexpected(wrong_type(expected, "not_a_number", "must be a number"));
        return check_number(expected, given);
    case parameter::type::boolean:
        if (!given.is_boolean())
            return std::unexpected(wrong_type(expected, "not_a_boolean", "must be true or false"));
        return given;
    case parameter::type::text:
    case parameter::type::choice:
        if (!given.is_string())
            return std::unexpected(wrong_type(expected, "not_a_string", "must be a string"));
        return check_string(expected, given.get<std::string>());
    case parameter::type::texts:
        return check_texts(expected, given);
    case parameter::type::objects:
        return check_objects(expected, given);
    }
    std::unreachable();
}

result<json> read_value(const parameter& expected, std::string_view given)
{
    if (expected.kind == parameter::type::integer) {
        const auto value = parse_integer(given);
        if (!value)
            return std::unexpected(wrong_type(expected, "not_an_integer", "must be an integer"));
        return check_integer(expected, *value);
    }
    if (expected.kind == parameter::type::boolean) {
        const auto value = parse_boolean(given);
        if (!value)
            return std::unexpected(
                wrong_type(expected, "not_a_boolean", "must be true, false, 1 or 0"));
        return json(*value);
    }
    return check_string(expected, std::string(given));
}

failure
out_of_range(std::string_view field, std::int64_t value, std::int64_t minimum, std::int64_t maximum)
{
    if (is_nearest_that_fits(value))
        return invalid_argument(field, "out_of_range",
                                "must be from " + std::to_string(minimum) + " to " +
                                    std::to_string(maximum),
                                {{"minimum", minimum}, {"maximum", maximum}});
    return invalid_argument(field, "out_of_range",
                            "is " + std::to_string(value) + " and must be from " +
                                std::to_string(minimum) + " to " + std::to_string(maximum),
                            {{"value", value}, {"minimum", minimum}, {"maximum", maximum}});
}

} // namespace thimble::service
