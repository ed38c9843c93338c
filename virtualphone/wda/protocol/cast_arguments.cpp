#include "virtualphone/wda/protocol/cast_arguments.hpp"

#include "virtualphone/wda/protocol/arguments.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>

namespace thimble::virtualphone::wda {

namespace {

std::string_view foundation_class(const nlohmann::json& argument)
{
    if (argument.is_null())
        return "NSNull";
    if (argument.is_string())
        return "__NSCFString";
    if (argument.is_number() || argument.is_boolean())
        return "__NSCFNumber";
    return argument.is_array() ? "__NSArrayM" : "__NSDictionaryM";
}

} // namespace

std::optional<double> double_value(const nlohmann::json& argument)
{
    if (argument.is_number())
        return argument.get<double>();
    if (argument.is_boolean())
        return argument.get<bool>() ? 1 : 0;
    if (argument.is_string())
        return std::strtod(argument.get_ref<const std::string&>().c_str(), nullptr);
    return std::nullopt;
}

std::optional<bool> bool_value(const nlohmann::json& argument)
{
    // A text that begins with one of these letters, or with a number that is not 0, is true.
    constexpr std::string_view beginnings = "YyTt123456789";
    if (argument.is_string()) {
        const auto& text = argument.get_ref<const std::string&>();
        const auto first = text.find_first_not_of(" +-0");
        return first != text.npos && beginnings.contains(text[first]);
    }
    const auto number = double_value(argument);
    return number ? std::optional(*number != 0) : std::nullopt;
}

refusal unrecognized(const nlohmann::json& argument, std::string_view message)
{
    return {errors::unknown_error, "-[" + std::string(foundation_class(argument)) + ' ' +
                                       std::string(message) +
                                       "]: unrecognized selector sent to instance"};
}

bool has_argument(const nlohmann::json& body, std::string_view name)
{
    return body.contains(name);
}

std::expected<double, refusal>
cast_number(const nlohmann::json& body, std::string_view name, double lowest, double highest)
{
    const auto found = body.find(name);
    if (found == body.end())
        return 0;
    const auto value = double_value(*found);
    if (!value)
        return std::unexpected(unrecognized(*found, "doubleValue"));
    if (!std::isfinite(*value) || *value < lowest || *value > highest) {
        return std::unexpected(refusal{errors::invalid_argument,
                                       "The argument '" + std::string(name) + "' is too large"});
    }
    return *value;
}

std::expected<milliseconds, refusal> cast_seconds(const nlohmann::json& body, std::string_view name)
{
    const std::chrono::duration<double> longest = longest_event;
    const auto seconds = cast_number(body, name, -longest.count(), longest.count());
    if (!seconds)
        return std::unexpected(seconds.error());
    return milliseconds(std::chrono::duration<double>(std::max(*seconds, 0.0)));
}

std::expected<place, refusal>
cast_place(const nlohmann::json& body, std::string_view x_name, std::string_view y_name)
{
    const auto x = cast_number(body, x_name, -farthest_point, farthest_point);
    if (!x)
        return std::unexpected(x.error());
    const auto y = cast_number(body, y_name, -farthest_point, farthest_point);
    if (!y)
        return std::unexpected(y.error());
    return place{*x, *y};
}

} // namespace thimble::virtualphone::wda
