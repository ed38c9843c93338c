// Members of JSON that we write ourselves; what is read back may be damaged all the same.
#pragma once

#include "text/iso_time.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

/// The object that the text is, else an empty one.
inline nlohmann::json parse_object(const std::optional<std::string>& text)
{
    auto out = text ? nlohmann::json::parse(*text, nullptr, false) : nlohmann::json();
    return out.is_object() ? out : nlohmann::json::object();
}

template <class Value>
bool is_a(const nlohmann::json& value)
{
    if constexpr (std::same_as<Value, bool>)
        return value.is_boolean();
    else if constexpr (std::integral<Value>)
        return value.is_number_integer();
    else if constexpr (std::floating_point<Value>)
        return value.is_number();
    else
        return value.is_string();
}

/// Value under `name` if it is of that type, else nothing.
template <class Value>
std::optional<Value> find_member(const nlohmann::json& record, std::string_view name)
{
    const auto found = record.find(name);
    if (found == record.end() || !is_a<Value>(*found))
        return std::nullopt;
    return found->template get<Value>();
}

/// The same, else what is usual.
template <class Value>
Value member(const nlohmann::json& record, std::string_view name, Value usual = {})
{
    return find_member<Value>(record, name).value_or(std::move(usual));
}

/// The value of a member that is null where there is nothing to say.
inline nlohmann::ordered_json text_or_null(const std::string& text)
{
    return text.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(text);
}

inline nlohmann::ordered_json text_or_null(const std::optional<std::string>& text)
{
    return text ? nlohmann::ordered_json(*text) : nlohmann::ordered_json();
}

inline nlohmann::ordered_json
time_or_null(const std::optional<std::chrono::system_clock::time_point>& moment)
{
    return moment ? nlohmann::ordered_json(iso_time(*moment)) : nlohmann::ordered_json();
}

} // namespace thimble::service
