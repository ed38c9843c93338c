// Conversion between C++ values and the columns of the database.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace thimble::service::store {

/// Declared type of a column: BIGINT, DOUBLE PRECISION or TEXT. There are no others.
enum class column_kind : std::uint8_t { integer, real, text };

/// One value on its way to or from the database.
struct cell {
    column_kind kind = column_kind::text;
    bool null = false;
    long long integer = 0;
    double real = 0;
    std::string text;
};

/// `kind`, `put` and `get` for each type that can be stored.
template <class Value>
struct stored;

template <std::integral Value>
struct stored<Value> {
    static constexpr auto kind = column_kind::integer;
    static void put(Value from, cell& to) { to.integer = static_cast<long long>(from); }
    static Value get(const cell& from) { return static_cast<Value>(from.integer); }
};

template <std::floating_point Value>
struct stored<Value> {
    static constexpr auto kind = column_kind::real;
    static void put(Value from, cell& to) { to.real = from; }
    static Value get(const cell& from) { return static_cast<Value>(from.real); }
};

template <std::convertible_to<std::string_view> Value>
struct stored<Value> {
    static constexpr auto kind = column_kind::text;
    static void put(std::string_view from, cell& to) { to.text = from; }
    static Value get(const cell& from) { return Value(std::string_view(from.text)); }
};

/// Milliseconds since 1970.
template <>
struct stored<std::chrono::system_clock::time_point> {
    using time = std::chrono::system_clock::time_point;
    static constexpr auto kind = column_kind::integer;
    static void put(time from, cell& to)
    {
        to.integer = std::chrono::floor<std::chrono::milliseconds>(from).time_since_epoch().count();
    }
    static time get(const cell& from) { return time(std::chrono::milliseconds(from.integer)); }
};

/// NULL where there is no value.
template <class Value>
struct stored<std::optional<Value>> {
    static constexpr auto kind = stored<Value>::kind;
    static void put(const std::optional<Value>& from, cell& to)
    {
        to.null = !from;
        if (from)
            stored<Value>::put(*from, to);
    }
    static std::optional<Value> get(const cell& from)
    {
        return from.null ? std::nullopt : std::optional<Value>(stored<Value>::get(from));
    }
};

template <class Value>
cell to_cell(const Value& from)
{
    cell to;
    using type = stored<std::decay_t<Value>>;
    to.kind = type::kind;
    type::put(from, to);
    return to;
}

} // namespace thimble::service::store
