// One action of the REST contract as a row: its path, its arguments, what it becomes.
#pragma once

#include "contract/arguments.hpp"
#include "contract/description.hpp"
#include "contract/failure.hpp"
#include "service/phones/phones.hpp"

#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::api {

/// One word of an action on a command line: "DURATION_MS" of "tap-and-hold 100 200 700".
struct typed_word {
    std::string field;     // whose value it is
    std::string shown;     // as parameter::typed
    bool optional = false; // may be left out, with all that follow

    /// Where it is not simply the field's value: the fields that it gives, or a sentence.
    std::function<std::expected<nlohmann::json, std::string>(std::string_view)> read = {};

    bool is_rest_of_line() const { return shown.ends_with("…"); }
    bool is_secret() const { return shown == parameter::typed_elsewhere; }
};

/// The word that gives a field's value.
typed_word word_for(const parameter& field);

struct action_row {
    std::string name; // in the path
    std::vector<parameter> body = {};

    /// Called once the arguments have been checked one by one; what is wrong with them together is
    /// its failure.
    std::function<result<link::action>(const arguments&)> make = {};

    /// Instead of `make`, where it matters what is kept about the phone.
    std::function<result<link::action>(const known_phone&, const arguments&)> make_for = {};

    result<link::action> make_action(const known_phone& phone, const arguments& given) const
    {
        return make_for ? make_for(phone, given) : make(given);
    }

    /// Where the path is not the name: one with places for fields of the body.
    std::string path = {};

    /// Other paths of the same action.
    std::vector<std::string> also = {};

    /// Without its answers, which are those of every action.
    description documented_as = {};

    /// The record of a sync answer, where more stands in it than in a job.
    std::string record = "job";

    /// Of an example of its job, where what it is documented as tells of the result; null: empty.
    nlohmann::ordered_json result_example = nullptr;

    /// Its words on a command line; nothing: a word for each field of the body but
    /// refs, up to one that takes the rest of the line.
    std::optional<std::vector<typed_word>> typed = {};

    /// Fields of one that is typed, beside its words.
    nlohmann::json typed_beside = nlohmann::json::object();

    /// "tap-select": the name without a slash.
    std::string typed_as() const { return also.empty() ? name : also.front(); }

    std::vector<typed_word> words() const;

    /// The body without what may be given in place of other fields, which are needed then: for
    /// whoever has read no elements.
    std::vector<parameter> fields_without_refs() const;
};

/// "x" and "y", pixels of the screenshot.
parameter x();
parameter y();

// The rows, by what they are done with.
std::vector<action_row> touch_rows();
std::vector<action_row> element_rows();
std::vector<action_row> text_rows();
std::vector<action_row> command_rows();
std::vector<action_row> app_rows();

/// All of them: what can be a step of a batch.
std::vector<action_row> step_rows();

} // namespace thimble::service::api
