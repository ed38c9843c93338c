// A phone's video, and those who want it.
#include "tests/daemon/frames/video_fixture.hpp"

namespace thimble::daemon {

namespace {

std::vector<std::uint64_t> numbers_of(const video_fixture::units& got)
{
    std::vector<std::uint64_t> out;
    for (const auto& each : got)
        out.push_back(each.number);
    return out;
}

} // namespace

TEST_CASE_METHOD(video_fixture, "a phone's video is watched as long as it is wanted", "[frames]")
{
    CHECK_FALSE(source->watched());
    const auto one = begin(ada, "one");
    CHECK(source->watched());
    const auto two = begin(ben, "one");
    CHECK(source->watches == 1);
    CHECK(wanted.count("udid-1") == 2);
    play(true);
    play();
    CHECK(numbers_of(*one) == std::vector<std::uint64_t>{1, 2});
    CHECK(numbers_of(*two) == std::vector<std::uint64_t>{1, 2});
    CHECK(one->front().data == two->front().data);
    end(ada, "one");
    play();
    CHECK(one->size() == 2);
    CHECK(two->size() == 3);
    wanted.end_all(ben);
    settle();
    CHECK_FALSE(source->watched());
    CHECK(wanted.count("udid-1") == 0);
}

TEST_CASE_METHOD(video_fixture, "a video that is told again goes on", "[frames]")
{
    begin(ada, "one");
    const auto again = begin(ada, "one");
    CHECK(source->watches == 1);
    play(true);
    CHECK(again->size() == 1);
    wanted.set(ada, video("one"));
    play();
    CHECK(again->size() == 2);
}

TEST_CASE_METHOD(video_fixture, "a phone without video is waited for", "[frames]")
{
    const auto phones = source;
    source = nullptr;
    const auto got = begin(ada, "one");
    wanted.phone_changed("udid-1");
    settle();
    source = phones;
    wanted.phone_changed("udid-1");
    settle();
    REQUIRE(source->watched());
    play(true);
    CHECK(got->size() == 1);
    source = std::make_shared<played_source>(context.get_executor());
    wanted.phone_changed("udid-1");
    settle();
    CHECK_FALSE(phones->watched());
    REQUIRE(source->watched());
    play(true);
    CHECK(got->size() == 2);
}

TEST_CASE_METHOD(video_fixture, "a source that fails is tried again", "[frames]")
{
    const auto got = begin(ada, "one");
    source->fail("the phone is busy");
    settle();
    CHECK_FALSE(source->watched());
    run_until([this] { return source->watched(); });
    CHECK(source->watches == 2);
    play(true);
    CHECK(got->size() == 1);
    end(ada, "one");
    source->fail("nobody hears it");
    settle();
    CHECK(source->watches == 2);
}

TEST_CASE_METHOD(video_fixture,
                 "a key that is needed is had by a restart, not too often",
                 "[frames]")
{
    begin(ada, "one");
    play(true);
    wanted.restart(ada, "one");
    wanted.restart(ada, "one");
    wanted.restart(ben, "one"); // who has none
    settle();
    CHECK(source->restarts == 0); // it has just begun
    run_until([this] { return source->restarts == 1; });
    play();
    settle();
    CHECK(source->restarts == 1);
    wanted.restart(ada, "one");
    play(true); // it comes by itself
    const auto later =
        std::chrono::steady_clock::now() + std::chrono::milliseconds(400) * e2e::slowdown();
    context.restart();
    context.run_until(later);
    CHECK(source->restarts == 1);
}

TEST_CASE_METHOD(video_fixture, "a stream that runs already is restarted for a key", "[frames]")
{
    begin(ada, "one");
    wanted.restart(ada, "one");
    settle();
    CHECK(source->restarts == 0); // it may be about to begin
    play();
    run_until([this] { return source->restarts == 1; });
}

TEST_CASE_METHOD(video_fixture, "a receiver may end its video, or begin one", "[frames]")
{
    int calls = 0;
    wanted.set(ada, video("one"), [&](const link::access_unit&) {
        ++calls;
        wanted.end_all(ada);
        wanted.set(ben, video("two"), [&](const link::access_unit&) { ++calls; });
    });
    settle();
    play(true);
    CHECK(calls == 1);
    play();
    CHECK(calls == 2);
    CHECK(source->watches == 1);
}

TEST_CASE_METHOD(video_fixture,
                 "an owner has a limit of videos, and none begins at the end",
                 "[frames]")
{
    for (std::size_t each = 0; each <= video_streams::most; ++each)
        begin(ada, std::to_string(each));
    CHECK(wanted.count("udid-1") == video_streams::most);
    wanted.shut_down();
    settle();
    CHECK_FALSE(source->watched());
    begin(ben, "one");
    CHECK(wanted.count("udid-1") == 0);
}

} // namespace thimble::daemon
