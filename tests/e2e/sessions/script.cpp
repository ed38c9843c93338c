#include "tests/e2e/sessions/script.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

json a_cent()
{
    return {{"input", 9'000}, {"output", 1'000}};
}

/// Words that stand in the prompt of a second look and in no other.
constexpr auto second_look = "The claim:\n";

} // namespace

json use(const std::string& tool, const json& arguments)
{
    return {{"name", tool}, {"arguments", arguments}};
}

json turn_with(const json& uses)
{
    return {{"tool_uses", uses}, {"usage", a_cent()}};
}

json turn_of(const std::string& tool, const json& arguments)
{
    return turn_with(json::array({use(tool, arguments)}));
}

json words(const std::string& text)
{
    return {{"text", text}, {"usage", a_cent()}};
}

json claim(const std::string& summary)
{
    return turn_of("done", {{"success", true}, {"summary", summary}});
}

json give_up(const std::string& summary)
{
    return turn_of("done", {{"success", false}, {"summary", summary}});
}

json http_error(int status, const std::string& type)
{
    return {{"http", {{"status", status}, {"type", type}, {"message", "Try again later."}}}};
}

json agrees()
{
    return words("YES: the screen shows it.");
}

json refuses(const std::string& what_is_missing)
{
    return words("NO: " + what_is_missing);
}

json script_of(const agent_script& what)
{
    return {{"conversations",
             {{{"when", second_look}, {"turns", what.verdicts}, {"repeat_last", true}},
              {{"when", ""}, {"turns", what.turns}, {"repeat_last", what.for_ever}}}}};
}

} // namespace thimble::e2e
