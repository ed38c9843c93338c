// Ends of watching, and what it outlasts.
#include "tests/e2e/eventually.hpp"
#include "tests/service/live_view/watched_phone.hpp"

#include <chrono>

namespace thimble::service::test {

using std::chrono::steady_clock;

namespace {

limits with_large_pictures(std::chrono::milliseconds write_time)
{
    limits out;
    out.streams.picture_bytes = 64UL * 1024 * 1024;
    out.streams.write_time = write_time;
    return out;
}

const std::string& more_than_sockets_hold()
{
    static const std::string out(32UL * 1024 * 1024, 'x');
    return out;
}

} // namespace

TEST_CASE("a viewer that goes is noticed though no picture comes", "[streams]")
{
    with_watched_phone on;
    auto one = on.watch();
    auto other = on.watch_by_websocket();
    one.close();
    CHECK(on.running.logs("ended: gone"));
    other.close();
    CHECK(on.streams(0));
    CHECK(on.metric("thimble_live_viewers 0"));
}

TEST_CASE("a viewer that stops reading is cut off, and the others are not", "[streams]")
{
    // Time for the one that reads, on a busy computer too; the log is waited for for half a minute.
    with_watched_phone on(with_large_pictures(std::chrono::seconds(3) * e2e::slowdown()));
    auto stuck = on.watch();
    auto reading = on.watch();
    on.show(more_than_sockets_hold());
    const auto whole = reading.next();
    REQUIRE(whole);
    CHECK(whole->body.size() == more_than_sockets_hold().size());
    CHECK(on.running.logs("ended: too_slow, pictures=0"));
    CHECK(on.metric("thimble_live_viewers_dropped_total 1"));
    CHECK(on.metric("thimble_live_viewers 1"));
    CHECK(stuck.ends());
    on.show("next");
    CHECK(reading.next()->body == "next");
}

TEST_CASE("a revoked key ends what it watches", "[streams]")
{
    with_watched_phone on;
    const other_key made(on.client);
    auto one = on.watch("", made.key());
    auto other = on.watch_by_websocket("", made.key());
    auto staying = on.watch();
    CHECK(on.client.ask("DELETE", made.path(), {{"X-API-Key", api_key}}).status == 204);
    CHECK(one.ends());
    CHECK(other.close_reason() == "1008 key_revoked");
    CHECK(on.running.logs("ended: key_revoked"));
    on.show("for who may");
    CHECK(staying.next()->body == "for who may");
}

TEST_CASE("a phone that is plugged in again goes on", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch("?fps=60");
    on.show("before");
    CHECK(viewer.next()->body == "before");
    on.unplug();
    CHECK(on.streams(0));
    on.change([](auto&) {});
    CHECK(on.streams(1));
    on.show("after");
    CHECK(viewer.next()->body == "after");
}

TEST_CASE("viewers follow a phone to another desktop", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch();
    const auto other = on.running.another_desktop();
    on.running.at_home([&] {
        on.running.service().desktop_connected({.id = "other", .name = "o", .version = "1"}, other);
        on.running.service().phone_changed("other", phone("udid-1"));
        REQUIRE(other->seen.streams.size() == 1);
        other->show(live_frame("from there"));
    });
    CHECK(on.streams(0));
    CHECK(viewer.next()->body == "from there");
    viewer.close();
    REQUIRE(on.running.logs("ended: gone"));
    on.running.at_home([&] { CHECK(other->open_streams() == 0); });
}

TEST_CASE("a desktop that comes back is told again", "[streams]")
{
    with_watched_phone on;
    auto viewer = on.watch();
    const auto again = on.running.another_desktop();
    on.running.at_home([&] {
        auto& service = on.running.service();
        service.desktop_gone(desktop_id);
        service.desktop_connected({.id = desktop_id, .name = "test", .version = "1"}, again);
        CHECK(again->open_streams() == 0); // it has not said yet that it has the phone
        service.phone_changed(desktop_id, phone("udid-1"));
        REQUIRE(again->open_streams() == 1);
        service.desktop_connected({.id = desktop_id, .name = "test", .version = "1"}, again);
        REQUIRE(again->open_streams() == 1);
        CHECK(again->seen.streams.size() == 2);
        again->show(live_frame("back"));
    });
    CHECK(viewer.next()->body == "back");
    viewer.close();
    REQUIRE(on.running.logs("ended: gone"));
}

TEST_CASE("a phone that is forgotten is watched no more", "[streams]")
{
    with_watched_phone on;
    auto one = on.watch();
    auto other = on.watch_by_websocket();
    on.unplug();
    CHECK(on.client.ask("DELETE", "/v1/phones/" + on.id, {{"X-API-Key", api_key}}).status == 204);
    CHECK(one.ends());
    CHECK(other.close_reason() == "1001 phone_forgotten");
}

TEST_CASE("the end of the service does not wait for viewers", "[streams]")
{
    with_watched_phone on(with_large_pictures(std::chrono::minutes(10)), std::chrono::minutes(10));
    auto idle = on.watch();
    auto by_websocket = on.watch_by_websocket();
    CHECK(on.client.post("/v1/home").status == 200);
    const auto asked = steady_clock::now();
    on.running.begin_to_stop();
    CHECK(idle.ends());
    CHECK(by_websocket.close_reason() == "1001 draining");
    on.running.wait_for_end();
    CHECK(steady_clock::now() - asked < std::chrono::minutes(1)); // cut off after ten
}

TEST_CASE("the end of the service does not wait for a viewer that is stuck", "[streams]")
{
    with_watched_phone on(with_large_pictures(std::chrono::minutes(10)), std::chrono::minutes(10));
    auto stuck = on.watch();
    auto by_websocket = on.watch_by_websocket();
    on.show(more_than_sockets_hold());
    stuck.begin_part();
    CHECK_FALSE(by_websocket.next()->binary);
    const auto asked = steady_clock::now();
    on.running.begin_to_stop();
    on.running.wait_for_end();
    CHECK(steady_clock::now() - asked < std::chrono::minutes(1));
    CHECK(stuck.ends());
}

} // namespace thimble::service::test
