#include "daemon/debug_forms/debug_rows.hpp"

#include "service/actions/batch_row.hpp"
#include "service/phones/touch_checks.hpp"

#include <limits>

namespace thimble::daemon {

using nlohmann::json;
using service::api::action_row;

namespace {

constexpr std::int64_t most_elements = 1000;
constexpr std::int64_t longest_selector = 500; // characters

action_row elements_row()
{
    return {.name = std::string(link::elements::name),
            .body = {service::integer("limit", 1, most_elements).otherwise(link::elements{}.limit)},
            .make = [](const service::arguments& given) -> service::result<link::action> {
                return link::elements{.limit = given.small_integer("limit")};
            },
            .documented_as = {.summary = "List what is on the screen", .answers = {}}};
}

action_row find_row()
{
    return {.name = std::string(link::find_element::name),
            .body = {service::text("selector", 1, longest_selector).needed().typed_as("SELECTOR…")},
            .make = [](const service::arguments& given) -> service::result<link::action> {
                return link::find_element{.selector = given.text("selector")};
            },
            .documented_as = {.summary = "Look for an element, touching nothing", .answers = {}}};
}

action_row apps_row()
{
    return {.name = "apps",
            .make = [](const service::arguments&) -> service::result<link::action> {
                return link::list_apps{};
            },
            .documented_as = {.summary = "List the apps", .answers = {}}};
}

action_row screenshot_row()
{
    return {.name = std::string(link::screenshot::name),
            .make = [](const service::arguments&) -> service::result<link::action> {
                return link::screenshot{};
            },
            .documented_as = {.summary = "Write a picture of the screen", .answers = {}},
            .typed = {{{.field = std::string(screenshot_file), .shown = "FILE.png"}}}};
}

/// A phone on whose screen every place lies.
service::known_phone any_phone()
{
    constexpr int endless = std::numeric_limits<int>::max();
    service::known_phone any;
    any.state.screenshot_size = {.width = endless, .height = endless};
    return any;
}

} // namespace

std::vector<action_row> debug_rows()
{
    auto rows = service::api::step_rows();
    rows.push_back(service::api::batch_row(rows));
    rows.push_back(elements_row());
    rows.push_back(find_row());
    rows.push_back(apps_row());
    rows.push_back(screenshot_row());
    rows.push_back({.name = std::string(phones_row),
                    .documented_as = {.summary = "List the phones", .answers = {}}});
    return rows;
}

service::result<link::action> make_action(const action_row& row, const service::arguments& given)
{
    const auto phone = any_phone();
    if (auto inside = service::check_space(phone, row.body, given); !inside)
        return std::unexpected(std::move(inside.error()));
    return row.make_action(phone, given);
}

} // namespace thimble::daemon
