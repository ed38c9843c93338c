// The guide with phones that a test writes down: told steps, consent, the one tap.
#include "daemon/setup/guide.hpp"
#include "screen/png.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <fstream>
#include <functional>
#include <sstream>

namespace thimble::daemon {
namespace {

namespace asio = boost::asio;
using device::developer_mode_outcome;
using nlohmann::json;

constexpr auto udid = "00008130-000000000000001A";

link::phone_state phone_named(std::string id, std::vector<std::string> blockers = {})
{
    link::phone_state phone;
    phone.udid = std::move(id);
    phone.attached = true;
    phone.name = "Ada's iPhone";
    phone.os_version = "18.5";
    phone.capabilities = {"apps"};
    for (auto& each : blockers)
        phone.blockers.push_back(
            {.code = std::move(each), .message = "It is so.", .remedy = "Do it.", .since = {}});
    if (phone.blockers.empty()) {
        phone.driver_version = "16.12.9";
        phone.capabilities = {"apps", "screenshot", "tap"};
    }
    return phone;
}

/// A screen of one colour; a tap changes it.
std::string picture_of(bool opened)
{
    screen::image all({.width = 60, .height = 120});
    for (auto& each : all.pixels())
        each = opened ? 255 : 0;
    const auto png = screen::encode_png(all);
    std::string out(png.size(), '\0');
    std::ranges::transform(png, out.begin(), [](std::byte one) { return static_cast<char>(one); });
    return out;
}

/// Phones as the test has written them.
class written_view final : public phone_view {
public:
    asio::awaitable<std::optional<phones_seen>> look() override
    {
        if (before_look)
            before_look();
        ++looks;
        co_return ended ? std::nullopt : std::optional(seen);
    }

    asio::awaitable<control_answer> act(std::string of, phone_action what) override
    {
        acts.push_back(what.name);
        CHECK(of == udid);
        if (before_act)
            before_act(what.name);
        if (const auto found = refusals.find(what.name); found != refusals.end())
            co_return error_answer("FAILED", "It failed.", {{"outcome", found->second}});
        control_answer answer;
        if (what.name == "apps")
            answer.record["result"]["apps"] = {
                {{"bundle_id", "com.apple.Preferences"}, {"name", "Einstellungen"}}};
        if (what.name == "tap/select") {
            tapped.push_back(what.fields.at("selector"));
            opened = reacts;
        }
        if (what.name == "home")
            opened = false;
        if (what.name == "screenshot") {
            answer.record["format"] = "png";
            answer.record["width"] = 60;
            answer.record["height"] = 120;
            answer.picture = picture_of(opened);
        }
        co_return answer;
    }

    void choose(const std::string& which) override { chosen = which; }
    std::chrono::milliseconds pause() const override { return std::chrono::milliseconds{1}; }

    phones_seen seen;
    bool ended = false;
    bool reacts = true;
    std::function<void()> before_look;
    std::function<void(const std::string& name)> before_act;
    std::map<std::string, std::string> refusals; // an action's name and the outcome that it has
    int looks = 0;
    bool opened = false;
    std::string chosen;
    std::vector<std::string> acts;
    std::vector<std::string> tapped;
};

struct bench {
    explicit bench(bool consented = false, std::optional<std::string> named = std::nullopt)
        : agreed(context.get_executor(), consented, nullptr), report(out, true),
          mode(context.get_executor(),
               agreed,
               {.switch_on =
                    [this](const device::attachment&) {
                        ++switched;
                        return switching.load();
                    },
                .confirm =
                    [this](const device::attachment&) {
                        ++confirmed;
                        return confirming.load();
                    }}),
          leader({.phone = std::move(named), .settling = std::chrono::milliseconds{5}},
                 report,
                 mode,
                 agreed,
                 touch_record(state.path()))
    {
    }

    /// Nothing: it goes on after 10 s.
    std::optional<guide::end> lead()
    {
        std::optional<guide::end> how;
        asio::cancellation_signal stop;
        asio::co_spawn(context, leader.lead(view),
                       asio::bind_cancellation_slot(stop.slot(),
                                                    [&](const std::exception_ptr&, guide::end end) {
                                                        if (!stopped)
                                                            how = end;
                                                    }));
        context.restart();
        context.run_for(std::chrono::seconds{10});
        stopped = true;
        stop.emit(asio::cancellation_type::terminal);
        context.restart();
        context.run_for(std::chrono::seconds{1});
        return how;
    }

    std::vector<std::string> current_steps() const
    {
        std::vector<std::string> steps;
        std::istringstream in(out.str());
        for (std::string line; std::getline(in, line);) {
            const auto record = json::parse(line);
            if (record.value("state", "") != "current")
                continue;
            const auto step = record.at("step").get<std::string>();
            if (steps.empty() || steps.back() != step)
                steps.push_back(step);
        }
        return steps;
    }

    asio::io_context context;
    std::ostringstream out;
    e2e::temporary_directory state;
    std::atomic<int> switched = 0;
    std::atomic<int> confirmed = 0;
    std::atomic<developer_mode_outcome> switching = developer_mode_outcome::restarts;
    std::atomic<developer_mode_outcome> confirming = developer_mode_outcome::on;
    written_view view;
    consent agreed;
    setup_report report;
    developer_mode_step mode;
    guide leader;
    bool stopped = false;
};

using steps = std::vector<std::string>;

} // namespace

TEST_CASE("a ready phone is looked at and tapped once, and not again by the next run", "[setup]")
{
    bench of;
    of.view.seen.phones = {phone_named(udid)};
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.view.chosen == udid);
    CHECK(of.view.tapped == std::vector<std::string>{"Einstellungen"}); // as the phone calls it
    CHECK(of.view.acts.back() == "home");
    CHECK_FALSE(of.view.opened);

    const touch_record kept(of.state.path());
    CHECK(kept.contains(udid, "18.5"));
    CHECK_FALSE(kept.contains(udid, "18.6"));
    CHECK_FALSE(kept.contains("another", "18.5"));
    bench again;
    again.view.seen.phones = {phone_named(udid)};
    touch_record(again.state.path()).remember(udid, "18.5", std::chrono::system_clock::now());
    CHECK(again.lead() == guide::end::ready);
    CHECK(again.view.tapped.empty());
    CHECK(std::ranges::count(again.view.acts, "screenshot") == 1);
}

TEST_CASE("a tap that nothing follows is told and not made again", "[setup]")
{
    bench of;
    of.view.seen.phones = {phone_named(udid)};
    of.view.reacts = false;
    CHECK(of.lead() == guide::end::failed);
    CHECK(of.view.tapped.size() == 1);
    CHECK(of.out.str().contains("Einstellungen was tapped, and the screen has not changed"));
    CHECK_FALSE(touch_record(of.state.path()).contains(udid, "18.5"));
}

TEST_CASE("a tap that may have been made is not made again", "[setup]")
{
    bench of;
    of.view.seen.phones = {phone_named(udid)};
    of.view.refusals["tap/select"] = "unknown";
    CHECK(of.lead() == guide::end::failed);
    CHECK(std::ranges::count(of.view.acts, "tap/select") == 1);
}

TEST_CASE("a tap whose set-up has died is said before another one is made", "[setup]")
{
    bench of(false, std::string(udid));
    of.view.seen.phones = {phone_named(udid)};
    const touch_record kept(of.state.path());
    kept.begin(udid, "18.5", std::chrono::system_clock::now());
    CHECK(kept.is_open(udid));
    CHECK_FALSE(kept.is_open("another"));
    CHECK_FALSE(kept.contains(udid, "18.5"));
    SECTION("though another one ended at its look")
    {
        bench blind(false, std::string(udid));
        blind.view.seen.phones = {phone_named(udid)};
        blind.view.refusals["screenshot"] = "not_sent";
        const touch_record its(blind.state.path());
        its.begin(udid, "18.5", std::chrono::system_clock::now());
        CHECK(blind.lead() == guide::end::failed);
        CHECK(its.is_open(udid)); // nothing was said of the tap
    }
    CHECK(of.lead() == guide::end::failed);
    CHECK(of.current_steps() == steps{"first_look", "first_tap"});
    CHECK(of.out.str().contains("nobody has seen whether the tap arrived"));
    CHECK(std::ranges::count(of.view.acts, "tap/select") == 0);
    CHECK_FALSE(kept.is_open(udid)); // the next one may tap
}

TEST_CASE("a touch is on record before it is made, and open for no longer than nothing is known",
          "[setup]")
{
    bench of;
    of.view.seen.phones = {phone_named(udid)};
    const touch_record kept(of.state.path());
    bool was_open = false;
    of.view.before_act = [&](const std::string& name) {
        if (name == "tap/select")
            was_open = kept.is_open(udid);
    };
    SECTION("seen")
    {
        CHECK(of.lead() == guide::end::ready);
        CHECK(kept.contains(udid, "18.5"));
    }
    SECTION("not made")
    {
        of.view.refusals["tap/select"] = "not_sent";
        CHECK(of.lead() == guide::end::failed);
        CHECK_FALSE(kept.contains(udid, "18.5"));
    }
    SECTION("perhaps made, and said")
    {
        of.view.refusals["tap/select"] = "unknown";
        CHECK(of.lead() == guide::end::failed);
        CHECK_FALSE(kept.contains(udid, "18.5"));
    }
    CHECK(was_open);
    CHECK_FALSE(kept.is_open(udid));
}

TEST_CASE("what has not touched the phone is tried a few times", "[setup]")
{
    bench of;
    of.view.seen.phones = {phone_named(udid)};
    of.view.refusals["screenshot"] = "not_sent";
    CHECK(of.lead() == guide::end::failed);
    CHECK(std::ranges::count(of.view.acts, "screenshot") == 5);
    CHECK(of.view.tapped.empty());
}

TEST_CASE("the steps are told as the phone takes them", "[setup]")
{
    bench of(false, std::string(udid));
    std::vector<std::vector<std::string>> way{{"TRUST_PENDING"},
                                              {"DEVELOPER_MODE_OFF"},
                                              {"DEVELOPER_IMAGE_MISSING"},
                                              {"DRIVER_NOT_RUNNING"}};
    of.view.before_look = [&] {
        const auto stage = static_cast<std::size_t>(of.view.looks / 40);
        if (stage < way.size())
            of.view.seen.phones = {phone_named(udid, way[stage])};
        else
            of.view.seen.phones = {phone_named(udid)};
    };
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.current_steps() == steps{"trust", "developer_mode", "developer_image",
                                      "runner_started", "first_look", "first_tap"});
    CHECK(of.switched == 0); // nobody has agreed
    CHECK(of.out.str().contains("--yes"));
}

TEST_CASE("the switch of developer mode is turned once", "[setup]")
{
    bench of(true);
    bool away = false;
    of.view.before_look = [&] {
        if (of.confirmed > 0)
            of.view.seen.phones = {phone_named(udid)};
        else if (of.switched > 0 && !std::exchange(away, true))
            of.view.seen.phones.clear();
        else
            of.view.seen.phones = {phone_named(udid, {"DEVELOPER_MODE_OFF"})};
    };
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.switched == 1);
    CHECK(of.confirmed == 1);
}

TEST_CASE("a switch that has just been turned is not told as turned back", "[setup]")
{
    bench of(true);
    of.switching = developer_mode_outcome::on; // its question was answered
    int stale = 0;
    of.view.before_look = [&] {
        const bool known = of.switched > 0 && ++stale > 20;
        of.view.seen.phones = {known ? phone_named(udid)
                                     : phone_named(udid, {"DEVELOPER_MODE_OFF"})};
    };
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.switched == 1);
    CHECK_FALSE(of.out.str().contains("switched off again"));
}

TEST_CASE("a switch that is turned back later is left to the person", "[setup]")
{
    bench of(true);
    of.switching = developer_mode_outcome::on;
    of.view.before_look = [&] {
        if (of.out.str().contains("switched off again"))
            of.view.seen.phones = {phone_named(udid)};
        else if (of.switched > 0 && std::ranges::count(of.current_steps(), "runner_started") == 0)
            of.view.seen.phones = {phone_named(udid, {"DRIVER_NOT_RUNNING"})};
        else
            of.view.seen.phones = {phone_named(udid, {"DEVELOPER_MODE_OFF"})};
    };
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.switched == 1);
}

TEST_CASE("a phone that could not be asked is asked again", "[setup]")
{
    bench of(true);
    of.switching = developer_mode_outcome::not_asked;
    of.view.before_look = [&] {
        if (of.switched == 3)
            of.switching = developer_mode_outcome::on;
        of.view.seen.phones = {of.switched > 3 ? phone_named(udid)
                                               : phone_named(udid, {"DEVELOPER_MODE_OFF"})};
    };
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.switched == 4);
}

TEST_CASE("a phone with a passcode leaves the switch to the person", "[setup]")
{
    bench of(true);
    of.switching = developer_mode_outcome::has_passcode;
    of.view.before_look = [&] {
        if (of.out.str().contains("lets only you turn the switch"))
            of.view.seen.phones = {phone_named(udid)};
        else
            of.view.seen.phones = {phone_named(udid, {"DEVELOPER_MODE_OFF"})};
    };
    CHECK(of.lead() == guide::end::ready);
    CHECK(of.switched == 1);
    CHECK(of.confirmed == 0);
}

TEST_CASE("one of several phones has to be named", "[setup]")
{
    auto other = phone_named("00008130-000000000000002B");
    other.name = "Other";
    bench unclear;
    unclear.view.seen.phones = {phone_named(udid), other};
    CHECK(unclear.lead() == guide::end::unclear);
    for (const auto* name : {"Ada's iPhone", udid}) {
        bench named(false, name);
        named.view.seen.phones = {other, phone_named(udid)};
        CHECK(named.lead() == guide::end::ready);
        CHECK(named.view.chosen == udid);
    }
}

TEST_CASE("a view that has ended is left", "[setup]")
{
    bench of;
    of.view.ended = true;
    CHECK(of.lead() == guide::end::left);
}

TEST_CASE("a record of touches that is broken counts as none", "[setup]")
{
    const e2e::temporary_directory state;
    const auto file = state.path() / "first-touches.json";
    const touch_record kept(state.path());
    for (const auto* text : {"", "[", "{}", R"([1, {"udid": 3}, {"udid": "x", "os_version": []}])",
                             "[[[[[[[[[[[[]]]]]]]]]]]]"}) {
        INFO(text);
        std::ofstream(file) << text;
        CHECK_FALSE(kept.contains(udid, "18.5"));
        kept.remember(udid, "18.5", std::chrono::system_clock::now());
        CHECK(kept.contains(udid, "18.5"));
    }
}

} // namespace thimble::daemon
