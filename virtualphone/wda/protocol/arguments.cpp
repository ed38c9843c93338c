#include "virtualphone/wda/protocol/arguments.hpp"

#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

std::unexpected<refusal> invalid(std::string_view name, std::string_view demand)
{
    std::string message = "The argument '";
    message.append(name).append("' must be ").append(demand);
    return std::unexpected(refusal{errors::invalid_argument, std::move(message)});
}

bool absent(const nlohmann::json& body, std::string_view name)
{
    const auto found = body.find(name);
    return found == body.end() || found->is_null();
}

} // namespace

std::expected<double, refusal>
number_argument(const nlohmann::json& body, std::string_view name, double lowest, double highest)
{
    const auto found = body.find(name);
    if (found == body.end() || !found->is_number())
        return invalid(name, "a number");
    const double value = found->get<double>();
    if (!std::isfinite(value) || value < lowest || value > highest) {
        return invalid(name, "between " + nlohmann::json(lowest).dump() + " and " +
                                 nlohmann::json(highest).dump());
    }
    return value;
}

std::expected<double, refusal> number_argument(const nlohmann::json& body,
                                               std::string_view name,
                                               double lowest,
                                               double highest,
                                               double otherwise)
{
    return absent(body, name) ? otherwise : number_argument(body, name, lowest, highest);
}

std::expected<std::string, refusal> text_argument(const nlohmann::json& body, std::string_view name)
{
    const auto found = body.find(name);
    if (found == body.end() || !found->is_string())
        return invalid(name, "a string");
    return found->get<std::string>();
}

std::expected<std::optional<std::string>, refusal>
optional_text_argument(const nlohmann::json& body, std::string_view name)
{
    if (absent(body, name))
        return std::optional<std::string>();
    return text_argument(body, name);
}

std::expected<place, refusal>
place_argument(const nlohmann::json& body, std::string_view x_name, std::string_view y_name)
{
    const auto x = number_argument(body, x_name, -farthest_point, farthest_point);
    if (!x)
        return std::unexpected(x.error());
    const auto y = number_argument(body, y_name, -farthest_point, farthest_point);
    if (!y)
        return std::unexpected(y.error());
    return place{*x, *y};
}

} // namespace thimble::virtualphone::wda
