#include "link/wire/bounds.hpp"

#include "link/limits.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace thimble::link::wire {

namespace {

std::string not_between(std::string least, const std::string& most)
{
    return "not between " + std::move(least) + " and " + most;
}

std::string without_zeros(double value)
{
    return nlohmann::json(value).dump();
}

/// Below the limit for whole messages, as there are objects around it.
constexpr std::size_t free_nesting = limits::nesting - 8;

bool is_nested_deeper(const nlohmann::json& value, std::size_t levels)
{
    if (!value.is_structured())
        return false;
    return levels == 0 || std::ranges::any_of(value, [&](const nlohmann::json& each) {
               return is_nested_deeper(each, levels - 1);
           });
}

} // namespace

void check(const spot& here, std::int64_t value, const whole& bounds)
{
    if (value < bounds.least || value > bounds.most)
        here.refuse(not_between(std::to_string(bounds.least), std::to_string(bounds.most)));
}

void check(const spot& here, double value, const real& bounds)
{
    if (!std::isfinite(value) || value < bounds.least || value > bounds.most)
        here.refuse(not_between(without_zeros(bounds.least), without_zeros(bounds.most)));
}

void check(const spot& here, std::string_view value, const text& bounds)
{
    if (value.size() > bounds.most)
        here.refuse("longer than " + std::to_string(bounds.most) + " bytes");
    else if (value.size() < bounds.least)
        here.refuse("empty");
}

void check(const spot& here, std::string_view value, const token& bounds)
{
    const auto printable = [](char c) { return c > ' ' && c <= '~'; };
    check(here, value, text{.most = bounds.most, .least = bounds.least});
    if (!std::ranges::all_of(value, printable))
        here.refuse("not printable ASCII without spaces");
}

void check(const spot& here, std::size_t count, const many& bounds)
{
    if (count > bounds.most)
        here.refuse("more than " + std::to_string(bounds.most));
    else if (count < bounds.least)
        here.refuse("empty");
}

void check(const spot& here, const nlohmann::json& value, const free_object& /*bounds*/)
{
    if (!value.is_object())
        here.refuse("not an object");
    else if (is_nested_deeper(value, free_nesting))
        here.refuse("nested too deeply");
}

} // namespace thimble::link::wire
