// Values that are written as one of a few words.
#pragma once

#include <cstddef>
#include <expected>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

template <class Value>
struct choice {
    std::string_view name;
    Value value;
};

template <class Value, std::size_t Count>
std::expected<void, std::string>
choose(Value& to, std::string_view text, const choice<Value> (&choices)[Count])
{
    std::string names;
    for (const auto& one : choices) {
        if (one.name == text) {
            to = one.value;
            return {};
        }
        names += (names.empty() ? "" : ", ") + std::string(one.name);
    }
    return std::unexpected(fmt::format("must be one of: {}", names));
}

} // namespace thimble::virtualphone
