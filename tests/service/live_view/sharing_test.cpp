// Many viewers, one stream; each at its own pace, and none of them behind.
#include "tests/service/links_fixture.hpp"
#include "tests/service/live_view/watched_phone.hpp"

#include <list>
#include <set>

namespace thimble::service::test {

namespace {

/// More than the sockets of both ends hold.
const std::string& large_picture()
{
    static const std::string out(32UL * 1024 * 1024, 'x');
    return out;
}

limits with_large_pictures()
{
    limits out;
    out.streams.picture_bytes = 64UL * 1024 * 1024;
    out.streams.write_time = std::chrono::minutes(1); // nobody is cut off here
    return out;
}

std::set<std::string> stream_ids(const observations& seen)
{
    std::set<std::string> out;
    for (const auto& each : seen.streams)
        out.insert(each.stream_id);
    return out;
}

} // namespace

TEST_CASE("viewers of one quality share a stream at the largest of their paces", "[streams]")
{
    with_watched_phone on;
    std::list<multipart_client> viewers;
    for (const auto* query : {"?fps=5", "?fps=10", "?fps=30", "?fps=1", "?fps=30"})
        viewers.emplace_back(on.running.port(), on.path("stream") + query,
                             headers{{"X-API-Key", api_key}});
    CHECK(stream_ids(on.running.seen()).size() == 1);
    CHECK(on.running.seen().streams.back().frames_per_second == 30);
    CHECK(on.running.seen().streams.size() == 3); // at 5, at 10, at 30
    CHECK(on.metric("thimble_live_viewers 5"));
    CHECK(on.metric("thimble_live_streams 1"));
    on.show("for all");
    for (auto& each : viewers)
        CHECK(each.next()->body == "for all");
    CHECK(on.metric("thimble_live_pictures_sent_total 5"));
    CHECK(on.metric("thimble_live_picture_age_seconds_count 5"));

    const auto finer = on.watch("?quality=95&fps=60");
    CHECK(stream_ids(on.running.seen()).size() == 2);
    CHECK(on.metric("thimble_live_streams 2"));
    viewers.pop_back();
    viewers.erase(std::next(viewers.begin(), 2));
    CHECK(on.running.until(
        [](const auto& seen) { return seen.streams.back().frames_per_second == 10; }));
    viewers.clear();
    CHECK(on.streams(1));
    CHECK(on.running.logs("pictures=1 replaced=0"));
}

TEST_CASE("who comes between two pictures sees the last one at once", "[streams]")
{
    with_watched_phone on;
    auto first = on.watch();
    on.show("still there");
    CHECK(first.next()->body == "still there");
    CHECK(on.watch().next()->body == "still there");
}

TEST_CASE("a viewer that reads slowly gets the newest picture, and none that waited", "[streams]")
{
    with_watched_phone on(with_large_pictures());
    auto slow = on.watch("?fps=60");
    auto quick = on.watch("?fps=60");
    on.show(large_picture());
    const auto begun = slow.begin_part(); // the rest has to wait for it
    CHECK(quick.next()->body.size() == large_picture().size());
    for (const auto* each : {"two", "three", "four"}) {
        on.show(each);
        CHECK(quick.next()->body == each);
    }
    CHECK(slow.rest_of(begun).size() == large_picture().size());
    CHECK(slow.next()->body == "four");
    CHECK(on.metric("thimble_live_pictures_replaced_total 2"));
}

TEST_CASE("a viewer gets no more pictures a second than it asked for", "[streams]")
{
    with_watched_phone on;
    auto slow = on.watch("?fps=1");
    auto quick = on.watch("?fps=60");
    const auto began = std::chrono::steady_clock::now();
    on.show("one");
    CHECK(slow.next()->body == "one");
    for (const auto* each : {"two", "three"}) {
        on.show(each);
        while (quick.next()->body != each)
            continue;
    }
    int more = 0; // "two" as well, if a second was over before "three" came
    do
        ++more;
    while (slow.next()->body != "three");
    CHECK(std::chrono::steady_clock::now() - began >= more * std::chrono::milliseconds(990));
    CHECK(on.metric("thimble_live_pictures_replaced_total 0")); // by its own wish
}

TEST_CASE("so many may watch a phone, and so many all together", "[streams]")
{
    limits few;
    few.streams.viewers_of_phone = 1;
    few.streams.viewers = 2;
    with_watched_phone on(few);
    const auto other = on.running.attach(phone("udid-2"));
    const auto third = on.running.attach(phone("udid-3"));
    auto viewer = on.watch();
    const auto refused = on.client.get(on.path("stream"));
    CHECK(refused.status == 503);
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.field("retry-after") == "1");
    const auto watch = [&](const std::string& id) {
        return multipart_client(on.running.port(), "/v1/phones/" + id + "/stream",
                                {{"X-API-Key", api_key}});
    };
    const auto second = watch(other);
    CHECK(second.head().status == 200);
    CHECK(on.client.get("/v1/phones/" + third + "/stream").error() == "QUEUE_FULL");
    viewer.close();
    REQUIRE(on.running.logs("ended: gone"));
    CHECK(watch(third).head().status == 200);
}

TEST_CASE("an account that is alone may have all viewers", "[streams]")
{
    limits few;
    few.streams.viewers = 10;
    with_watched_phone on(few);
    std::list<multipart_client> watching;
    for (std::size_t each = 0; each < few.streams.viewers; ++each)
        CHECK(
            watching
                .emplace_back(on.running.port(), on.path("stream"), headers{{"X-API-Key", api_key}})
                .head()
                .status == 200);
    CHECK(on.client.get(on.path("stream")).error() == "QUEUE_FULL");
}

TEST_CASE("one account's viewers leave room for another's", "[streams]")
{
    with_links on([](server_options& options) { options.limits.streams.viewers = 16; });
    const auto own = on.running.attach(phone("udid-1"));
    const auto link = on.connect(on.enrol());
    link->say(phone("udid-2"));
    const auto adas = [&] { return on.client.ask("GET", "/v1/phones", on.ada()).json(); };
    while (adas().empty())
        continue;
    std::list<multipart_client> watching;
    const auto watch = [&](const std::string& id, const headers& key) {
        const auto path = "/v1/phones/" + id + "/stream";
        return watching.emplace_back(on.running.port(), path, key).head().status;
    };
    const headers local{{"X-API-Key", api_key}};
    for (int each = 0; each < 8; ++each)
        CHECK(watch(own, local) == 200);
    const auto refused = on.client.get("/v1/phones/" + own + "/stream");
    CHECK(refused.status == 503);
    CHECK(refused.error() == "QUEUE_FULL");
    CHECK(refused.json().at("message").get<std::string>().contains("account"));
    CHECK(refused.json().at("context").at("limit") == 8);
    CHECK(watch(adas().at(0).at("id"), on.ada()) == 200);
    watching.front().close();
    REQUIRE(on.running.logs("ended: gone"));
    CHECK(watch(own, local) == 200);
}

TEST_CASE("the status says whether somebody watches", "[streams]")
{
    with_watched_phone on;
    const auto streaming = [&](const std::string& target) {
        return on.client.get(target).json().at("streaming") == true;
    };
    CHECK_FALSE(streaming(on.path("status")));
    CHECK_FALSE(streaming("/v1/status"));
    auto viewer = on.watch();
    CHECK(streaming(on.path("status")));
    CHECK(streaming("/v1/status"));
    viewer.close();
    REQUIRE(on.running.logs("ended: gone"));
    CHECK_FALSE(streaming(on.path("status")));
}

} // namespace thimble::service::test
