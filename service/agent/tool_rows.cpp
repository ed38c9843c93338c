#include "service/agent/tool_rows.hpp"

#include "contract/typed_text.hpp"
#include "service/actions/action_row.hpp"
#include "service/agent/secrets.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace thimble::service::agent {

namespace {

constexpr int most_elements = 200;
constexpr int longest_wait = 30'000;            // milliseconds
constexpr std::int64_t longest_question = 2000; // characters
constexpr std::int64_t longest_summary = 4000;  // characters

/// The actions of the contract that some tool is made of.
class contract_actions {
public:
    contract_actions()
    {
        for (auto rows : {api::touch_rows(), api::command_rows(), api::app_rows()})
            std::ranges::move(rows, std::back_inserter(rows_));
    }

    /// The action as a tool, for which nothing matters that is kept about a phone. A name that the
    /// contract does not have is a mistake of ours.
    tool_row as_tool(std::string name, std::string_view action, std::string description) const
    {
        const auto row = std::ranges::find(rows_, action, &api::action_row::name);
        if (row == rows_.end())
            throw std::logic_error("no such action in the contract");
        return {.name = std::move(name),
                .description = std::move(description),
                .fields = row->fields_without_refs(),
                .make = [row = *row](const arguments& given) -> result<act> {
                    auto what = row.make_action(known_phone{}, given);
                    if (!what)
                        return std::unexpected(std::move(what.error()));
                    return std::move(*what);
                }};
    }

private:
    std::vector<api::action_row> rows_;
};

void add_touches(const contract_actions& contract, std::vector<tool_row>& out)
{
    out.push_back(contract.as_tool("tap", "tap", "Tap a place once."));
    out.push_back(contract.as_tool("double_tap", "double-tap", "Tap a place twice, quickly."));
    out.push_back(contract.as_tool(
        "long_press", "tap-and-hold",
        "Touch a place and hold, for menus that open so and to rearrange things."));
    out.push_back(contract.as_tool(
        "flick", "flick",
        "Flick quickly from a place, to scroll or to turn pages. What is under the finger follows "
        "it and goes on by momentum: up shows what is further down."));
    out.push_back(contract.as_tool("drag", "drag",
                                   "Move a finger from one place to another and lift it there, for "
                                   "sliders, pickers and exact scrolling."));
    out.push_back(
        contract.as_tool("pinch", "pinch", "Zoom or rotate with two fingers about a place."));
}

/// With the secrets still to come, only what is known of the text can be checked.
result<act> make_type(const arguments& given)
{
    link::type what{.text = given.text("text"), .method = link::typing_method::automatic};
    if (auto checked = check_typed_text(what.text, what.method); !checked)
        return std::unexpected(std::move(checked.error()));
    if (auto named = secrets_in(what.text); !named)
        return std::unexpected(
            failure{.code = "INVALID_ARGUMENT", .message = std::move(named.error())});
    return link::action(std::move(what));
}

void add_keys(const contract_actions& contract, std::vector<tool_row>& out)
{
    out.push_back({.name = "type",
                   .description =
                       "Type into the field that has the focus; tap the field first. A secret is "
                       "typed by writing {{secret:name}} in its place.",
                   .fields = {text("text", 1, most_typed_characters)
                                  .needed()
                                  .means("What is typed; \\n is return and \\t is tab.")},
                   .make = make_type});
    out.push_back(contract.as_tool("keypress", "keypress", "Press a key of a hardware keyboard."));
    out.push_back(contract.as_tool("home", "home", "Go to the home screen."));
}

/// Which app is meant is found out later, from what the phone has.
result<act> make_open_app(const arguments& given)
{
    return link::action(link::open_app{.app_name = given.text("app_name")});
}

void add_apps(const contract_actions& contract, std::vector<tool_row>& out)
{
    auto open_app = contract.as_tool(
        "open_app", "open-app", "Bring an app to the front; quicker than to look for its icon.");
    open_app.make = make_open_app;
    out.push_back(std::move(open_app));
    out.push_back(
        contract.as_tool("open_url", "open-url", "Open an address in the app that it belongs to."));
}

result<act> make_elements(const arguments& given)
{
    return link::action(link::elements{.limit = given.small_integer("limit")});
}

result<act> make_wait(const arguments& given)
{
    return wait{.duration = std::chrono::milliseconds(given.integer("duration_ms"))};
}

result<act> make_ask_user(const arguments& given)
{
    return ask_user{.question = given.text("question")};
}

result<act> make_done(const arguments& given)
{
    return done{.success = given.flag("success"), .summary = given.text("summary")};
}

/// Tools that touch nothing.
void add_others(std::vector<tool_row>& out)
{
    out.push_back({.name = "elements",
                   .description = "List what is on the screen with labels, types and places in "
                                  "pixels of the screenshot: for small or crowded targets.",
                   .fields = {integer("limit", 1, most_elements)
                                  .otherwise(link::elements{}.limit)
                                  .means("How many at most, the most useful first.")},
                   .make = make_elements});
    out.push_back({.name = "wait",
                   .description = "Wait while something loads, then see the screen again.",
                   .fields = {integer("duration_ms", 1, longest_wait)
                                  .otherwise(wait{}.duration.count())
                                  .means("Milliseconds.")},
                   .make = make_wait});
    out.push_back({.name = "ask_user",
                   .description = "Ask the user and wait for the answer, when the task is unclear "
                                  "or only the user can know or decide.",
                   .fields = {text("question", 1, longest_question)
                                  .needed()
                                  .means("One question that can be answered in words.")},
                   .make = make_ask_user});
    out.push_back({.name = "done",
                   .description =
                       "End the task. Use it alone, once the screen shows the result, or "
                       "when the task cannot be done.",
                   .fields = {boolean("success").needed().means(
                                  "Whether everything that was asked for has been reached."),
                              text("summary", 1, longest_summary)
                                  .needed()
                                  .means("For the user: what was done and found, or what stood in "
                                         "the way.")},
                   .make = make_done});
}

} // namespace

std::vector<tool_row> tool_rows()
{
    const contract_actions contract;
    std::vector<tool_row> out;
    add_touches(contract, out);
    add_keys(contract, out);
    add_apps(contract, out);
    add_others(out);
    return out;
}

} // namespace thimble::service::agent
