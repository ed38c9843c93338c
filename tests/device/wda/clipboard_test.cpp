// The clipboard is read and written with the runner in front, and the user's app comes back.
#include "async/race.hpp"
#include "tests/device/wda/driver_fixture.hpp"
#include "text/base64.hpp"

#include <boost/asio/post.hpp>
#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using nlohmann::json;

const std::string get_target = session_path + "/wda/getPasteboard";
const std::string set_target = session_path + "/wda/setPasteboard";
const std::string activate_target = session_path + "/wda/apps/activate";
const std::string runner_id = "com.facebook.WebDriverAgentRunner.xctrunner";

struct clipboard_fixture : driver_fixture {
    clipboard_fixture()
    {
        put_in_front("com.example.notes");
        hold("from the phone");
        runner.on("POST " + set_target, value("null", session_id));
        runner.on("POST " + activate_target, value("null", session_id));
    }

    void put_in_front(const std::string& bundle_id)
    {
        runner.on("GET " + session_path + "/wda/activeAppInfo",
                  value(json{{"bundleId", bundle_id}}.dump(), session_id));
    }

    void hold(std::string_view text)
    {
        runner.on("POST " + get_target,
                  value('"' + service::encode_base64(text) + '"', session_id));
    }

    device::result<std::string> read()
    {
        return run_until_done(context, driver.clipboard().read());
    }

    device::result<void> write(std::string text)
    {
        return run_until_done(context, driver.clipboard().write(std::move(text)));
    }

    /// The apps that were brought to the front, in their order.
    std::vector<std::string> fronted() const
    {
        std::vector<std::string> apps;
        for (const auto& each : runner.log())
            if (each.target == activate_target)
                apps.push_back(json::parse(each.body).at("bundleId"));
        return apps;
    }
};

} // namespace

TEST_CASE_METHOD(clipboard_fixture, "a text is read with the runner in front", "[device]")
{
    CHECK(read() == std::string("from the phone"));
    CHECK(fronted() == std::vector<std::string>{runner_id, "com.example.notes"});
    hold("");
    CHECK(read() == std::string(""));
}

TEST_CASE_METHOD(clipboard_fixture, "a text is written in base64", "[device]")
{
    REQUIRE(write("Grüße 🧵"));
    CHECK(fronted() == std::vector<std::string>{runner_id, "com.example.notes"});
    for (const auto& each : runner.log())
        if (each.target == set_target)
            CHECK(json::parse(each.body) == json{{"content", service::encode_base64("Grüße 🧵")},
                                                 {"contentType", "plaintext"}});
    CHECK(runner.count("POST " + set_target) == 1);
}

TEST_CASE_METHOD(clipboard_fixture, "the home screen comes back by Home", "[device]")
{
    put_in_front("com.apple.springboard");
    REQUIRE(read());
    CHECK(fronted() == std::vector{runner_id});
    CHECK(runner.count("POST /wda/homescreen") == 1);
}

TEST_CASE_METHOD(clipboard_fixture, "the runner's own name is used", "[device]")
{
    runner.on("GET /status",
              value(R"({"ready" : true, "build" : {"productBundleIdentifier" : "org.me.Runner"}})",
                    session_id));
    REQUIRE(read());
    CHECK(fronted().front() == "org.me.Runner.xctrunner");
}

TEST_CASE_METHOD(clipboard_fixture, "a runner that was signed anew is found", "[device]")
{
    runner.on("GET /status", status_of("16.12.9")); // which names the constant
    installed = {"org.example.runner"};
    REQUIRE(read());
    CHECK(fronted().front() == "org.example.runner");
}

TEST_CASE_METHOD(clipboard_fixture, "of several runners the one that runs is used", "[device]")
{
    const auto state_target = "POST " + session_path + "/wda/apps/state";
    installed = {"org.example.old", "org.example.runner"};
    runner.on(state_target, value("1", session_id));
    runner.when_asked(state_target, [&] {
        const auto asked = json::parse(runner.log().back().body).at("bundleId");
        runner.on(state_target, value(asked == "org.example.runner" ? "3" : "1", session_id));
    });
    REQUIRE(read());
    CHECK(fronted().front() == "org.example.runner");
}

TEST_CASE_METHOD(clipboard_fixture, "a runner that was told its name is that one", "[device]")
{
    installed = {"org.example.old", "org.me.Runner.xctrunner"};
    runner.on("GET /status",
              value(R"({"ready" : true, "build" : {"productBundleIdentifier" : "org.me.Runner"}})",
                    session_id));
    REQUIRE(read());
    CHECK(fronted().front() == "org.me.Runner.xctrunner");
}

TEST_CASE_METHOD(clipboard_fixture, "what is no text is told of", "[device]")
{
    for (const auto* answer : {"5", "null", R"("no base64!")", R"("/////w==")"}) { // not UTF-8
        INFO(answer);
        runner.on("POST " + get_target, value(answer, session_id));
        const auto text = read();
        REQUIRE_FALSE(text);
        CHECK(text.error().cause == "clipboard_not_text");
    }
}

TEST_CASE_METHOD(clipboard_fixture, "the user's app comes back also after a failure", "[device]")
{
    runner.on("POST " + set_target, error(500, "unknown error", "cannot take: secret"));
    const auto written = write("secret");
    REQUIRE_FALSE(written);
    CHECK_FALSE(written.error().message.contains("secret"));
    CHECK(fronted() == std::vector<std::string>{runner_id, "com.example.notes"});
}

TEST_CASE_METHOD(clipboard_fixture,
                 "the user's app comes back after a cancelled read, and no other follows",
                 "[device]")
{
    bool reading = false;
    runner.when_asked("POST " + get_target, [&] { reading = true; });
    const auto until_reading = [&]() -> boost::asio::awaitable<void> {
        while (!reading)
            co_await boost::asio::post(boost::asio::use_awaitable);
    };
    const auto twice = [&]() -> boost::asio::awaitable<void> {
        co_await driver.clipboard().read();
        co_await driver.clipboard().read();
    };
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        co_await async::race(twice(), until_reading());
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
    CHECK(fronted() == std::vector<std::string>{runner_id, "com.example.notes"});
    CHECK(runner.count("POST " + get_target) == 1);
}

TEST_CASE_METHOD(clipboard_fixture, "an app that does not come back is a failure", "[device]")
{
    runner.when_asked("POST " + get_target, [this] {
        runner.on("POST " + activate_target, error(500, "unknown error", "gone"));
    });
    const auto text = read();
    CHECK(runner.count("POST " + get_target) == 1);
    CHECK(fronted() == std::vector<std::string>{runner_id, "com.example.notes"});
    REQUIRE_FALSE(text);
    CHECK(text.error().message.contains("gone"));
}

TEST_CASE_METHOD(clipboard_fixture,
                 "a runner that cannot come to the front reads nothing",
                 "[device]")
{
    runner.on("POST " + activate_target, error(400, "invalid argument", "no such app"));
    CHECK_FALSE(read());
    CHECK(runner.count("POST " + get_target) == 0);
}

} // namespace thimble::tests
