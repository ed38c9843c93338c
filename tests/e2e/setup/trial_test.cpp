// thimbled try with a person who agrees, and a phone that is there.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <cmath>
#include <fstream>
#include <map>
#include <span>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// `thimbled try` whose standard input is a file with these lines.
struct tried_phone {
    tried_phone(const virtual_phones& phones, const household& home, const std::string& lines)
    {
        const auto typed = (directory.path() / "typed").string();
        std::ofstream(typed) << lines;
        process = std::make_unique<program>(
            "sh",
            arguments{"-c", "exec \"$@\" < \"$0\"", typed, find_program("thimbled").string(), "try",
                      "--report", report.string(), "--state-dir", home.state.path().string()},
            home.variables(phones));
    }

    int code() const
    {
        const auto ended = process->wait(120s);
        return ended ? ended->code : -1;
    }

    json trial(const std::string& name) const
    {
        for (const auto& each : json::parse(content_of(report)).at("trials"))
            if (each.at("trial") == name)
                return each;
        return {};
    }

    temporary_directory directory;
    std::filesystem::path report = directory.path() / "try.json";
    std::unique_ptr<program> process;
};

/// Answers that are typed for a trial.
using answer_lines = std::map<std::string, std::string>;

/// No to every trial but to these.
std::string
lines_for(const virtual_phones& phones, const household& home, const answer_lines& answered)
{
    const tried_phone of(phones, home, "q\n"); // its report has all trials in their order
    REQUIRE(of.code() == 0);
    std::string out;
    std::size_t found = 0;
    for (const auto& each : json::parse(content_of(of.report)).at("trials")) {
        const auto lines = answered.find(each.at("trial").get<std::string>());
        found += lines == answered.end() ? 0 : 1;
        out += lines == answered.end() ? "n\n" : lines->second;
    }
    REQUIRE(found == answered.size());
    return out;
}

/// Some are asked no question afterwards.
answer_lines as_far_as_the_double_tap()
{
    return {{"screenshot", "y\n"},
            {"elements", "y\n"},
            {"apps", "y\n"},
            {"home", "y\ny\n"},
            {"app_switcher", "y\ny\n"},
            {"control_center", "y\ny\n"},
            {"notification_center", "y\ny\n"},
            {"double_tap", "y\n?\nq\n"}};
}

/// The last two touches were in the middle of an iPhone 15 Pro, to a point.
void check_double_tap(const virtual_phone& phone)
{
    const auto fingers = phone.fingers_down();
    REQUIRE(fingers.size() >= 2);
    for (const auto& each : std::span(fingers).last(2)) {
        CHECK(std::abs(each.at("x").get<double>() - 196.5) < 1);
        CHECK(std::abs(each.at("y").get<double>() - 426) < 1);
    }
}

void check_result(const tried_phone& of, const virtual_phone& phone)
{
    INFO(of.process->output() << of.process->errors() << content_of(of.report));
    CHECK(of.trial("screenshot").at("steps").at(2).at("picture").at("width") > 0);
    CHECK(of.trial("elements").at("steps").at(0).at("counts").at("elements") > 3);
    CHECK(of.trial("home").at("answer") == "yes");
    for (const auto* each : {"home", "app_switcher", "control_center", "notification_center"}) {
        INFO(each);
        CHECK(of.trial(each).at("state") == "done");
        CHECK(of.trial(each).at("steps").at(0).at("receipt").at("verified") == true);
    }
    CHECK(of.trial("double_tap").at("state") == "done");
    CHECK(of.trial("double_tap").at("answer") == "unsure");
    check_double_tap(phone);
    CHECK(of.trial("volume").at("state") == "skipped");
    CHECK(phone.events_of("button").empty());
    CHECK_FALSE(content_of(of.report).contains(phone.udid()));
}

} // namespace

TEST_CASE("a phone is tried by a thimbled of its own, and by the one that drives it",
          "[e2e][local]")
{
    const bool driven = GENERATE(false, true);
    INFO("driven by another: " << driven);
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto home = std::make_shared<household>();
    std::unique_ptr<thimble_system> daemon;
    if (driven) {
        daemon = std::make_unique<thimble_system>(phones, home);
        REQUIRE(daemon->until_ready(phones.at(0), ready_limit));
    }
    const tried_phone of(phones, *home, lines_for(phones, *home, as_far_as_the_double_tap()));
    CHECK(of.code() == 0);
    check_result(of, phones.at(0));
}

TEST_CASE("what a phone refuses and what it has ended is in the report", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    phones.at(0).make("open", {{"bundle_id", "com.apple.Preferences"}});
    const household home;
    const tried_phone of(phones, home,
                         lines_for(phones, home,
                                   {{"surfaces_in_turn", "y\ny\n"},
                                    {"no_app", "y\ny\n"},
                                    {"missing_app", "y\n"},
                                    {"ending", "y\ny\n"}}));
    CHECK(of.code() == 0);
    INFO(of.process->output() << of.process->errors() << content_of(of.report));
    CHECK(of.trial("surfaces_in_turn").at("state") == "done");
    const auto no_app = of.trial("no_app").at("steps").at(0);
    CHECK(no_app.at("context").at("cause") == "no_app_for_url");
    CHECK(of.trial("missing_app").at("steps").at(0).at("error") == "APP_NOT_FOUND");
    const auto ending = of.trial("ending").at("steps");
    REQUIRE(ending.size() == 4);
    CHECK(ending.at(1).at("result").at("was_running") == true);
    CHECK(ending.at(2).at("result").at("was_running") == false);
    CHECK(ending.at(3).at("result").at("was_running") == false);
}

TEST_CASE("the times of locking and of a pulled cable are taken", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const auto phone = phones.at(0);
    const household home;
    const tried_phone of(phones, home,
                         lines_for(phones, home, {{"locking", "y\n"}, {"replugging", "y\n"}}));
    REQUIRE(of.process->prints("Lock the phone now", 60s));
    phone.make("lock");
    REQUIRE(of.process->prints("Unlock it now", 60s));
    phone.make("unlock");
    REQUIRE(of.process->prints("Pull the cable now", 60s));
    phone.make("unplug");
    REQUIRE(of.process->prints("Plug it in again", 60s));
    phone.make("plug");
    CHECK(of.code() == 0);
    INFO(of.process->output() << content_of(of.report));
    for (const auto* each : {"locking", "replugging"}) {
        const auto trial = of.trial(each);
        CHECK(trial.at("state") == "done");
        for (const auto& step : trial.at("steps"))
            CHECK(step.at("ms").is_number());
    }
}

TEST_CASE("what was tried before Ctrl-C is in the file, and no file is written over",
          "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const household home;
    const tried_phone of(phones, home,
                         lines_for(phones, home, {{"apps", "y\n"}, {"locking", "y\n"}}));
    REQUIRE(of.process->prints("Lock the phone now", 60s));
    const auto ended = of.process->interrupt(10s);
    REQUIRE(ended);
    CHECK(ended->code == 1);
    CHECK(of.trial("apps").at("state") == "done");

    const auto again =
        run("thimbled",
            {"try", "--report", of.report.string(), "--state-dir", home.state.path().string()},
            home.variables(phones));
    CHECK(again.code == 73);
    CHECK(again.errors.contains("Name another file"));
    CHECK(of.trial("apps").at("state") == "done");
}

TEST_CASE("no file is left where nothing was tried", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    phones.at(0).make("unplug");
    const household home;
    const temporary_directory directory;
    const auto report = directory.path() / "try.json";
    const auto ended = run("thimbled",
                           {"try", "--report", report.string(), "--wait", "0", "--state-dir",
                            home.state.path().string()},
                           home.variables(phones));
    INFO(ended.output << ended.errors);
    CHECK(ended.code == 1);
    CHECK(ended.output.contains("Nothing was tried."));
    CHECK_FALSE(std::filesystem::exists(report));
}

TEST_CASE("a report that cannot be written any more ends the trial", "[e2e][local]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "0"});
    const household home;
    const tried_phone of(phones, home, lines_for(phones, home, {{"locking", "y\n"}}));
    REQUIRE(of.process->prints("Lock the phone now", 60s));
    std::filesystem::remove(of.report);
    std::filesystem::create_directory(of.report);
    phones.at(0).make("lock");
    REQUIRE(of.process->prints("Unlock it now", 60s));
    phones.at(0).make("unlock");
    CHECK(of.code() == 73);
    CHECK(of.process->output().contains("could not be written down"));
}

} // namespace thimble::e2e
