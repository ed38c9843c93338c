#include "service/actions/batch_row.hpp"

#include "contract/strict_json.hpp"
#include "service/actions/ref_fields.hpp"
#include "service/phones/touch_checks.hpp"

#include <algorithm>
#include <concepts>
#include <memory>
#include <stdexcept>

namespace thimble::service::api {

using nlohmann::json;

namespace {

constexpr std::int64_t most_steps = 32;

using known_rows = std::shared_ptr<const std::vector<action_row>>;

/// A failure of a step, with the step's place in the batch before the field's name.
failure within_step(failure what, const std::string& step)
{
    const auto field = what.context.find("field");
    if (field != what.context.end() && field->is_string()) {
        const auto name = field->get<std::string>();
        *field = name == step ? name : step + "." + name;
    }
    what.message = step + ": " + what.message;
    return what;
}

/// The row that has this name, or one of its other names.
result<const action_row*> row_named(const std::vector<action_row>& rows, const json& step)
{
    const auto name = step.find("action");
    if (name == step.end())
        return std::unexpected(invalid_argument("action", "required", "is missing"));
    if (!name->is_string())
        return std::unexpected(invalid_argument("action", "not_a_string", "must be a string"));
    const auto wanted = name->get<std::string>();
    const auto row = std::ranges::find_if(rows, [&](const action_row& each) {
        return each.name == wanted || std::ranges::find(each.also, wanted) != each.also.end();
    });
    if (row == rows.end())
        return std::unexpected(
            invalid_argument("action", "not_one_of", "must be the name of an action"));
    return &*row;
}

/// A pinch has a field of the name that says which action a step is: in a step it is called `kind`.
std::vector<parameter> fields_of_step(const action_row& row)
{
    std::vector<parameter> fields = row.body;
    for (parameter& each : fields)
        if (each.name == "action")
            each.name = "kind";
    return fields;
}

std::shared_ptr<const std::vector<parameter::form>> forms_of(const std::vector<action_row>& rows)
{
    std::vector<parameter::form> forms;
    for (const auto& row : rows) {
        forms.push_back({.action = row.name, .fields = fields_of_step(row)});
        for (const auto& other : row.also)
            forms.push_back({.action = other, .fields = fields_of_step(row)});
    }
    return std::make_shared<const std::vector<parameter::form>>(std::move(forms));
}

result<arguments> read_step(const action_row& row, const json& step)
{
    arguments given;
    if (auto read = read_fields(fields_of_step(row), step, given); !read)
        return std::unexpected(std::move(read.error()));
    if (given.has("kind"))
        given.set("action", given.value("kind"));
    return given;
}

/// Types and limits: everything that does not depend on the phone.
result<void> check_step(const std::vector<action_row>& rows, const json& step)
{
    auto row = row_named(rows, step);
    if (!row)
        return std::unexpected(std::move(row.error()));
    if (auto given = read_step(**row, step); !given)
        return std::unexpected(std::move(given.error()));
    return {};
}

bool has_coordinates(const action_row& row)
{
    return std::ranges::any_of(row.body,
                               [](const parameter& each) { return each.along != axis::none; });
}

link::step to_step(link::action what)
{
    return std::visit(
        []<class Action>(Action& one) -> link::step {
            if constexpr (std::constructible_from<link::step, Action>)
                return std::move(one);
            else
                throw std::logic_error("an action that cannot be a step has a row of a batch");
        },
        what);
}

/// Checks that depend on the phone.
result<link::step> make_step(const known_phone& phone,
                             const std::vector<action_row>& rows,
                             const json& step,
                             bool first)
{
    const action_row& row = **row_named(rows, step);
    auto given = read_step(row, step);
    if (!given)
        return std::unexpected(std::move(given.error()));
    if (has_coordinates(row))
        if (auto inside = check_space(phone, row.body, *given); !inside)
            return std::unexpected(std::move(inside.error()));
    auto made = row.make_action(phone, *given);
    if (!made)
        return std::unexpected(std::move(made.error()));
    if (!first)
        let_go_of(*made);
    return to_step(std::move(*made));
}

std::string place_of(std::size_t step)
{
    return "steps[" + std::to_string(step) + "]";
}

result<link::action>
make_batch(const known_phone& phone, const std::vector<action_row>& rows, const arguments& given)
{
    link::batch out;
    for (const json& step : given.value("steps")) {
        auto made = make_step(phone, rows, step, out.steps.empty());
        if (!made)
            return std::unexpected(
                within_step(std::move(made.error()), place_of(out.steps.size())));
        out.steps.push_back(std::move(*made));
    }
    return out;
}

std::expected<json, std::string> read_steps(std::string_view typed)
{
    auto steps = parse_json(typed);
    if (!steps)
        return std::unexpected(std::move(steps.error().message));
    return json{{"steps", std::move(*steps)}};
}

} // namespace

action_row batch_row(std::vector<action_row> of)
{
    const known_rows rows = std::make_shared<const std::vector<action_row>>(std::move(of));
    const auto check = [rows](const json& step, const std::string& place) -> result<void> {
        auto checked = check_step(*rows, step);
        if (!checked)
            return std::unexpected(within_step(std::move(checked.error()), place));
        return {};
    };
    auto steps = objects("steps", 1, most_steps, check)
                     .needed()
                     .such_as(json::array({{{"action", "home"}}}))
                     .means("Each is the body of an action with its name beside it.");
    steps.forms = forms_of(*rows);
    return {
        .name = std::string(link::batch::name),
        .body = {std::move(steps)},
        .make_for = [rows](const known_phone& phone,
                           const arguments& given) { return make_batch(phone, *rows, given); },
        .documented_as = {.in = chapter::touches,
                          .summary = "Several actions with nothing of others between them",
                          .details = "The first step that fails ends it: the job fails with "
                                     "that step's code, and `context.steps` has all outcomes.",
                          .answers = {},
                          .failures = {"ELEMENT_NOT_FOUND", "APP_NOT_FOUND", "SHORTCUT_NOT_FOUND"}},
        .typed = {{{.field = "steps", .shown = "STEPS…", .read = read_steps}}}};
}

} // namespace thimble::service::api
