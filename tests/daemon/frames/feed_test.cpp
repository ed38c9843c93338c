// Sources of a stream's pictures when a phone does not push them, or goes, or all ends.
#include "daemon/actions/perform.hpp"
#include "tests/daemon/frames/streams_fixture.hpp"

#include <boost/asio/co_spawn.hpp>

#include <optional>
#include <stdexcept>

namespace thimble::daemon {

using namespace std::chrono_literals;

namespace {

device::failure broken_stream()
{
    return {.what = device::problem::capture,
            .phone = device::reached::nothing,
            .message = "It broke.",
            .cause = ""};
}

/// Its head is as it should be, and the rest is missing.
device::captured_frame cut_off()
{
    const screen::image shown({.width = 40, .height = 80});
    auto picture = screen::encode(shown, screen::picture_format::jpeg, 80);
    auto data = *picture.data;
    data.resize(data.size() - 8);
    picture.data = std::make_shared<const screen::bytes>(std::move(data));
    return {.picture = picture, .captured_at = std::chrono::system_clock::now()};
}

} // namespace

TEST_CASE_METHOD(streams_fixture, "what a phone does not push is captured", "[frames]")
{
    phone->offered.erase(device::capability::live_frames);
    const auto began = std::chrono::steady_clock::now(); // the first one is captured at once
    const auto got = begin(ada, "one", 60);
    run_until([&] { return got->size() >= 4; });
    const auto took = std::chrono::steady_clock::now() - began;
    CHECK(took >= 300ms); // ten a second
    CHECK(phone->captures <= 1 + took / 100ms);
}

TEST_CASE_METHOD(streams_fixture, "a slow stream is captured slowly", "[frames]")
{
    phone->offered.erase(device::capability::live_frames);
    const auto began = std::chrono::steady_clock::now();
    begin(ada, "one", 1);
    run_for(300ms);
    const auto took = std::chrono::steady_clock::now() - began;
    CHECK(phone->captures >= 1);
    CHECK(phone->captures <= 1 + took / 1s); // just the first, unless that took longer
}

TEST_CASE_METHOD(streams_fixture, "at most one capture of a stream is under way", "[frames]")
{
    phone->offered.erase(device::capability::live_frames);
    phone->captures_hang_from = 1;
    const auto got = begin(ada, "one", 60);
    run_for(250ms);
    CHECK(phone->captures == 1);
    end(ada, "one");
    CHECK(phone->captures_cancelled == 1);
    CHECK(got->empty());
}

TEST_CASE_METHOD(streams_fixture, "a live picture that fails is tried again", "[frames]")
{
    const auto got = begin(ada, "one", 60);
    CHECK(phone->watches == 1);
    phone->fail_watch(broken_stream());
    run_until([&] { return !got->empty(); }); // captured meanwhile
    CHECK(phone->captures > 0);
    run_until([&] { return phone->watches == 2; });
    const int captures = phone->captures;
    run_until([&] { // the first may come too soon after a capture to be due
        push(90);
        return got->back().picture.data != got->front().picture.data;
    });
    CHECK(phone->captures == captures);
}

TEST_CASE_METHOD(streams_fixture, "pushed pictures that cannot be used are captured", "[frames]")
{
    const auto got = begin(ada, "one", 60);
    phone->push(cut_off());
    run_until([&] { return !got->empty(); });
    CHECK(phone->captures > 0);
    run_until([&] { return phone->watches == 2; }); // it may be better by now
}

TEST_CASE_METHOD(streams_fixture,
                 "a screenshot is captured where the pushed picture cannot be used",
                 "[frames]")
{
    begin(ada, "one", 60);
    phone->push(cut_off());
    std::optional<action_outcome> outcome;
    const action_context on{
        .phone = phone, .made_for = {}, .pictures = &pool, .frames = desks.at(phone)};
    boost::asio::co_spawn(
        context, daemon::perform(on, link::screenshot{}),
        [&](const std::exception_ptr&, action_outcome ended) { outcome = std::move(ended); });
    run_until([&] { return outcome.has_value(); });
    CHECK(outcome->has_value());
    CHECK(phone->captures > 0);
}

TEST_CASE_METHOD(streams_fixture,
                 "what can neither be pushed nor captured is waited for",
                 "[frames]")
{
    phone->offered.clear();
    const auto got = begin(ada, "one", 60);
    run_for(100ms);
    CHECK(got->empty());
    phone->offered.insert(device::capability::live_frames);
    run_until([&] { return phone->watches == 1; });
}

TEST_CASE_METHOD(streams_fixture, "a phone that comes back is watched again", "[frames]")
{
    const auto got = begin(ada, "one", 60);
    unplug();
    run_for(20ms);
    const auto another = std::make_shared<scripted_phone>(context.get_executor());
    another->offered.insert(device::capability::live_frames);
    plug_in(another);
    CHECK(phone->watches == 1);
    push(50);
    run_until([&] { return got->size() == 1; });
}

TEST_CASE_METHOD(streams_fixture, "a stream of a phone that is away waits for it", "[frames]")
{
    const auto same = phone;
    phone.reset();
    const auto got = begin(ada, "one", 60);
    plug_in(same);
    CHECK(phone->watched == 60);
    push(50);
    run_until([&] { return got->size() == 1; });
}

TEST_CASE_METHOD(streams_fixture, "a feed whose receiver has thrown can be wanted anew", "[frames]")
{
    phone->offered.erase(device::capability::live_frames);
    const picture_source_context from{
        .home = context.get_executor(),
        .find_phone = [this](const std::string&) { return phone; },
        .frames_of =
            [this](const std::shared_ptr<device::phone>& of) {
                return std::make_shared<phone_frames>(context.get_executor(), of);
            },
        .log = std::make_shared<spdlog::logger>("test",
                                                std::make_shared<spdlog::sinks::null_sink_mt>())};
    int got = 0;
    const auto feed = std::make_shared<picture_source>(
        from, udid, [&got](device::phone&, const device::captured_frame&) {
            if (++got == 1)
                throw std::runtime_error("no memory");
        });
    feed->want(60);
    run_until([&] { return got == 1; });
    settle();
    CHECK_FALSE(feed->running());
    feed->want(0);
    feed->want(60);
    run_until([&] { return got > 1; });
    feed->want(0);
    run_until([&] { return !feed->running(); });
}

TEST_CASE_METHOD(streams_fixture, "at the end nothing is left to wait for", "[frames]")
{
    SECTION("while a phone is watched")
    {
        begin(ada, "one", 60);
    }
    SECTION("while a picture is being made")
    {
        begin(ada, "one", 60, 1344);
        push(50);
    }
    SECTION("while a capture hangs")
    {
        phone->offered.erase(device::capability::live_frames);
        phone->captures_hang_from = 1;
        begin(ada, "one", 60);
    }
    SECTION("while a phone is away")
    {
        begin(ada, "one", 60);
        unplug();
    }
    SECTION("while it waits after a failure")
    {
        phone->offered.clear();
        begin(ada, "one", 60);
    }
    SECTION("when a stream is begun that late")
    {
        wanted.shut_down();
    }
    wanted.shut_down();
    wanted.set(ben, stream("late", 60), [](const link::frame&) {});
    run_for(5s * e2e::slowdown());
    CHECK(context.stopped()); // else it ran out of time
    CHECK(wanted.count(udid) == 0);
}

} // namespace thimble::daemon
