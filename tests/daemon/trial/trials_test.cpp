// The things that thimbled try goes through, and what it asks.
#include "daemon/debug_forms/debug_action.hpp"
#include "daemon/trial/placed_action.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/trial/trial_desk.hpp"

#include <algorithm>
#include <set>

namespace thimble::daemon {

using nlohmann::ordered_json;

namespace {

struct documented_point {
    std::string name;
    std::vector<std::string> settled_by;
};

std::vector<std::string> parts_of(std::string_view text, std::string_view between)
{
    std::vector<std::string> parts;
    for (auto end = text.find(between); end != std::string_view::npos; end = text.find(between)) {
        parts.emplace_back(text.substr(0, end));
        text.remove_prefix(end + between.size());
    }
    parts.emplace_back(text);
    return parts;
}

/// The rows of docs/needs-a-phone.md.
std::vector<documented_point> documented_points()
{
    const auto docs = e2e::content_of(THIMBLE_SOURCE_DIR "/docs/needs-a-phone.md");
    std::vector<documented_point> points;
    for (const auto& line : parts_of(docs, "\n")) {
        if (!line.starts_with("| ") || line.starts_with("| Point |"))
            continue;
        INFO(line);
        REQUIRE(line.ends_with(" |"));
        const auto cells = parts_of(std::string_view(line).substr(2, line.size() - 4), " | ");
        REQUIRE(cells.size() == 4);
        points.push_back({.name = cells.at(0), .settled_by = parts_of(cells.at(1), ", ")});
    }
    return points;
}

std::string as_documented(std::string_view id)
{
    return "`" + std::string(id) + "`";
}

} // namespace

TEST_CASE("what is tried are actions, or is looked at by a person", "[trial]")
{
    std::set<std::string_view> ids;
    for (const auto& each : all_trials()) {
        INFO(each.id);
        CHECK(ids.insert(each.id).second);
        for (const auto action : each.actions)
            if (!action.empty())
                CHECK(parse_debug_action(placed(action, 620, 1344).value_or("")));
        if (!each.after.empty())
            CHECK(parse_debug_action(placed(each.after, 620, 1344).value_or("")));
        if (each.what == trial::kind::actions && each.actions.front().empty())
            CHECK_FALSE((each.person.empty() || each.question.empty()));
    }
}

TEST_CASE("the docs say of each point how it is settled", "[trial]")
{
    std::set<std::string> ways{"hand", "recording", "elsewhere"};
    for (const auto& each : all_trials())
        ways.insert(as_documented(each.id));
    std::set<std::string> names;
    for (const auto& point : documented_points()) {
        INFO(point.name);
        CHECK(names.insert(point.name).second);
        for (const auto& way : point.settled_by) {
            INFO(way);
            CHECK(ways.contains(way));
        }
    }
}

TEST_CASE("the point that a trial is about is in the docs, and names the trial", "[trial]")
{
    const auto points = documented_points();
    for (const auto& each : all_trials()) {
        INFO(each.id << ": " << each.point);
        const auto point = std::ranges::find(points, each.point, &documented_point::name);
        REQUIRE(point != points.end());
        CHECK(std::ranges::find(point->settled_by, as_documented(each.id)) !=
              point->settled_by.end());
    }
}

TEST_CASE("places are parts of the screen", "[trial]")
{
    CHECK(placed("pan @50 @70 up", 620, 1344) == "pan 310 940 up");
    CHECK(placed("drag @10 @20 @90 @80", 100, 200) == "drag 10 40 90 160");
    CHECK(placed("type it costs 5 @home", 620, 1344) == "type it costs 5 @home");
    CHECK(placed("home", 0, 0) == "home");
    CHECK_FALSE(placed("double-tap @50 @50", 0, 0));
}

TEST_CASE("a person answers in a word or a letter", "[trial]")
{
    CHECK(word_in("y") == word::yes);
    CHECK(word_in(" YES\r") == word::yes);
    CHECK(word_in("no") == word::no);
    CHECK(word_in("?") == word::unsure);
    CHECK(word_in("q") == word::leave);
    CHECK(word_in("") == word::unknown);
    CHECK(word_in("maybe") == word::unknown);
}

TEST_CASE("nothing is tried without consent, and the end of the input is none", "[trial]")
{
    const auto* typed = GENERATE("", "q\n", "what\n");
    trial_desk on(typed);
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.phone.done.empty());
    const auto trials = on.written().at("trials");
    CHECK(trials.size() == all_trials().size());
    for (const auto& each : trials)
        CHECK(each.at("state") == "skipped");
}

TEST_CASE("one trial is done and the rest left out", "[trial]")
{
    trial_desk on("n\nn\ny\nq\n");
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.phone.done == std::vector<std::string>{"apps"});
    const auto trials = on.written().at("trials");
    CHECK(trials.at(1).at("state") == "skipped");
    CHECK(trials.at(2).at("state") == "done");
    CHECK(trials.at(2).at("answer").is_null());
    CHECK(trials.at(2).at("steps").at(0).at("counts") == ordered_json{{"apps", 2}});
    CHECK(trials.at(2).at("steps").at(0).at("timing").at("device_ms") == 12.5);
    CHECK(trials.at(3).at("state") == "skipped");
}

TEST_CASE("nothing is done to the phone where a person looks", "[trial]")
{
    trial_desk on(answers_for("accessories", "y\nn\n"));
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.phone.done.empty());
    const auto looked_at = on.trial("accessories");
    CHECK(looked_at.at("state") == "done");
    CHECK(looked_at.at("answer") == "no");
    CHECK(looked_at.at("steps") == ordered_json::array());
}

TEST_CASE("what a trial has opened is left also where it has failed", "[trial]")
{
    trial_desk on(answers_for("control_center", "y\ny\n"));
    on.phone.refused = "control-center";
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.phone.done == std::vector<std::string>{"control-center", "escape"});
    CHECK(on.trial("control_center").at("state") == "failed");
}

TEST_CASE("nothing is put back where nothing was sent, and else once", "[trial]")
{
    const auto [outcome, done] = GENERATE(table<const char*, std::vector<std::string>>(
        {{"not_sent", {"volume-up"}}, {"unknown", {"volume-up", "volume-down"}}}));
    INFO(outcome);
    trial_desk on(answers_for("volume", "y\ny\n"));
    on.phone.refused = "volume-up";
    on.phone.outcome = outcome;
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.phone.done == done);
}

TEST_CASE("what an interrupted trial has opened is left", "[trial]")
{
    using listed = std::vector<std::string>;
    const auto [id, last, done] = GENERATE(table<const char*, const char*, listed>(
        {{"control_center", "control-center", {"control-center", "escape"}},
         {"control_center", "elements", {"control-center", "elements", "escape"}},
         {"control_center", "escape", {"control-center", "elements", "escape"}},
         {"apps", "apps", {"apps"}}}));
    INFO(last);
    trial_desk on(answers_for(id, "y\n"));
    CHECK(tests::run_until_done(on.context, on.go_until(last)));
    CHECK(on.phone.done == done);
}

TEST_CASE("touches are where the screen's size says", "[trial]")
{
    trial_desk on(answers_for("double_tap", "y\n?\n"));
    CHECK(on.go() == trial_run::end::done);
    REQUIRE(on.phone.fields.size() == 1);
    CHECK(on.phone.fields.front() == nlohmann::json{{"x", 310}, {"y", 672}});
    CHECK(on.out.str().contains("Did the map zoom in"));
}

TEST_CASE("no touch is made on a screen whose size is not known", "[trial]")
{
    trial_desk on(answers_for("double_tap", "y\nn\n"));
    on.phone.size.reset();
    CHECK(on.go() == trial_run::end::done);
    CHECK(on.phone.done.empty());
    const auto step = on.trial("double_tap").at("steps").at(0);
    CHECK(step.at("error") == "PHONE_NOT_READY");
    CHECK(step.at("context").at("outcome") == "not_sent");
}

TEST_CASE("nothing is deleted but what the same trial has typed", "[trial]")
{
    for (const auto& each : all_trials()) {
        bool typed = false;
        for (const auto action : each.actions) {
            INFO(each.id << ": " << action);
            typed = typed || action.starts_with("type ");
            if (action.contains("backspace") || action.contains("delete"))
                CHECK(typed);
        }
    }
}

} // namespace thimble::daemon
