// Apps put on phones and taken off them from the command line, beside a thimbled or without one.
#include "tests/e2e/app_desk.hpp"
#include "tests/e2e/file_content.hpp"

#include <algorithm>
#include <fstream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;

/// Codes of the problems that the program has told of.
std::vector<std::string> problem_codes(const json& record)
{
    std::vector<std::string> codes;
    for (const auto& each : record.at("problems"))
        codes.push_back(each.at("code"));
    return codes;
}

json warnings_of(const thimble_system& daemon, const virtual_phone& phone)
{
    const auto record = daemon.record_of(phone);
    return record.is_null() ? json::array() : record.at("readiness").at("warnings");
}

std::size_t count_of(const std::string& text, const std::string& part)
{
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

} // namespace

TEST_CASE("a runner is installed, remembered and removed from the command line", "[e2e][local]")
{
    const app_desk desk;
    const auto installed = desk.ask({"runner", "install", desk.write(runner_for(desk.phone()))});
    INFO(installed.record.dump(2) << installed.errors);
    REQUIRE(installed.code == 0);
    CHECK(installed.record.at("done") == true);
    CHECK(installed.record.at("outcome") == "done");
    CHECK(installed.record.at("phone") == desk.phone().udid());
    CHECK(installed.record.at("bundle_id") == runner_id);
    CHECK(installed.record.at("app").at("runner_version") == "9.15.3");
    CHECK(installed.record.at("problems").empty());
    CHECK(installed.errors.contains(": sending "));
    CHECK(installed.errors.contains(": installing "));
    const auto apps = desk.remembered();
    REQUIRE(apps.size() == 1);
    CHECK(apps.at(0).at("udid") == desk.phone().udid());
    CHECK(apps.at(0).at("follows_file") == false);
    using fs::perms;
    CHECK(fs::status(desk.state() / "installed-apps.json").permissions() ==
          (perms::owner_read | perms::owner_write));

    const thimble_system daemon(desk.phones());
    REQUIRE(daemon.until_ready(desk.phone(), ready_limit));
    CHECK(has_app(daemon, desk.phone(), runner_id));
    const auto removed = desk.ask({"app", "remove", runner_id}); // beside whoever drives it
    INFO(removed.record.dump(2));
    CHECK(removed.code == 0);
    CHECK(removed.record.at("done") == true);
    CHECK(desk.remembered().empty());
    CHECK_FALSE(has_app(daemon, desk.phone(), runner_id));
}

TEST_CASE("a package that the phone would not take is kept on the computer", "[e2e][local]")
{
    const app_desk desk;
    auto app = runner_for(desk.phone());
    std::string command = "runner";
    std::string problem;
    std::string cause = "package_refused";
    std::string content;
    SECTION("its profile has expired")
    {
        app = runner_for(desk.phone(), -std::chrono::hours(1));
        problem = "profile_expired";
    }
    SECTION("it is signed for another phone")
    {
        app.profile = tests::signed_profile(
            {.phones = {"00008130-00000000000000FF"}, .expires = this_moment() + a_month});
        problem = "phone_not_in_profile";
    }
    SECTION("it was built for the simulator")
    {
        app.code = tests::made_executable(0x0100000C, tests::made_for_ios_simulator);
        problem = "simulator_build";
    }
    SECTION("it is no runner")
    {
        app.root = "Payload/Sketch.app";
        app.bundle_id = "org.example.sketch";
        app.executable = "Sketch";
        app.runner_version.clear();
        auto entries = tests::entries_of(app);
        std::erase_if(entries, [](const auto& each) { return each.path.contains("PlugIns"); });
        content = tests::zip_of(entries);
        problem = "not_a_runner";
    }
    SECTION("its runner is too old")
    {
        app.runner_version = "5.0.0";
        problem = "runner_too_old";
    }
    SECTION("the archive is damaged")
    {
        content = tests::zip_of(tests::entries_of(app));
        content.resize(content.size() / 2);
        command = "app";
        cause = "package_damaged";
    }
    if (content.empty())
        content = tests::zip_of(tests::entries_of(app));
    desk.close_staging();
    const auto refused = desk.ask({command, "install", desk.write(content)});
    INFO(refused.record.dump(2) << refused.errors);
    CHECK(refused.code == 1);
    CHECK(refused.record.at("done") == false);
    CHECK(refused.record.at("outcome") == "not_sent");
    CHECK(refused.record.at("error").at("code") == cause);
    if (!problem.empty())
        CHECK(std::ranges::count(problem_codes(refused.record), problem) == 1);
    CHECK_FALSE(refused.errors.contains("sending"));
    CHECK(desk.remembered().empty());
}

TEST_CASE("of several phones the one that is meant has to be named", "[e2e][local]")
{
    const app_desk desk({"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16.7"});
    const auto second = desk.phones().at(1);
    const auto package = desk.write(runner_for(second));
    const auto refused = desk.ask({"runner", "install", package});
    INFO(refused.record.dump(2));
    CHECK(refused.code == 1);
    CHECK(refused.record.at("error").at("code") == "phones_several");
    const auto message = refused.record.at("error").at("message").get<std::string>();
    CHECK(message.contains(desk.phone().udid()));
    CHECK(message.contains(second.udid()));
    CHECK(desk.ask({"runner", "install", package, "--phone", second.udid()}).code == 0);
    CHECK(desk.remembered().at(0).at("udid") == second.udid());
    const auto absent = desk.ask({"app", "remove", runner_id, "--phone", "00008130-0"});
    CHECK(absent.code == 1);
    CHECK(absent.record.at("error").at("code") == "phone_not_attached");
}

TEST_CASE("a phone is named for its apps as for everything else", "[e2e][local]")
{
    const app_desk desk(
        {"iPhone 15 Pro,ios=18.5,name=Front desk", "iPhone SE 2,ios=16.7,name=Café"});
    const auto second = desk.phones().at(1);
    const auto package = desk.write(runner_for(second));
    const auto installed = desk.ask({"runner", "install", package, "--phone", "cafe"});
    INFO(installed.record.dump(2) << installed.errors);
    CHECK(installed.code == 0);
    CHECK(installed.record.at("phone") == second.udid());
    {
        const thimble_system daemon(desk.phones(), desk.home());
        REQUIRE(daemon.until_named(second, ready_limit));
        const auto beside = desk.ask({"app", "remove", runner_id, "--phone", "CAFE"});
        INFO(beside.record.dump(2) << beside.errors);
        CHECK(beside.code == 0);
        CHECK(beside.record.at("phone") == second.udid());
        const auto id = daemon.id_of(second);
        CHECK(desk.ask({"runner", "install", package, "--phone", id}).code == 0);
    }
    const auto absent = desk.ask({"app", "remove", runner_id, "--phone", "Ada"});
    CHECK(absent.code == 1);
    CHECK(absent.record.at("error").at("code") == "phone_not_attached");
    CHECK(absent.record.at("error").at("message").get<std::string>().contains(second.udid()));
}

TEST_CASE("a name that two phones share is refused with the UDIDs of both", "[e2e][local]")
{
    const app_desk desk({"iPhone 15 Pro,ios=18.5,name=Ada", "iPhone SE 2,ios=16.7,name=Ada"});
    const auto refused = desk.ask({"app", "remove", runner_id, "--phone", "Ada"});
    INFO(refused.record.dump(2) << refused.errors);
    CHECK(refused.code == 1);
    CHECK(refused.record.at("error").at("code") == "phone_ambiguous");
    const auto message = refused.record.at("error").at("message").get<std::string>();
    CHECK(message.contains(desk.phone().udid()));
    CHECK(message.contains(desk.phones().at(1).udid()));
}

TEST_CASE("Ctrl-C ends the sending of an app and takes away what was sent", "[e2e][local]")
{
    const app_desk desk;
    auto entries = tests::entries_of(runner_for(desk.phone()));
    entries.push_back({.path = "Payload/WebDriverAgentRunner-Runner.app/blob",
                       .content = std::string(8U << 20U, 'b'),
                       .link_target = {},
                       .is_folder = false});
    const auto package = desk.write(tests::zip_of(entries));
    desk.phone().make("fault",
                      {{"service", "afc"}, {"kind", "delay"}, {"ms", 1000}, {"count", 100'000}});
    program sending("thimbled", desk.with_state({"runner", "install", package}),
                    desk.home()->variables(desk.phones()));
    REQUIRE(eventually(30s, [&] { return sending.errors().contains(": sending "); }));
    const auto ended = sending.interrupt(60s);
    REQUIRE(ended);
    INFO(sending.output() << sending.errors());
    CHECK(ended->code == 1);
    const auto record = json::parse(sending.output());
    CHECK(record.at("error").at("code") == "cancelled");
    CHECK(record.at("outcome") == "not_sent");
    CHECK(desk.remembered().empty());
    desk.phone().clear_faults();
    const thimble_system daemon(desk.phones());
    REQUIRE(daemon.until_ready(desk.phone(), ready_limit));
    CHECK_FALSE(has_app(daemon, desk.phone(), runner_id));
}

TEST_CASE("two installations on one phone do not remove each other's files", "[e2e][local]")
{
    const app_desk desk;
    const auto package = desk.write(runner_for(desk.phone()));
    desk.phone().make("fault",
                      {{"service", "afc"}, {"kind", "delay"}, {"ms", 2000}, {"count", 100'000}});
    program first("thimbled", desk.with_state({"runner", "install", package}),
                  desk.home()->variables(desk.phones()));
    REQUIRE(eventually(30s, [&] { return first.errors().contains(": sending "); }));
    const auto second = desk.ask({"runner", "install", package});
    CHECK(second.code == 1);
    CHECK(second.record.at("error").at("code") == "phone_busy");
    desk.phone().clear_faults();
    const auto ended = first.wait(60s);
    REQUIRE(ended);
    INFO(first.output() << first.errors());
    CHECK(ended->code == 0);
}

TEST_CASE("a runner whose profile ends soon is warned of, and drives all the same", "[e2e][linked]")
{
    const app_desk desk;
    desk.home()->more["THIMBLE_APP_LOOK"] = "500";
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(desk.phone(), ready_limit));
    CHECK(warnings_of(daemon, desk.phone()).empty());

    const auto package = desk.write(runner_for(desk.phone(), std::chrono::hours(10)));
    const auto installed = desk.ask({"runner", "install", package});
    INFO(installed.record.dump(2));
    REQUIRE(installed.code == 0);
    CHECK(problem_codes(installed.record) == std::vector<std::string>{"profile_expires_soon"});
    REQUIRE(eventually(20s, [&] { return !warnings_of(daemon, desk.phone()).empty(); }));
    const auto readiness = daemon.record_of(desk.phone()).at("readiness");
    INFO(readiness.dump(2));
    CHECK(readiness.at("ready") == true);
    const auto& warning = readiness.at("warnings").at(0);
    CHECK(warning.at("code") == "DRIVER_EXPIRES");
    CHECK(warning.at("message").get<std::string>().contains(runner_id));
    CHECK(warning.at("remedy").get<std::string>().contains("thimbled runner install"));

    const auto variables = desk.home()->variables(desk.phones());
    CHECK(run("thimbled", {"status"}, variables).output.contains("DRIVER_EXPIRES: "));
    const auto doctor = desk.ask({"doctor"});
    const auto& checks = doctor.record.at("checks");
    CHECK(std::ranges::any_of(checks, [](const json& check) {
        return check.value("code", "") == "DRIVER_EXPIRES" && check.at("ok") == true;
    }));

    CHECK(desk.ask({"runner", "install", desk.write(runner_for(desk.phone()))}).code == 0);
    CHECK(eventually(20s, [&] { return warnings_of(daemon, desk.phone()).empty(); }));
}

TEST_CASE("a newer file is installed by itself, a refused one not until it changes", "[e2e][local]")
{
    const app_desk desk;
    desk.home()->more["THIMBLE_APP_LOOK"] = "500";
    auto app = runner_for(desk.phone());
    CHECK(desk.ask({"runner", "install", desk.write(app), "--follow"}).code == 0);
    CHECK(desk.remembered().at(0).at("follows_file") == true);
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(desk.phone(), ready_limit));
    const auto version = [&] { return desk.remembered().at(0).at("version").get<std::string>(); };
    CHECK(version() == "9.15.3");
    app.runner_version = "9.16.0";
    desk.write(app);
    CHECK(eventually(30s, [&] { return version() == "9.16.0"; }));

    const auto refusals = [&] {
        return count_of(daemon.process().output() + daemon.process().errors(),
                        "was not installed again");
    };
    auto expired = runner_for(desk.phone(), -std::chrono::hours(1));
    expired.runner_version = "9.17.0";
    desk.write(expired);
    CHECK(eventually(30s, [&] { return refusals() == 1; }));
    desk.write(expired); // of another time
    CHECK(eventually(30s, [&] { return refusals() == 2; }));
    CHECK(version() == "9.16.0");
    app.runner_version = "9.18.0";
    desk.write(app);
    CHECK(eventually(30s, [&] { return version() == "9.18.0"; }));
    CHECK(refusals() == 2);
}

TEST_CASE("a damaged record is set aside and told of", "[e2e][local]")
{
    const app_desk desk;
    fs::create_directories(desk.state());
    const auto file = desk.state() / "installed-apps.json";
    std::ofstream(file) << R"({"version": 1, "apps": [{"udid": )";
    fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
    const auto doctor = desk.ask({"doctor"});
    CHECK(doctor.record.dump().contains("installed-apps.json is damaged"));
    const auto installed = desk.ask({"runner", "install", desk.write(runner_for(desk.phone()))});
    INFO(installed.record.dump(2));
    CHECK(installed.code == 0);
    CHECK(installed.record.at("note").get<std::string>().contains("damaged-1"));
    CHECK(content_of(desk.state() / "installed-apps.json.damaged-1").contains(R"({"udid": )"));
    CHECK(desk.remembered().size() == 1);
}

} // namespace thimble::e2e
