// Cables that are pulled, a usbmuxd that dies, and phones that must not be taken for each other.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <future>

namespace thimble::e2e {

namespace {

constexpr auto return_limit = 10s; // of a phone that is paired

/// As from a plugging in before: the keys of a first pairing take as long as they take.
void pair(const virtual_phones& phones)
{
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_named(phones.at(0), ready_limit));
}

std::string body(int x, int y)
{
    return nlohmann::json{{"x", x}, {"y", y}}.dump();
}

bool offline(const thimble_system& daemon, const virtual_phone& phone)
{
    return daemon.record_of(phone).at("connection_status") == "offline";
}

} // namespace

TEST_CASE("a phone that is unplugged in the middle of a tap says so", "[e2e][linked]")
{
    // The phone's time runs slowly, so that the finger stays down for long enough to be seen.
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "20"});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, 30s));
    const auto target = daemon.path(phone, "/tap-and-hold");

    // As long as a tap; longer where it takes longer to see the finger.
    const nlohmann::json tap{{"x", 300}, {"y", 600}, {"duration_ms", 50 * slowdown()}};
    auto answer =
        std::async(std::launch::async, [&] { return daemon.api().post(target, tap.dump()); });
    REQUIRE(eventually(20s, [&] { return !phone.fingers_down().empty(); }));
    REQUIRE(answer.wait_for(0s) != std::future_status::ready);
    phone.make("unplug");
    REQUIRE(answer.wait_for(10s * slowdown()) == std::future_status::ready);

    const auto failed = answer.get();
    INFO(failed.body);
    CHECK(failed.status == 400);
    CHECK(failed.json().at("error") == "PHONE_NOT_CONNECTED");
    CHECK(failed.json().at("context").at("cause") == "phone_gone");
    CHECK(failed.json().at("context").at("outcome") == "unknown");
    CHECK(failed.json().at("context").at("job").at("status") == "failed");
    CHECK(eventually(10s, [&] { return offline(daemon, phone); }));
}

TEST_CASE("a usbmuxd that dies in the middle of a tap is told from a phone that goes", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5"}, .device_time = "20"});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, 30s));
    const nlohmann::json tap{{"x", 300}, {"y", 600}, {"duration_ms", 50 * slowdown()}};
    auto answer = std::async(std::launch::async, [&] {
        return daemon.api().post(daemon.path(phone, "/tap-and-hold"), tap.dump());
    });
    REQUIRE(eventually(20s, [&] { return !phone.fingers_down().empty(); }));
    REQUIRE(answer.wait_for(0s) != std::future_status::ready);
    phones.stop_mux();
    const auto failed = answer.get();
    INFO(failed.body);
    CHECK(failed.json().at("error") == "PHONE_NOT_CONNECTED");
    CHECK_FALSE(failed.json().at("message").get<std::string>().contains("unplugged"));
    CHECK(failed.json().at("context").at("cause") == "usbmuxd_not_running");
    CHECK(failed.json().at("context").at("outcome") == "unknown");
}

TEST_CASE("a computer whose usbmuxd does not run says so, until it runs again", "[e2e][linked]")
{
    const virtual_phones phones;
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    const auto codes = [&] {
        auto out = nlohmann::json::array();
        const auto answer = daemon.api().get("/v1/desktops");
        for (const auto& each : answer.json().at("desktops"))
            for (const auto& blocker : each.at("blockers"))
                out.push_back(blocker.at("code"));
        return out;
    };
    CHECK(codes().empty());
    phones.stop_mux();
    CHECK(eventually(30s, [&] { return codes() == nlohmann::json{"USBMUXD_NOT_RUNNING"}; }));
    phones.start_mux();
    CHECK(eventually(30s, [&] { return codes().empty(); }));
}

TEST_CASE("a phone that is plugged in again is back without a restart", "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    REQUIRE(daemon.until_named(phone, ready_limit));
    const auto id = daemon.id_of(phone);

    for (int round = 0; round < 2; ++round) {
        phone.make("unplug");
        REQUIRE(eventually(10s, [&] { return offline(daemon, phone); }));
        const auto refused = daemon.api().post("/v1/phones/" + id + "/tap", body(300, 600));
        CHECK(refused.status == 400);
        CHECK(refused.json().at("error") == "PHONE_NOT_CONNECTED");

        phone.make("plug");
        CHECK(daemon.until_ready(phone, return_limit));
        CHECK(daemon.id_of(phone) == id);
        CHECK(daemon.api().post(daemon.path(phone, "/tap"), body(300, 600)).status == 200);
    }
}

TEST_CASE("the log names a phone that goes and comes back", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,name=Ada"}});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_named(phone, ready_limit));
    const auto logs = [&](const std::string& what) {
        const auto line = "phone " + phone.udid() + " (Ada, iPhone 15 Pro) " + what;
        return eventually(10s, [&] { return daemon.process().errors().contains(line); });
    };
    phone.make("unplug");
    CHECK(logs("detached"));
    phone.make("plug");
    CHECK(logs("attached"));
}

TEST_CASE("thimbled says after its start that no phone is attached", "[e2e][local]")
{
    const virtual_phones phones;
    phones.at(0).make("unplug");
    const thimble_system daemon(phones);
    CHECK(eventually(60s, [&] {
        return daemon.process().errors().contains(
            "no phone yet: none is attached. \"thimbled doctor\" looks for the cause");
    }));
}

TEST_CASE("thimbled says after its start that usbmuxd keeps phones away", "[e2e][local]")
{
    const virtual_phones phones;
    phones.stop_mux();
    const thimble_system daemon(phones);
    CHECK(eventually(
        60s, [&] { return daemon.process().errors().contains("no phone yet: usbmuxd does not"); }));
}

TEST_CASE("a usbmuxd that dies takes its phones along and brings them back", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16"}});
    const thimble_system daemon(phones);
    for (std::size_t i = 0; i < phones.size(); ++i) {
        REQUIRE(daemon.until_ready(phones.at(i), ready_limit));
        REQUIRE(daemon.until_named(phones.at(i), ready_limit));
    }

    phones.stop_mux();
    CHECK(eventually(
        10s, [&] { return offline(daemon, phones.at(0)) && offline(daemon, phones.at(1)); }));
    phones.start_mux();
    CHECK(daemon.until_ready(phones.at(0), return_limit));
    CHECK(daemon.until_ready(phones.at(1), return_limit));
    CHECK(daemon.api().post(daemon.path(phones.at(1), "/tap"), body(100, 100)).status == 200);
}

TEST_CASE("thimbled may start before usbmuxd does", "[e2e]")
{
    const virtual_phones phones;
    pair(phones);
    phones.stop_mux();
    const thimble_system daemon(phones);
    CHECK(daemon.api().get("/v1/phones").json() == nlohmann::json::array());
    phones.start_mux();
    CHECK(daemon.until_ready(phones.at(0), return_limit));
}

TEST_CASE("two phones never mix", "[e2e][linked]")
{
    constexpr int taps = 20;
    const virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=17.5"}, .device_time = "0"});
    const thimble_system daemon(phones);
    const auto play = [&](const virtual_phone& phone, int x) {
        const auto target = daemon.path(phone, "/tap");
        for (int i = 0; i < taps; ++i) {
            auto answer = daemon.api().post(target, body(x, 200 + i));
            // On a busy machine a runner may seem to hang for a moment; nothing was touched then.
            while (answer.status == 409 && answer.json().at("error") == "PHONE_NOT_READY" &&
                   daemon.until_ready(phone, ready_limit))
                answer = daemon.api().post(target, body(x, 200 + i));
            if (answer.status != 200 || answer.json().at("phone_id") != answer.header("X-Phone-Id"))
                return false;
        }
        return true;
    };
    // The left half of one phone and the right half of the other, both at once.
    for (std::size_t i = 0; i < phones.size(); ++i) {
        REQUIRE(daemon.until_ready(phones.at(i), ready_limit));
        phones.at(i).make("open", {{"bundle_id", "com.thimble.sketch"}});
    }
    auto left = std::async(std::launch::async, [&] { return play(phones.at(0), 100); });
    auto right = std::async(std::launch::async, [&] { return play(phones.at(1), 500); });
    CHECK(left.get());
    CHECK(right.get());

    const auto on_left = phones.at(0).fingers_down();
    const auto on_right = phones.at(1).fingers_down();
    CHECK(on_left.size() == taps);
    CHECK(on_right.size() == taps);
    const auto middle = phones.at(0).facts().at("width_pt").get<double>() / 2;
    for (const auto& event : on_left)
        CHECK(event.at("x").get<double>() < middle);
    for (const auto& event : on_right)
        CHECK(event.at("x").get<double>() > middle);
}

} // namespace thimble::e2e
