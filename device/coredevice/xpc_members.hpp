// Looks for a member of a dictionary by its name and kind.
#pragma once

#include "device/coredevice/xpc_value.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::device::coredevice::xpc {

/// Nullptr where there is none, or where it is of another kind.
template <kind Type>
const Type* member(const dictionary& of, std::string_view key)
{
    const auto* found = of.find(key);
    return found == nullptr ? nullptr : found->as<Type>();
}

/// Empty where there is none.
std::string text_member(const dictionary& of, std::string_view key);

bool bool_member(const dictionary& of, std::string_view key, bool otherwise = false);

/// Of either kind of integer, or a double that is whole: a phone is not strict in what it sends.
std::optional<std::int64_t> integer(const value& of);
std::optional<std::int64_t> integer_member(const dictionary& of, std::string_view key);

/// Of any kind of number.
std::optional<double> number(const value& of);
std::optional<double> number_member(const dictionary& of, std::string_view key);

} // namespace thimble::device::coredevice::xpc
