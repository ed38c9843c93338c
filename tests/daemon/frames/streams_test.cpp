// Pictures that a phone pushes, and their viewers.
#include "tests/daemon/frames/streams_fixture.hpp"

#include <boost/asio/co_spawn.hpp>

#include <thread>

namespace thimble::daemon {

using namespace std::chrono_literals;

TEST_CASE_METHOD(streams_fixture, "a phone is watched as long as somebody wants it", "[frames]")
{
    CHECK(phone->watches == 0);
    begin(ada, "one", 10);
    begin(ben, "one", 30);
    begin(ben, "two", 20);
    CHECK(phone->watched == 30);
    CHECK(wanted.count(udid) == 3);
    end(ben, "one");
    CHECK(phone->watched == 20);
    wanted.end_all(ben);
    settle();
    CHECK(phone->watched == 10);
    CHECK(wanted.count(udid) == 1);
    end(ada, "one");
    CHECK_FALSE(phone->watched);
    CHECK(wanted.count(udid) == 0);
}

TEST_CASE_METHOD(streams_fixture, "a stream may be given another pace", "[frames]")
{
    const auto got = begin(ada, "one", 10);
    wanted.set(ada, stream("one", 60));
    settle();
    CHECK(phone->watched == 60);
    CHECK(wanted.count(udid) == 1);
    const int watches = phone->watches;
    wanted.set(ada, stream("one", 60));
    settle();
    CHECK(phone->watches == watches);
    push(50);
    run_until([&] { return got->size() == 1; });
}

TEST_CASE_METHOD(streams_fixture, "streams that want the same share a conversion", "[frames]")
{
    const auto one = begin(ada, "one", 60);
    const auto two = begin(ben, "two", 60);
    const auto larger = begin(ben, "three", 60, 160);
    push(50);
    run_until([&] { return !one->empty() && !two->empty() && !larger->empty(); });
    CHECK(one->front().picture.format == screen::picture_format::jpeg);
    CHECK(one->front().picture.size == screen::pixel_size{.width = 40, .height = 80});
    CHECK(one->front().picture.data == two->front().picture.data);
    CHECK(larger->front().picture.size == screen::pixel_size{.width = 80, .height = 160});
    CHECK(one->front().space.size == screen::pixel_size{.width = 672, .height = 1344});
}

TEST_CASE_METHOD(streams_fixture, "a screen that stands still is converted once", "[frames]")
{
    const auto got = begin(ada, "one", 60, 160);
    push(50);
    run_until([&] { return got->size() == 1; });
    run_for(20ms);
    push(50);
    REQUIRE(got->size() == 2); // at once
    CHECK(got->at(1).picture.data == got->at(0).picture.data);
    CHECK(got->at(1).captured_at > got->at(0).captured_at);
    run_for(20ms);
    push(200);
    run_until([&] { return got->size() == 3; });
    CHECK(got->at(2).picture.data != got->at(0).picture.data);
}

TEST_CASE_METHOD(streams_fixture, "each stream has its own pace", "[frames]")
{
    const auto slow = begin(ada, "slow", 1);
    const auto quick = begin(ada, "quick", 60, 160);
    const auto began = std::chrono::steady_clock::now();
    for (int count = 0; count < 5; ++count) {
        push(50 * count);
        run_until([&] { return quick->size() == static_cast<std::size_t>(count) + 1; });
        run_for(20ms);
    }
    run_until([&] { return !slow->empty(); }); // another size, which may be ready later
    const auto took = std::chrono::steady_clock::now() - began;
    CHECK(std::ssize(*slow) <= 1 + (took + 500ms) / 1s); // half an interval early is due
}

TEST_CASE_METHOD(streams_fixture, "what cannot be converted in time is skipped", "[frames]")
{
    const auto got = begin(ada, "one", 60, 160);
    hand_over(50);
    std::this_thread::sleep_for(20ms); // the next is due
    hand_over(90);
    phone->push({}); // nothing at all
    run_until([&] { return !got->empty(); });
    run_for(50ms);
    CHECK(got->size() == 1);
}

TEST_CASE_METHOD(streams_fixture, "a stream that has ended gets nothing more", "[frames]")
{
    const auto got = begin(ada, "one", 60, 160);
    const auto other = begin(ben, "one", 60, 160);
    hand_over(50);
    run_until([&] { return !got->empty() && !other->empty(); });
    run_for(20ms); // the next is due
    got->clear();
    other->clear();
    hand_over(90);
    end(ada, "one");
    run_until([&] { return !other->empty(); });
    CHECK(got->empty());
}

TEST_CASE_METHOD(streams_fixture, "whoever gets a picture may end its stream", "[frames]")
{
    int got = 0;
    wanted.set(ada, stream("one", 60), [&](const link::frame&) {
        ++got;
        wanted.end_all(ada);
    });
    settle();
    CHECK(phone->watched == 60);
    push(50);
    run_until([&] { return got == 1; });
    settle();
    CHECK_FALSE(phone->watched);
}

TEST_CASE_METHOD(streams_fixture, "a pushed picture serves a screenshot", "[frames]")
{
    begin(ada, "one", 60);
    bool served = false;
    run_until([&] { // it serves for a moment: when that is over too soon, another is pushed
        if (served)
            return true;
        push(50);
        const int before = phone->captures;
        std::optional<phone_frames::picture> taken;
        boost::asio::co_spawn(
            context, desks.at(phone)->capture(freshness::any),
            [&](const std::exception_ptr&, phone_frames::picture one) { taken = std::move(one); });
        settle();
        REQUIRE(taken);
        served = phone->captures == before;
        return served;
    });
}

TEST_CASE_METHOD(streams_fixture, "an owner has so many streams and no more", "[frames]")
{
    for (std::size_t count = 0; count <= streams::most; ++count)
        begin(ada, std::to_string(count), 1);
    CHECK(wanted.count(udid) == streams::most);
    begin(ben, "one", 1);
    CHECK(wanted.count(udid) == streams::most + 1);
    auto film = stream("film", 30);
    film.codec = link::codec::h264;
    wanted.set(ben, film, [](const link::frame&) {});
    CHECK(wanted.count(udid) == streams::most + 1);
}

} // namespace thimble::daemon
