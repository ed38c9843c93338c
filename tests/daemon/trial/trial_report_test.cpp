// The file that thimbled try writes down what came of it in.
#include "daemon/control/control_answer.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/trial/trial_desk.hpp"

#include <fstream>

namespace thimble::daemon {

using nlohmann::ordered_json;

TEST_CASE("a report holds nothing that the phone or its owner has written", "[trial]")
{
    trial_desk on(yes_to_all());
    on.phone.refused = "home";
    CHECK(on.go() == trial_run::end::done);
    const auto report = e2e::content_of(on.file);
    for (const auto* secret : {"Ada", "note", "secret", "Diary", "Bank", tried_udid}) {
        INFO(secret);
        CHECK_FALSE(report.contains(secret));
    }
    CHECK(report.contains("iPhone16,1"));
    CHECK(report.contains("ACTION_FAILED"));
    CHECK(report.contains("\"outcome\": \"done\""));
}

TEST_CASE("a cause is in the report where it is one of the known", "[trial]")
{
    const auto [cause, known] =
        GENERATE(table<const char*, bool>({{"keyboard_not_shown", true},
                                           {"no such element", true},
                                           {"com.apple.dt.CoreDeviceError 9021", true},
                                           {"NSPOSIXErrorDomain -60", true},
                                           {"usbmuxd_error_5", true},
                                           {"Diary", false},
                                           {"diary_entry", false},
                                           {"no such diary", false},
                                           {"Diary 9021", false},
                                           {"com.apple.dt.CoreDeviceError Diary", false},
                                           {"com.apple. Diary 7", false},
                                           {"usbmuxd_error_Diary", false},
                                           {"", false}}));
    INFO(cause);
    trial_desk on(answers_for("apps", "y\n"));
    on.phone.refused = "apps";
    on.phone.cause = cause;
    CHECK(on.go() == trial_run::end::done);
    const auto context = on.trial("apps").at("steps").at(0).at("context");
    CHECK(context.at("cause") == (known ? ordered_json(cause) : ordered_json()));
    CHECK(context.at("outcome") == "done");
}

TEST_CASE("a report says of an app that was ended whether it ran, and not which", "[trial]")
{
    control_answer answer;
    answer.record["result"] = {{"bundle_id", "com.example.diary"}, {"was_running", false}};
    const auto step = trial_step("terminate-app com.example.diary", answer);
    CHECK(step.at("action") == "terminate-app");
    CHECK(step.at("result") == ordered_json{{"was_running", false}});
    answer.record["result"].erase("was_running");
    CHECK_FALSE(trial_step("open-app com.example.diary", answer).contains("result"));
}

TEST_CASE("what was done is in the file before anything is asked about it", "[trial]")
{
    std::string typed;
    for (std::size_t each = 0; all_trials()[each].id != "double_tap"; ++each)
        typed += "n\n";
    trial_desk on(typed + "y\n"); // and no answer
    CHECK(on.go() == trial_run::end::done);
    REQUIRE(on.out.str().contains("Did the map zoom in"));
    const auto then = ordered_json::parse(on.lines.file_at_the_end).at("trials").back();
    CHECK(then.at("trial") == "double_tap");
    CHECK(then.at("answer").is_null());
    CHECK(then.at("steps").size() == 1);
}

TEST_CASE("a file that is there already is left as it is", "[trial]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "try.json";
    std::ofstream(file) << "mine";
    const auto refused = trial_report::create(file);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("Name another file"));
    CHECK(e2e::content_of(file) == "mine");
}

TEST_CASE("a report holds a try once something was tried", "[trial]")
{
    const auto [typed, holds] =
        GENERATE(table<const char*, bool>({{"n\nq\n", false}, {"y\n", true}}));
    INFO(typed);
    trial_desk on(typed);
    CHECK_FALSE(on.report.holds_a_try());
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.report.holds_a_try() == holds);
    on.report.remove();
    CHECK(trial_report::create(on.file));
}

TEST_CASE("nothing more is tried when it cannot be written down", "[trial]")
{
    trial_desk on(yes_to_all());
    on.report.remove();
    std::filesystem::create_directory(on.file);
    CHECK(on.go() == trial_run::end::not_written);
    CHECK(on.phone.done.size() == 3); // those of the first trial
    CHECK(on.out.str().contains(on.file.string()));
}

} // namespace thimble::daemon
