// Apps, addresses and shortcuts.
#include "contract/url_check.hpp"
#include "service/actions/action_row.hpp"
#include "text/bundle_id.hpp"
#include "text/nearest_names.hpp"

#include <algorithm>

namespace thimble::service::api {

namespace {

constexpr std::int64_t longest_app_name = 200; // characters
constexpr std::int64_t longest_input = 10'000; // characters

/// Where the stored list leaves no doubt, the phone need not be asked for another. It has the last
/// word where there is doubt: an app may have come since.
result<link::action> make_open_app(const known_phone& phone, const arguments& given)
{
    link::open_app what{.app_name = given.text("app_name")};
    if (phone.apps)
        if (const auto found = find_app(phone.apps->apps, what.app_name))
            what.app_name = found->bundle_id;
    return what;
}

result<link::action> make_open_url(const arguments& given)
{
    if (auto checked = check_url(given.text("url")); !checked)
        return std::unexpected(std::move(checked.error()));
    return link::open_url{.url = given.text("url")};
}

result<void> check_bundle_id(const nlohmann::json& given, const std::string& place)
{
    if (is_bundle_id(given.get<std::string>()))
        return {};
    return std::unexpected(invalid_argument(
        place, "malformed", "must be a bundle id: letters, digits, points, hyphens, underscores"));
}

result<link::action> make_terminate_app(const arguments& given)
{
    return link::terminate_app{.bundle_id = given.text("bundle_id")};
}

failure shortcut_not_found(std::string message, std::vector<std::string> candidates)
{
    return {.code = "SHORTCUT_NOT_FOUND",
            .message = std::move(message),
            .context = {{"candidates", std::move(candidates)}}};
}

result<std::string> shortcut_at(const std::vector<std::string>& known, std::int64_t index)
{
    if (std::cmp_less(index, known.size()))
        return known[static_cast<std::size_t>(index)];
    const auto shown = std::min(known.size(), most_candidates);
    return std::unexpected(shortcut_not_found(
        "There are " + std::to_string(known.size()) +
            " shortcuts in the list of this phone; PUT shortcuts says which there are.",
        {known.begin(), known.begin() + static_cast<std::ptrdiff_t>(shown)}));
}

/// A name is taken as it is where nobody has said which shortcuts there are.
result<std::string> shortcut_named(const std::vector<std::string>& known, const std::string& name)
{
    if (known.empty() || std::ranges::find(known, name) != known.end())
        return name;
    std::vector<std::string> candidates;
    for (const auto place : nearest_names(name, known))
        candidates.push_back(known[place]);
    return std::unexpected(
        shortcut_not_found("No shortcut in the list of this phone has this name; PUT shortcuts "
                           "says which there are.",
                           std::move(candidates)));
}

result<link::action> make_shortcut(const known_phone& phone, const arguments& given)
{
    if (given.has("index") == given.has("name"))
        return std::unexpected(invalid_argument(
            given.has("index") ? "name" : "index", given.has("index") ? "superfluous" : "required",
            "must be given, or the other of index and name, and not both"));
    const auto known = phone.shortcuts.value_or(std::vector<std::string>{});
    auto name = given.has("index") ? shortcut_at(known, given.integer("index"))
                                   : shortcut_named(known, given.text("name"));
    if (!name)
        return std::unexpected(std::move(name.error()));
    link::shortcut what{.shortcut_name = std::move(*name), .input = {}};
    if (given.has("input"))
        what.input = given.text("input");
    return what;
}

} // namespace

std::vector<action_row> app_rows()
{
    return {
        {.name = "open-app",
         .body = {text("app_name", 1, longest_app_name)
                      .needed()
                      .typed_as("NAME…")
                      .such_as("Maps")
                      .means("Display name, whatever its case and accents, or bundle id.")},
         .make_for = make_open_app,
         .documented_as = {.in = chapter::apps,
                           .summary = "Bring an app to the front",
                           .details = "`result.bundle_id` says which it was.",
                           .answers = {},
                           .failures = {"APP_NOT_FOUND"}},
         .result_example = {{"bundle_id", "com.apple.Maps"}}},
        {.name = std::string(link::terminate_app::name),
         .body = {text("bundle_id", 1, std::int64_t{longest_bundle_id})
                      .needed()
                      .checked_by(check_bundle_id)
                      .such_as("com.apple.mobilenotes")
                      .means("The app's bundle id.")},
         .make = make_terminate_app,
         .path = "apps/{bundle_id}/terminate",
         .documented_as = {.in = chapter::apps,
                           .summary = "End an app",
                           .details = "It is success, too, where it did not run: "
                                      "`result.was_running` says so. The home screen, and the app "
                                      "that the phone is driven with, are not ended.",
                           .answers = {}},
         .result_example = {{"bundle_id", "com.apple.mobilenotes"}, {"was_running", true}}},
        {.name = "open-url",
         .body = {text("url", 1, longest_url)
                      .needed()
                      .such_as("https://example.com/")
                      .means("Absolute: http, https or the scheme of an app.")},
         .make = make_open_url,
         .documented_as = {.in = chapter::apps, .summary = "Open an address", .answers = {}},
         .record = "url_job"},
        {.name = "shortcut",
         .body =
             {integer("index", 0, most_shortcuts).means("Its place in the list of shortcuts."),
              text("name", 1, longest_app_name).such_as("Morning").means("Instead of the index."),
              text("input", 0, longest_input).means("What the shortcut is given.")},
         .make_for = make_shortcut,
         .documented_as = {.in = chapter::apps,
                           .summary = "Start a shortcut",
                           .details = "Exactly one of `index` and `name`.",
                           .answers = {},
                           .failures = {"SHORTCUT_NOT_FOUND"}},
         .typed = {{{.field = "name", .shown = "NAME…"}}}},
    };
}

} // namespace thimble::service::api
