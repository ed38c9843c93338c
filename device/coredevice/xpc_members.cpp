#include "device/coredevice/xpc_members.hpp"

#include <cmath>
#include <limits>

namespace thimble::device::coredevice::xpc {
namespace {

constexpr double largest_whole = 9'007'199'254'740'992.0; // 2^53: below, doubles hold all integers

}

std::string text_member(const dictionary& of, std::string_view key)
{
    const auto* found = member<std::string>(of, key);
    return found == nullptr ? std::string() : *found;
}

bool bool_member(const dictionary& of, std::string_view key, bool otherwise)
{
    const auto* found = member<bool>(of, key);
    return found == nullptr ? otherwise : *found;
}

std::optional<std::int64_t> integer(const value& of)
{
    if (const auto* as_signed = of.as<std::int64_t>())
        return *as_signed;
    if (const auto* as_unsigned = of.as<std::uint64_t>())
        return *as_unsigned <= std::numeric_limits<std::int64_t>::max()
                   ? std::optional(static_cast<std::int64_t>(*as_unsigned))
                   : std::nullopt;
    const auto* real = of.as<double>();
    if (real == nullptr || std::abs(*real) > largest_whole || std::trunc(*real) != *real)
        return std::nullopt; // which holds for what is not a number as well
    return static_cast<std::int64_t>(*real);
}

std::optional<std::int64_t> integer_member(const dictionary& of, std::string_view key)
{
    const auto* found = of.find(key);
    return found == nullptr ? std::nullopt : integer(*found);
}

std::optional<double> number(const value& of)
{
    if (const auto* real = of.as<double>())
        return std::isfinite(*real) ? std::optional(*real) : std::nullopt;
    const auto whole = integer(of);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::optional<double> number_member(const dictionary& of, std::string_view key)
{
    const auto* found = of.find(key);
    return found == nullptr ? std::nullopt : number(*found);
}

} // namespace thimble::device::coredevice::xpc
