// Command lines that make no sense are told what would.
#include "program/command_line.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

namespace {

/// A program with a command that has commands of its own.
struct some_program {
    some_program()
    {
        app.add_flag("--local", local);
        auto* admin = app.add_subcommand("admin");
        admin->require_subcommand(1);
        admin->add_subcommand("create");
        admin->add_subcommand("delete");
        app.add_subcommand("status");
    }

    std::string wrong(std::vector<const char*> arguments)
    {
        const auto ends = parse_command_line(app, arguments);
        REQUIRE(ends);
        CHECK(ends->code == exit_usage);
        CHECK(ends->text.contains("Run some --help"));
        return ends->text;
    }

    CLI::App app{"", "some"};
    bool local = false;
};

} // namespace

TEST_CASE("a mistyped word is answered with the nearest", "[program]")
{
    CHECK(some_program().wrong({"--locla"}).contains("--locla here. Did you mean --local?"));
    CHECK(some_program().wrong({"stauts"}).contains("'stauts'. Did you mean status?"));
    CHECK_FALSE(some_program().wrong({"--nonsense"}).contains("Did you mean"));
    CHECK_FALSE(some_program().wrong({"x"}).contains("Did you mean"));
}

TEST_CASE("words that nothing takes are told in their order", "[program]")
{
    CHECK(some_program().wrong({"status", "310", "600"}).contains("after status: 310 600."));
}

TEST_CASE("a command that needs another is told which there are", "[program]")
{
    CHECK(some_program().wrong({"admin"}).contains("admin needs one of: create, delete."));
    const auto said = some_program().wrong({"admin", "delte"});
    CHECK(said.contains("no 'delte'; it has create, delete."));
    CHECK(said.contains("Did you mean delete?"));
}

TEST_CASE("a line that makes sense goes on", "[program]")
{
    some_program one;
    const std::vector<const char*> arguments{"--local", "status"};
    CHECK_FALSE(parse_command_line(one.app, arguments));
    CHECK(one.local);
}

} // namespace thimble::service::test
