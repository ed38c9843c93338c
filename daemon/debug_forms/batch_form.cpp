// A batch, which is written as REST takes it.
#include "contract/strict_json.hpp"
#include "daemon/debug_forms/form.hpp"
#include "service/actions/batch_row.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>

namespace thimble::daemon {

namespace {

namespace api = service::api;

api::action_row row_of_batches()
{
    std::vector<api::action_row> steps;
    for (auto group :
         {api::touch_rows, api::element_rows, api::text_rows, api::command_rows, api::app_rows})
        std::ranges::move(group(), std::back_inserter(steps));
    return api::batch_row(std::move(steps));
}

/// A phone on whose screen every place lies: whether it does on the real one is seen before the
/// first step.
service::known_phone any_phone()
{
    constexpr int endless = std::numeric_limits<int>::max();
    service::known_phone any;
    any.state.screenshot_size = {.width = endless, .height = endless};
    return any;
}

service::result<link::action> make_batch(std::string_view json)
{
    const auto steps = service::parse_json(json);
    if (!steps)
        return std::unexpected(steps.error());
    const auto row = row_of_batches();
    service::arguments given;
    if (auto read = service::read_fields(row.body, {{"steps", *steps}}, given); !read)
        return std::unexpected(std::move(read.error()));
    return row.make_action(any_phone(), given);
}

bool holds_passcode(const link::action& what)
{
    return std::ranges::any_of(std::get<link::batch>(what).steps, [](const link::step& one) {
        const auto* unlocking = std::get_if<link::unlock>(&one);
        return unlocking != nullptr && unlocking->passcode;
    });
}

/// As a part of a longer sentence.
std::string without_stop(std::string sentence)
{
    if (sentence.ends_with('.'))
        sentence.pop_back();
    return sentence;
}

parsed_action read_batch(words arguments)
{
    auto made = make_batch(arguments[0]);
    if (!made)
        return std::unexpected(without_stop(std::move(made.error().message)));
    if (holds_passcode(*made))
        return std::unexpected(std::string(passcode_on_command_line));
    return plain(std::move(*made));
}

constexpr std::array batch_form_table{
    form{.name = "batch",
         .arguments = "STEPS…",
         .effect = R"(Several actions in a row: [{"action": "tap", "x": 1, "y": 2}, …])",
         .read = read_batch},
};

} // namespace

std::span<const form> batch_forms()
{
    return batch_form_table;
}

} // namespace thimble::daemon
