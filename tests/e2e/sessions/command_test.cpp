// An agent session from the command line: `thimbled run`.
#include "tests/e2e/sessions/agent_phone.hpp"
#include "tests/e2e/typed_terminal.hpp"

#include <csignal>

namespace thimble::e2e {

namespace {

arguments command_line(agent_phone& on, const arguments& given)
{
    arguments all = given;
    all.insert(all.end(),
               {"--state-dir", on.home().state.path().string(), "--phone", on.phone().udid()});
    return all;
}

/// Environment of a shell that has been told the key.
environment shell_of(agent_phone& on)
{
    auto all = on.home().own_surroundings();
    all["THIMBLE_API_KEY"] = on.home().key;
    return all;
}

/// Arguments of sh, which becomes the command with the terminal as its standard input.
arguments at_terminal(agent_phone& on, const typed_terminal& from, const arguments& given)
{
    arguments all{"-c", R"(exec "$@" < "$0")", from.name(), find_program("thimbled").string()};
    const auto line = command_line(on, given);
    all.insert(all.end(), line.begin(), line.end());
    return all;
}

/// The command is for `thimbled --local`; elsewhere it says who does that.
bool is_refused_here(const run_result& ran)
{
    if (arrangement_under_test() == arrangement::local)
        return false;
    CHECK(ran.code == 69);
    CHECK(ran.errors.find("belongs to a service") != std::string::npos);
    return true;
}

} // namespace

TEST_CASE("a task on the command line is told to its end", "[e2e][sessions]")
{
    agent_phone on;
    on.model().play(script_of({.turns = {words("I look."), claim("Nothing was to be done.")}}));
    const auto ran =
        run("thimbled", command_line(on, {"run", "Do", "nothing"}), shell_of(on), session_limit);
    if (is_refused_here(ran))
        return;
    INFO(ran.output << ran.errors);
    CHECK(ran.code == 0);
    CHECK(ran.output.find("Agent: I look.") != std::string::npos);
    CHECK(ran.output.find("Result: Nothing was to be done.") != std::string::npos);
    CHECK(ran.output.find("completed after") != std::string::npos);
}

TEST_CASE("a task that is given up is a failed command", "[e2e][sessions]")
{
    agent_phone on;
    on.model().play(script_of({.turns = {give_up("There is no way.")}}));
    const auto ran =
        run("thimbled", command_line(on, {"run", "Do it", "--json"}), shell_of(on), session_limit);
    if (is_refused_here(ran))
        return;
    INFO(ran.output << ran.errors);
    CHECK(ran.code == 1);
    const auto last = ran.output.rfind('\n', ran.output.size() - 2) + 1;
    CHECK(nlohmann::json::parse(ran.output.substr(last)).at("status") == "failed");
}

TEST_CASE("what the agent asks is answered on the terminal", "[e2e][sessions]")
{
    if (arrangement_under_test() != arrangement::local)
        return;
    agent_phone on;
    on.model().play(script_of({.turns = {turn_of("ask_user", {{"question", "Which one?"}}),
                                         claim("It was done already.")}}));
    const typed_terminal terminal;
    terminal.type("No\n"); // before anybody has asked
    program command("sh", at_terminal(on, terminal, {"run", "Ask"}), shell_of(on));
    REQUIRE(command.prints("Your answer: ", session_limit));
    terminal.type("\n");
    terminal.type("The blue one\n");
    const auto ended = command.wait(session_limit);
    REQUIRE(ended);
    INFO(command.output() << command.errors());
    CHECK(ended->code == 0);
    CHECK(command.output().find("You: The blue one") != std::string::npos);
    CHECK(command.output().find("You: No") == std::string::npos);
}

TEST_CASE("Ctrl-C stops an agent that waits for an answer", "[e2e][sessions]")
{
    if (arrangement_under_test() != arrangement::local)
        return;
    agent_phone on;
    on.model().play(script_of({.turns = {turn_of("ask_user", {{"question", "Which one?"}})}}));
    const typed_terminal terminal;
    program command("sh", at_terminal(on, terminal, {"run", "Ask"}), shell_of(on));
    REQUIRE(command.prints("Your answer: ", session_limit));
    command.send_signal(SIGINT);
    const auto ended = command.wait(session_limit);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK(command.output().find("killed after") != std::string::npos);
}

TEST_CASE("Ctrl-C stops the agent", "[e2e][sessions]")
{
    if (arrangement_under_test() != arrangement::local)
        return;
    agent_phone on;
    on.model().play(script_of({.turns = {turn_of("ask_user", {{"question", "Which one?"}})}}));
    program command("thimbled", command_line(on, {"run", "Ask"}), shell_of(on));
    REQUIRE(command.prints("Question: Which one?", session_limit));
    command.send_signal(SIGINT);
    const auto ended = command.wait(session_limit);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK(command.output().find("killed after") != std::string::npos);
}

} // namespace thimble::e2e
