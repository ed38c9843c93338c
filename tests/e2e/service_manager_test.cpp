// Messages of both programs to the service manager that has started them.
#include "tests/catch2.hpp"
#include "tests/e2e/connected_daemon.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/listening_manager.hpp"
#include "tests/e2e/test_certificate.hpp"
#include "tests/e2e/virtual_phones.hpp"

#include <csignal>
#include <fstream>

namespace thimble::e2e {

namespace {

/// Either program as a service manager starts it, with a certificate that it can read again.
struct supervised_program {
    explicit supervised_program(const std::string& name, const arguments& mode)
        : process(name, command_line(mode), variables())
    {
    }

    arguments command_line(arguments all) const
    {
        for (const auto& more :
             {std::string("--listen"), std::string("127.0.0.1:0"), std::string("--tls-cert"),
              shown.certificate().string(), std::string("--tls-key"), shown.key().string()})
            all.push_back(more);
        return all;
    }

    environment variables() const
    {
        auto all = phones.variables();
        all["STATE_DIRECTORY"] = home.path() / "state";
        all["RUNTIME_DIRECTORY"] = home.path() / "runtime";
        all["XDG_CONFIG_HOME"] = home.path() / "config";
        all.merge(manager.variables());
        return all;
    }

    listening_manager manager;
    test_certificate shown;
    virtual_phones phones;
    temporary_directory home;
    program process;
};

void check_its_life(supervised_program& started)
{
    auto& manager = started.manager;
    REQUIRE(manager.hears("READY=1", 30s));
    REQUIRE(manager.hears("STATUS=Listening on https://127.0.0.1:", 10s));
    REQUIRE(manager.hears("WATCHDOG=1", 10s));
    manager.forget();
    REQUIRE(manager.hears("WATCHDOG=1", 10s)); // and goes on

    manager.forget();
    const auto before = microseconds_now();
    started.process.send_signal(SIGHUP);
    REQUIRE(manager.hears("RELOADING=1", 10s));
    const auto told = manager.value_of("MONOTONIC_USEC");
    CHECK(told >= before);
    CHECK(told <= microseconds_now());
    CHECK(manager.hears("READY=1", 10s));

    started.process.send_signal(SIGTERM);
    CHECK(manager.hears("STOPPING=1", 10s));
    const auto ended = started.process.wait(10s);
    REQUIRE(ended);
    CHECK(ended->code == 0);
}

} // namespace

TEST_CASE("thimbled tells the service manager of its life, and pats the watchdog", "[e2e]")
{
    supervised_program started("thimbled", {"--local"});
    check_its_life(started);
}

TEST_CASE("thimble-service tells the service manager of its life, and pats the watchdog", "[e2e]")
{
    supervised_program started("thimble-service", {});
    check_its_life(started);
}

TEST_CASE("the connected daemon tells the service manager how its link is", "[e2e]")
{
    service_program service;
    REQUIRE(service.admin({"account", "create", "ada"}).code == 0);
    const auto url = "http://127.0.0.1:" + std::to_string(service.port());
    const household home;
    enrol(service, home, url, "ada");
    const virtual_phones phones;
    listening_manager manager;
    auto variables = home.variables(phones);
    variables.merge(manager.variables());
    program connected("thimbled", {"--service", url, "--state-dir", home.state.path().string()},
                      variables);
    REQUIRE(manager.hears("READY=1", 30s));
    CHECK(manager.hears("STATUS=Link with " + url + ": connected", 30s));
    CHECK(manager.hears("WATCHDOG=1", 10s));

    manager.forget();
    connected.send_signal(SIGHUP);
    CHECK(manager.hears("RELOADING=1", 10s));
    CHECK(manager.hears("READY=1", 10s));
    service.process().send_signal(SIGKILL);
    CHECK(manager.hears("STATUS=Link with " + url + ": waiting, ", 30s));

    connected.send_signal(SIGTERM);
    CHECK(manager.hears("STOPPING=1", 10s));
    const auto ended = connected.wait(10s);
    REQUIRE(ended);
    CHECK(ended->code == 0);
}

TEST_CASE("a program that cannot start does not say that it is ready", "[e2e]")
{
    listening_manager manager;
    const auto refused = run("thimble-service", {"--listen", "nowhere"}, manager.variables());
    CHECK(refused.code == 2);
    CHECK_FALSE(manager.hears("READY=1", 0s));
}

TEST_CASE("SIGHUP brings another log level to a running service", "[e2e]")
{
    const temporary_directory home;
    const auto file = home.path() / "service.toml";
    const auto say = [&](const std::string& level) {
        std::ofstream(file) << "[service]\nlisten = \"127.0.0.1:0\"\nlog_level = \"" << level
                            << "\"\n";
    };
    say("info");
    listening_manager manager;
    program service("thimble-service",
                    {"--config", file.string(), "--state-dir", (home.path() / "state").string()},
                    manager.variables());
    REQUIRE(manager.hears("READY=1", 30s));
    manager.forget();
    say("loud");
    service.send_signal(SIGHUP);
    REQUIRE(manager.hears("READY=1", 10s));
    CHECK(service.errors().find("the log level from before stays in use") != std::string::npos);

    manager.forget();
    say("off");
    const auto silent_from = service.errors().size();
    service.send_signal(SIGHUP);
    REQUIRE(manager.hears("READY=1", 10s));
    CHECK(service.errors().size() == silent_from);
}

} // namespace thimble::e2e
