// One parameter of an endpoint: its type, its limits, its default. Validation comes from these.
#pragma once

#include "contract/failure.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Which edge of the screenshot a coordinate is checked against, once the phone is known.
enum class axis : std::uint8_t { none, x, y };

struct parameter {
    enum class type : std::uint8_t { integer, number, boolean, text, choice, texts, objects };

    /// Check of a text, or of a member of a list; `place` is its name: "steps[2]".
    using member_check =
        std::function<result<void>(const nlohmann::json& member, const std::string& place)>;

    std::string name;
    type kind = type::text;
    std::int64_t minimum = 0; // a number's value, a text's length in characters
    std::int64_t maximum = 0;
    std::int64_t least_items = 0; // of a list, whose members the limits above are for
    std::int64_t most_items = 0;
    member_check check = {};
    std::vector<std::string> choices = {};
    axis along = axis::none;
    bool required = false;
    std::string instead = {}; // the name of another one that may be given in place of it
    bool nullable = false;
    bool limits_of_action = false; // a text's limits are documented here and checked by the action
    nlohmann::json fallback = nullptr; // null: the argument is absent when it is not given

    /// Shape of the objects of a list: each form is told by its name in `action`.
    struct form;

    /// On a command line: "KIND"; "TEXT…" takes the rest of the line, "-" stands for a secret that
    /// no command line may have. Empty: the name in capitals.
    std::string typed = {};
    static constexpr std::string_view typed_elsewhere = "-";

    // For those who read the contract.
    std::string meaning = {};
    nlohmann::json example = nullptr; // a value that will do; null: none is shown
    std::shared_ptr<const std::vector<form>> forms = {};

    /// The same parameter, which must be given.
    parameter needed() const;

    /// The same parameter, which must be given, or the other one must, and not both.
    parameter needed_unless(std::string other) const;

    /// The same parameter, for which null may be given.
    parameter or_null() const;

    /// The same parameter with a default.
    parameter otherwise(nlohmann::json value) const;

    /// The same text, which must pass this check, too.
    parameter checked_by(member_check more) const;

    /// The same text, whose length is left to the action: the limit depends on other parameters.
    parameter limited_by_action() const;

    /// The same parameter under another name on a command line.
    parameter typed_as(std::string shown) const;

    /// The same parameter with its meaning, a sentence or two.
    parameter means(std::string sentence) const;

    /// The same parameter with an example.
    parameter such_as(nlohmann::json value) const;
};

struct parameter::form {
    std::string action;
    std::vector<parameter> fields;
};

parameter integer(std::string name, std::int64_t minimum, std::int64_t maximum);

/// A number that may have a fraction. Of a body only.
parameter number(std::string name, std::int64_t minimum, std::int64_t maximum);
parameter boolean(std::string name);
parameter text(std::string name, std::int64_t least_characters, std::int64_t most_characters);
parameter choice(std::string name, std::vector<std::string> choices);

/// A list of texts, none of them empty. Of a body only.
parameter texts(std::string name, std::int64_t most_items, std::int64_t most_characters);

/// A list of objects that `check` finds nothing wrong with. Of a body only.
parameter objects(std::string name,
                  std::int64_t least_items,
                  std::int64_t most_items,
                  parameter::member_check check);

/// A pixel of the screenshot. It has no limits of its own: they are the phone's.
parameter coordinate(std::string name, axis along);

/// The parameter's value in a body, or the reason why it will not do.
result<nlohmann::json> read_value(const parameter& expected, const nlohmann::json& given);

/// Its value in a query, where everything is text.
result<nlohmann::json> read_value(const parameter& expected, std::string_view given);

/// INVALID_ARGUMENT for an integer outside its limits; names the limits, and the value unless it
/// has more than 64 bits.
failure out_of_range(std::string_view field,
                     std::int64_t value,
                     std::int64_t minimum,
                     std::int64_t maximum);

} // namespace thimble::service
