// The things that thimbled try goes through, what it asks, and what it writes down.
#include "async/race.hpp"
#include "async/sleep.hpp"
#include "daemon/debug_forms/debug_action.hpp"
#include "daemon/trial/trial_run.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <streambuf>

namespace thimble::daemon {
namespace {

using nlohmann::ordered_json;

constexpr auto udid = "00008130-000000000000001A";

std::string content_of(const std::filesystem::path& file)
{
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A phone that does everything, and says more than a report may hold.
class talkative_phone final : public phone_view {
public:
    boost::asio::awaitable<std::optional<phones_seen>> look() override
    {
        ++looks;
        if (gone)
            co_return std::nullopt;
        phones_seen seen;
        seen.phones = {phone()};
        if (as_told)
            as_told(seen.phones);
        co_return seen;
    }

    link::phone_state phone() const
    {
        link::phone_state out;
        out.udid = udid;
        out.attached = true;
        out.name = "Ada's iPhone";
        out.product_type = "iPhone16,1";
        out.os_version = "18.5";
        out.screenshot_size = size;
        out.capabilities = {"tap"};
        return out;
    }

    boost::asio::awaitable<control_answer> act(std::string of, phone_action what) override
    {
        CHECK(of == chosen);
        done.push_back(what.name);
        fields.push_back(what.fields);
        if (what.name == endless)
            co_await async::sleep_for(std::chrono::hours{1});
        if (what.name == refused)
            co_return error_answer("ACTION_FAILED", "Ada's note is locked.",
                                   {{"cause", cause}, {"outcome", outcome}});
        control_answer answer;
        answer.record["result"] = {{"text", "a secret"}, {"apps", {"Diary", "Bank"}}};
        answer.record["receipt"] = {{"driver", "webdriveragent"}, {"verified", true}};
        answer.record["timing"] = {{"device_ms", 12.5}};
        co_return answer;
    }

    void choose(const std::string& which) override { chosen = which; }
    std::chrono::milliseconds pause() const override { return std::chrono::milliseconds{1}; }

    std::function<void(std::vector<link::phone_state>&)> as_told;
    std::string chosen;
    int looks = 0;
    bool gone = false;
    std::optional<screen::pixel_size> size{{.width = 620, .height = 1344}};
    std::string refused;
    std::string outcome = "done"; // of what is refused
    std::string cause = "Diary";  // the same
    std::string endless;
    std::vector<std::string> done;
    std::vector<nlohmann::json> fields;
};

/// What a person types, and what the file held when that had come to its end.
class typed_lines final : public std::streambuf {
public:
    typed_lines(std::string typed, std::filesystem::path file)
        : typed_(std::move(typed)), file_(std::move(file))
    {
        setg(typed_.data(), typed_.data(), typed_.data() + typed_.size());
    }

    std::string file_at_the_end; // written by the thread that reads

private:
    int_type underflow() override
    {
        if (file_at_the_end.empty())
            file_at_the_end = content_of(file_);
        return traits_type::eof();
    }

    std::string typed_;
    std::filesystem::path file_;
};

struct trial_desk {
    explicit trial_desk(std::string typed) : lines(std::move(typed), file) {}

    trial_run::end go() { return tests::run_until_done(context, run.go(phone)); }

    /// Goes until this action is under way, and is interrupted then.
    boost::asio::awaitable<bool> go_until(std::string action)
    {
        phone.endless = action;
        const auto under_way = [this, &action]() -> boost::asio::awaitable<void> {
            while (std::ranges::find(phone.done, action) == phone.done.end())
                co_await async::sleep_for(std::chrono::milliseconds{1});
        };
        const auto first = co_await async::race(run.go(phone), under_way());
        co_await run.put_back(phone);
        co_return first.index() == 1;
    }

    ordered_json trial(std::string_view id) const
    {
        for (const auto& each : written().at("trials"))
            if (each.at("trial") == id)
                return each;
        return {};
    }

    ordered_json written() const { return ordered_json::parse(content_of(file)); }

    e2e::temporary_directory directory;
    std::filesystem::path file = directory.path() / "try.json";
    boost::asio::io_context context;
    typed_lines lines;
    std::istream in{&lines};
    std::ostringstream out;
    talkative_phone phone;
    trial_report report = trial_report::create(file).value();
    answers person{context.get_executor(), in, -1};
    trial_options options{.phone = {}, .attachment = {}, .person_limit = {}, .survey = {}};
    trial_run run{options, report, person, out};
};

/// The answers that leave out everything but one trial.
std::string answers_for(std::string_view trial, const std::string& its_own)
{
    std::string out;
    for (const auto& each : all_trials())
        out += each.id == trial ? its_own : "n\n";
    return out;
}

/// The answers that try everything and have seen everything, as many lines as there may be.
std::string yes_to_all()
{
    std::string out;
    for (std::size_t lines = 0; lines < 2 * all_trials().size(); ++lines)
        out += "y\n";
    return out;
}

} // namespace

TEST_CASE("what is tried are actions, and points that the docs name", "[trial]")
{
    const auto docs = content_of(THIMBLE_SOURCE_DIR "/docs/needs-a-phone.md");
    std::set<std::string_view> ids;
    for (const auto& each : all_trials()) {
        INFO(each.id);
        CHECK(ids.insert(each.id).second);
        CHECK(docs.contains("| " + std::string(each.point) + " |"));
        for (const auto action : each.actions)
            if (!action.empty())
                CHECK(parse_debug_action(placed(action, 620, 1344).value_or("")));
        if (!each.after.empty())
            CHECK(parse_debug_action(placed(each.after, 620, 1344).value_or("")));
    }
    CHECK(ids.size() >= 15);
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

TEST_CASE("a report holds nothing that the phone or its owner has written", "[trial]")
{
    trial_desk on(yes_to_all());
    on.phone.refused = "home";
    CHECK(on.go() == trial_run::end::done);
    const auto report = content_of(on.file);
    for (const auto* secret : {"Ada", "note", "secret", "Diary", "Bank", udid}) {
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

TEST_CASE("a file that is there already is left as it is", "[trial]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "try.json";
    std::ofstream(file) << "mine";
    const auto refused = trial_report::create(file);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().contains("Name another file"));
    CHECK(content_of(file) == "mine");
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

TEST_CASE("who drives the phones may end, and none may be there", "[trial]")
{
    trial_desk on(yes_to_all());
    on.phone.gone = true;
    CHECK(on.go() == trial_run::end::left);
    CHECK(on.phone.done.empty());
}

TEST_CASE("nothing is tried on a phone that is not there or not ready", "[trial]")
{
    trial_desk on(yes_to_all());
    SECTION("none is attached")
    {
        on.phone.as_told = [](auto& phones) { phones.clear(); };
        CHECK(on.go() == trial_run::end::no_phone);
        CHECK(on.out.str().contains("No phone is attached"));
    }
    SECTION("it is locked")
    {
        on.phone.as_told = [](auto& phones) {
            phones.front().blockers = {{.code = "LOCKED",
                                        .message = "It is locked.",
                                        .remedy = "Unlock it.",
                                        .since = {}}};
        };
        CHECK(on.go() == trial_run::end::no_phone);
        CHECK(on.out.str().contains("The phone is not ready: It is locked. Unlock it."));
    }
    SECTION("another one is attached than the one that was chosen")
    {
        on.phone.as_told = [&on](auto& phones) {
            on.phone.gone = on.phone.looks == 3;
            if (on.phone.looks > 1)
                phones.front().udid = "another";
            else
                phones.front().blockers = {
                    {.code = "LOCKED", .message = "It is.", .remedy = "Do.", .since = {}}};
        };
        on.options.attachment = std::chrono::hours{1};
        trial_run run(on.options, on.report, on.person, on.out);
        CHECK(tests::run_until_done(on.context, run.go(on.phone)) == trial_run::end::left);
        CHECK(on.phone.chosen == udid);
    }
    CHECK(on.phone.done.empty());
}

TEST_CASE("of several phones one is named, by its name or its UDID", "[trial]")
{
    trial_desk on(answers_for("apps", "y\n"));
    on.phone.as_told = [](auto& phones) {
        phones.insert(phones.begin(), phones.front());
        phones.front().udid = "another";
        phones.front().name = "Ben's iPhone";
    };
    on.options.attachment = std::chrono::hours{1};
    const auto go = [&] {
        trial_run run(on.options, on.report, on.person, on.out);
        return tests::run_until_done(on.context, run.go(on.phone));
    };
    SECTION("none is")
    {
        CHECK(go() == trial_run::end::no_phone); // at once
        CHECK(on.out.str().contains("Several phones are attached"));
        CHECK(on.phone.chosen.empty());
        CHECK(on.phone.done.empty());
    }
    SECTION("one is")
    {
        on.options.phone = GENERATE(as<std::string>(), "Ada's iPhone", udid);
        CHECK(go() == trial_run::end::done);
        CHECK(on.phone.chosen == udid);
        CHECK(on.phone.done == std::vector<std::string>{"apps"});
    }
}

TEST_CASE("a phone that was not named is chosen when others have had time to show", "[trial]")
{
    trial_desk on(yes_to_all());
    on.phone.as_told = [looks = 0](auto& phones) mutable {
        if (++looks == 1)
            return;
        phones.push_back(phones.front());
        phones.back().udid = "another";
    };
    on.options.survey = std::chrono::hours{1};
    trial_run run(on.options, on.report, on.person, on.out);
    CHECK(tests::run_until_done(on.context, run.go(on.phone)) == trial_run::end::no_phone);
    CHECK(on.phone.chosen.empty());
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
