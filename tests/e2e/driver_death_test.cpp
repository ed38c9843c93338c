// The tunnel, or the service in it, ends in the middle of each action that goes through it: the
// driver is told all the same, and nothing is done twice.
#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/tunnelled_phone.hpp"

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto tunnel_driver = "coredevice";
constexpr auto runner_driver = "webdriveragent";

/// The phones on which it can be done.
enum class doable_on : std::uint8_t { any, without_runner, with_touches };

/// One action that goes through the tunnel, and its effect on the phone.
struct mortal_action {
    const char* name;
    json body;
    const char* service; // that has a fault of its own, or nullptr
    doable_on where = doable_on::any;

    /// True for an event of the phone's log of which there is one for each time that it is done;
    /// or empty.
    std::function<bool(const json&)> is_trace;

    std::function<bool(const tunnelled_phone&)> done; // what then is true of the phone; or empty
};

std::function<bool(const json&)> button_named(const char* name)
{
    return [name](const json& event) {
        return event.at("kind") == "button" && event.at("name") == name;
    };
}

std::function<bool(const json&)> app_was(const char* what, const char* bundle_id)
{
    return [=](const json& event) {
        return event.at("kind") == "app" && event.at("what") == what &&
               event.at("bundle_id") == bundle_id;
    };
}

/// A finger, or a key, that goes down.
std::function<bool(const json&)> down(const char* kind)
{
    return [kind](const json& event) {
        return event.at("kind") == kind && event.at("phase") == "down";
    };
}

std::vector<mortal_action> actions_by_questions()
{
    return {
        {.name = "copy-text",
         .body = {{"text", "in the middle"}},
         .service = "pasteboard",
         .is_trace = {},
         .done = [](const tunnelled_phone& on) { return on.fact("clipboard") == "in the middle"; }},
        {.name = "read-clipboard",
         .body = json::object(),
         .service = "pasteboard",
         .is_trace = {},
         .done = {}},
        {.name = "open-app",
         .body = {{"app_name", app::notes}},
         .service = "appservice",
         .is_trace = app_was("opened", app::notes),
         .done = [](const tunnelled_phone& on) { return on.fact("front_app") == app::notes; }},
        {.name = "rotate",
         .body = {{"orientation", "landscape_left"}},
         .service = "devicecontrol",
         .is_trace = {},
         .done =
             [](const tunnelled_phone& on) { return on.fact("orientation") == "landscape_left"; }},
        {.name = "apps/com.thimble.sketch/terminate",
         .body = json::object(),
         .service = "appservice",
         .where = doable_on::without_runner,
         .is_trace = app_was("terminated", app::sketch),
         .done =
             [](const tunnelled_phone& on) { return on.fact("front_app") == app::home_screen; }},
        {.name = "screenshot",
         .body = json::object(),
         .service = "screencapture",
         .where = doable_on::without_runner,
         .is_trace = {},
         .done = {}},
    };
}

/// Nothing acknowledges them, so that one of which the phone lost a half counts as done.
std::vector<mortal_action> actions_by_buttons()
{
    const auto press = [](const char* name, const char* button, doable_on where) -> mortal_action {
        return {.name = name,
                .body = json::object(),
                .service = "indigo",
                .where = where,
                .is_trace = button_named(button),
                .done = {}};
    };
    return {press("volume-up", "volume_up", doable_on::any),
            press("volume-down", "volume_down", doable_on::any),
            press("siri", "siri", doable_on::any), press("home", "home", doable_on::without_runner),
            press("lock", "lock", doable_on::with_touches)};
}

std::vector<mortal_action> actions_by_reports()
{
    return {
        {.name = "tap",
         .body = {{"x", 300}, {"y", 600}},
         .service = nullptr,
         .where = doable_on::with_touches,
         .is_trace = down("touch"),
         .done = {}},
        {.name = "drag",
         .body = {{"from_x", 200}, {"from_y", 400}, {"to_x", 400}, {"to_y", 700}},
         .service = nullptr,
         .where = doable_on::with_touches,
         .is_trace = down("touch"),
         .done = {}},
        {.name = "type",
         .body = {{"text", "q"}},
         .service = nullptr,
         .where = doable_on::with_touches,
         .is_trace = down("key"),
         .done = {}},
        {.name = "keypress",
         .body = {{"key", "enter"}},
         .service = nullptr,
         .where = doable_on::with_touches,
         .is_trace = down("key"),
         .done = {}},
    };
}

bool can_do(const tunnelled_phone& on, const mortal_action& what)
{
    return what.where == doable_on::any ||
           (what.where == doable_on::without_runner ? !on.has_runner() : on.has_touches());
}

std::size_t traces_since(std::size_t start, const tunnelled_phone& on, const mortal_action& what)
{
    return static_cast<std::size_t>(std::ranges::count_if(on.phone.events(start), what.is_trace));
}

/// The job has told the truth of it.
void check_told(const tunnelled_phone& on,
                const mortal_action& what,
                std::size_t start,
                const json& job)
{
    const bool done = job.at("status") == "completed";
    const auto outcome =
        done ? "done" : job.at("result").at("context").at("outcome").get<std::string>();
    if (outcome != "not_sent") { // of which there is no receipt
        const auto by = job.at("receipt").at("driver").get<std::string>();
        CHECK((by == tunnel_driver || (on.has_runner() && by == runner_driver)));
    }
    if (done && what.done)
        CHECK(eventually(5s, [&] { return what.done(on); }));
    if (on.has_runner() && !done)
        CHECK(outcome == "unknown"); // or the runner would have done it
    if (!what.is_trace)
        return;
    const auto traces = traces_since(start, on, what);
    CHECK(traces <= (outcome == "not_sent" ? 0U : 1U));
    if (done && what.service == nullptr) // a finger or key, which counts as done when it arrived
        CHECK(eventually(5s, [&] { return traces_since(start, on, what) == 1; }));
}

/// The phone's next packet ends the tunnel. Where thimbled asks for something by itself just before
/// the action, that is refused, and it is not the middle of anything.
json perform_while(const tunnelled_phone& on, const mortal_action& what, const char* dying)
{
    constexpr int most_tries = 5;
    json job;
    for (int tried = 0; tried < most_tries; ++tried) {
        on.reset();
        if (what.name == std::string_view("type"))
            on.show_keyboard();
        on.phone.make("fault", {{"service", dying}, {"kind", "cut"}, {"count", 1}});
        job = on.perform(what.name, what.body);
        on.phone.clear_faults();
        if (job.at("status") != "refused")
            break;
    }
    INFO(job.dump());
    REQUIRE(job.at("status") != "refused");
    return job;
}

void die_in_the_middle(const tunnelled_phone& on, const mortal_action& what, const char* dying)
{
    INFO(what.name << ", " << dying << " is cut");
    const auto start = on.phone.next_event();
    const auto job = perform_while(on, what, dying);
    INFO(job.dump());
    check_told(on, what, start, job);
    on.reset(); // by then another tunnel is there, and has lifted what was down
    CHECK(eventually(5s, [&] { return on.fact("fingers").empty(); }));
    if (what.is_trace)
        CHECK(traces_since(start, on, what) <= 1);
}

/// In the campaign each iOS with and without a runner.
std::vector<std::string> mortal_models()
{
    if (!whole_matrix_wanted())
        return {"ios=18.5", "ios=27,runner=absent"};
    std::vector<std::string> all;
    for (const std::string ios : {"ios=17.5", "ios=18.5", "ios=26", "ios=27"})
        for (const auto* runner : {"", ",runner=absent"})
            all.push_back(ios + runner);
    return all;
}

/// Outside of the campaign one of each kind on the phone with a runner, and two on the other.
bool is_wanted(const tunnelled_phone& on, const std::string& action)
{
    if (whole_matrix_wanted())
        return true;
    if (!on.has_runner())
        return action == "tap" || action == "keypress";
    return action != "volume-down" && action != "siri";
}

} // namespace

TEST_CASE("a driver that dies in the middle of an action is named, and nothing is done twice",
          "[e2e]")
{
    const auto model = GENERATE_COPY(from_range(mortal_models()));
    INFO(model);
    const tunnelled_phone on("iPhone 15 Pro," + model);
    for (const auto& some : {actions_by_questions(), actions_by_reports(), actions_by_buttons()})
        for (const auto& what : some) {
            if (!can_do(on, what) || !is_wanted(on, what.name))
                continue;
            die_in_the_middle(on, what, "tunnel");
            if (what.service != nullptr)
                die_in_the_middle(on, what, what.service);
        }
}

} // namespace thimble::e2e
