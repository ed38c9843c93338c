// Reading the JSON body of a control call; every error is a sentence that names the field.
#pragma once

#include <nlohmann/json.hpp>

#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::control {

/// The body as an object; an empty text is an empty one. Nested at most 16 levels.
std::expected<nlohmann::json, std::string> read_body(std::string_view text);

/// At most 64 KiB. Where it is absent: `otherwise`, or an error when there is none.
std::expected<std::string, std::string>
text_of(const nlohmann::json& body,
        std::string_view name,
        const std::optional<std::string>& otherwise = std::nullopt);

/// One to eight texts, none of them empty.
std::expected<std::vector<std::string>, std::string>
texts_of(const nlohmann::json& body, std::string_view name, std::vector<std::string> otherwise);

/// A finite number of [lowest, highest].
std::expected<double, std::string> number_of(const nlohmann::json& body,
                                             std::string_view name,
                                             double lowest,
                                             double highest,
                                             double otherwise);

template <class Value>
struct choice {
    std::string_view name;
    Value value;
};

template <class Value>
std::expected<Value, std::string>
choice_of(const nlohmann::json& body, std::string_view name, std::span<const choice<Value>> choices)
{
    const auto given = body.find(name);
    std::string names;
    for (const choice<Value>& each : choices) {
        if (given != body.end() && *given == each.name)
            return each.value;
        names.append(names.empty() ? "" : ", ").append(each.name);
    }
    return std::unexpected(std::string(name) + " must be one of " + names);
}

} // namespace thimble::virtualphone::control
