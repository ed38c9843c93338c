// Each step of the set-up with its cable pulled once and its thimbled killed once, and taken up
// again.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/setup/unboxed_phone.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto longest_way = 600s;
constexpr auto noticed = 60s; // a pulled cable, also by one that looks whether its tap arrives

using step_names = std::set<std::string>;

/// All steps in which something is done; advice is only given.
step_names steps_of(const std::string& ios)
{
    static const step_names always{"cable", "unlock", "trust", "developer_image"};
    static const step_names runner{"runner_installed", "certificate_trusted", "ui_automation",
                                   "runner_started"};
    step_names all{"first_look", "first_tap"};
    all.insert(always.begin(), always.end());
    if (ios != "15.8")
        all.insert("developer_mode");
    if (ios != "15.8" && ios != "16.7")
        all.insert("without_runner");
    if (ios != "27.0")
        all.insert(runner.begin(), runner.end());
    return all;
}

/// Faults that hold a step which ends by itself, until it was interrupted.
struct hold {
    std::string last; // of the steps that they are for
    std::vector<json> faults;
};

/// In the order of the steps. The first tap is held by apps that take their time to open.
const std::vector<hold>& holds()
{
    const auto late = [](const char* service, int milliseconds) {
        return json{{"service", service}, {"kind", "delay"}, {"ms", milliseconds}};
    };
    const auto failing = [](const char* service) {
        return json{{"service", service}, {"kind", "error"}};
    };
    static const std::vector<hold> all{
        {.last = "developer_image", .faults = {late("mobile_image_mounter", 1500)}},
        {.last = "without_runner", .faults = {late("tunnel.handshake", 4000), late("rsd", 3000)}},
        {.last = "runner_started",
         .faults = {late("instruments", 1500), late("testmanagerd", 1500)}},
        {.last = "first_look",
         .faults = {failing("wda.screenshot"), failing("screencapture"), failing("media.call")}},
        {.last = "first_tap", .faults = {}},
    };
    return all;
}

/// A way from the box with all its interruptions.
class interrupted_way {
public:
    explicit interrupted_way(const std::string& ios)
        : of_({.phone = "iPhone 15 Pro,fresh,ios=" + ios, .plugged = false, .step_by_step = true}),
          due_(steps_of(ios))
    {
        hold_next();
    }

    /// The exit code; -1: it goes on after the whole time.
    int walk()
    {
        int code = -1;
        eventually(longest_way, [&] {
            if (const auto ended = of_.run->process().wait(0ms)) {
                code = ended->code;
                return code != 1 || !goes_on_after_failure();
            }
            take(step_under_way());
            return false;
        });
        return code;
    }

    const unboxed_phone& box() const { return of_; }
    const step_names& due() const { return due_; }
    const step_names& unplugged() const { return unplugged_; }
    const step_names& killed() const { return killed_; }

    /// Taps whose outcome is not known, as thimbled has said.
    std::size_t unknown_taps() const { return unknown_taps_; }
    std::string told() const { return before_ + of_.told(); }

private:
    bool is_done_with(const std::string& step) const
    {
        return !due_.contains(step) || (unplugged_.contains(step) && killed_.contains(step));
    }

    /// Some steps are over before they are told, or are under way for a part of their time alone.
    std::string step_under_way() const
    {
        const auto now = of_.run->current();
        if (now == "first_tap")
            return of_.phone.fingers_down().size() > taps_seen_ ? now : "";
        if (is_done_with("developer_image") && !is_done_with("without_runner") && tries_services())
            return "without_runner";
        return now;
    }

    /// With the image on the phone, its services are looked at: the log has said so since the last
    /// interruption, and the list has not ticked them.
    bool tries_services() const
    {
        const auto states = of_.run->states_of("without_runner");
        return of_.phone.facts().at("developer_image") == true && looks() > looks_seen_ &&
               (states.empty() || states.back() == "waiting");
    }

    std::size_t looks() const
    {
        const auto log = of_.run->process().errors();
        std::size_t count = 0;
        for (auto at = log.find("is being looked at"); at != std::string::npos;
             at = log.find("is being looked at", at + 1))
            ++count;
        return count;
    }

    void take(const std::string& step)
    {
        if (step.empty())
            return;
        if (due_.contains(step) && unplugged_.insert(step).second)
            unplug(step);
        else if (due_.contains(step) && killed_.insert(step).second)
            kill();
        else
            of_.owner.take(step);
        hold_next();
    }

    void unplug(const std::string& step)
    {
        taps_seen_ = of_.phone.fingers_down().size();
        if (step == "cable")
            of_.phone.make("plug"); // for a moment
        of_.phone.make("unplug");
        CHECK(eventually(noticed, [&] {
            return of_.run->current() == "cable" || of_.run->process().wait(0ms);
        }));
        looks_seen_ = looks();
        if (step != "cable")
            of_.phone.make("plug");
    }

    void kill()
    {
        taps_seen_ = of_.phone.fingers_down().size();
        of_.run->kill();
        begin_again();
    }

    void begin_again()
    {
        before_ += of_.told();
        looks_seen_ = 0;
        of_.run->begin();
    }

    /// A tap of an unknown outcome ends the set-up, which says so and has not tapped anew.
    bool goes_on_after_failure()
    {
        if (of_.run->states_of("first_tap").empty() ||
            of_.run->states_of("first_tap").back() != "current" || !has_said_why())
            return false;
        CHECK(of_.phone.fingers_down().size() == ++unknown_taps_);
        taps_seen_ = unknown_taps_;
        begin_again();
        return true;
    }

    bool has_said_why() const
    {
        const auto records = of_.run->records();
        return std::ranges::any_of(records, [](const json& each) {
            return each.value("step", "") == "first_tap" && each.at("problem").is_string();
        });
    }

    /// Lets go what has been interrupted, and holds the next.
    void hold_next()
    {
        const auto& all = holds();
        const auto next =
            std::ranges::find_if(all, [&](const hold& each) { return !is_done_with(each.last); });
        const std::string last = next == all.end() ? "" : next->last;
        if (std::exchange(held_, last) == last)
            return;
        of_.phone.clear_faults();
        if (next != all.end())
            for (const auto& each : next->faults)
                of_.phone.make("fault", each);
        if (last == "first_look") // already: nothing restarts the phone any more
            of_.phone.make("opening", {{"ms", 6000}});
        else if (last.empty())
            of_.phone.make("opening", {{"ms", 0}});
    }

    unboxed_phone of_;
    step_names due_;
    step_names unplugged_;
    step_names killed_;
    std::size_t unknown_taps_ = 0;
    std::size_t taps_seen_ = 0;  // when the last interruption came
    std::size_t looks_seen_ = 0; // the same
    std::string held_ = "none yet";
    std::string before_; // told by the runs that were killed
};

} // namespace

TEST_CASE("each step of the set-up survives a pulled cable and a kill", "[e2e][local]")
{
    const auto* const ios =
        campaign() ? GENERATE("15.8", "16.7", "17.5", "18.5", "26.0", "27.0") : GENERATE("18.5");
    INFO("iOS " << ios);
    interrupted_way way(ios);
    const int code = way.walk();
    INFO(way.told());
    CHECK(code == 0);
    CHECK(way.unplugged() == way.due());
    CHECK(way.killed() == way.due());
    // The first tap was interrupted twice after it had been made: each was said before the next.
    CHECK(way.unknown_taps() == 2);
    CHECK(way.box().phone.fingers_down().size() == 3);
}

} // namespace thimble::e2e
