// A phone's video, and those who want it.
#include "tests/daemon/frames/video_fixture.hpp"

namespace thimble::daemon {

namespace {

using numbers = std::vector<std::uint64_t>;

numbers numbers_of(const video_fixture::units& got)
{
    numbers out;
    for (const auto& each : got)
        out.push_back(each.number);
    return out;
}

} // namespace

TEST_CASE_METHOD(video_fixture, "a phone's video is followed as long as it is wanted", "[frames]")
{
    CHECK(phone->source.followers() == 0);
    const auto one = begin(ada, "one");
    const auto two = begin(ben, "one");
    CHECK(phone->source.followers() == 2);
    CHECK(wanted.count(udid) == 2);
    CHECK(wanted.count("another") == 0);
    play(true);
    play();
    CHECK(numbers_of(*one) == numbers{1, 2});
    CHECK(numbers_of(*two) == numbers{1, 2});
    CHECK(one->front().key);
    CHECK(one->front().data == two->front().data);
    end(ada, "one");
    play();
    CHECK(one->size() == 2);
    CHECK(two->size() == 3);
    wanted.end_all(ben);
    CHECK(phone->source.followers() == 0);
    CHECK(wanted.count(udid) == 0);
}

TEST_CASE_METHOD(video_fixture, "a video that is told again goes on", "[frames]")
{
    const auto first = begin(ada, "one");
    const auto again = begin(ada, "one");
    CHECK(phone->source.followers() == 1);
    play(true);
    CHECK(first->empty());
    CHECK(again->size() == 1);
    wanted.set(ada, video("one"));
    play();
    CHECK(again->size() == 2);
}

TEST_CASE_METHOD(video_fixture, "a phone without video is waited for", "[frames]")
{
    have_video(false);
    const auto got = begin(ada, "one");
    CHECK(phone->source.followers() == 0);
    have_video(true);
    CHECK(phone->source.followers() == 1);
    wanted.phone_changed(udid); // in another way
    CHECK(phone->source.followers() == 1);
    play(true);
    play();
    have_video(false);
    CHECK(phone->source.followers() == 0);
    have_video(true);
    play(true);
    CHECK(numbers_of(*got) == numbers{1, 2, 3});
}

TEST_CASE_METHOD(video_fixture, "numbers go on with a phone that is plugged in anew", "[frames]")
{
    const auto got = begin(ada, "one");
    play(true);
    play();
    const auto before = phone;
    plug_in(nullptr);
    CHECK(before->source.followers() == 0);
    plug_in(std::make_shared<encoding_phone>(context.get_executor()));
    play(true);
    play();
    CHECK(numbers_of(*got) == numbers{1, 2, 3, 4});
}

TEST_CASE_METHOD(video_fixture, "a loss shows in the numbers at once", "[frames]")
{
    const auto got = begin(ada, "one");
    phone->source.tell_of_loss();
    CHECK(got->empty());
    play(true);
    phone->source.tell_of_loss();
    CHECK(numbers_of(*got) == numbers{1, 3});
    CHECK_FALSE(got->back().key);
    play(true);
    CHECK(numbers_of(*got) == numbers{1, 3, 4});
}

TEST_CASE_METHOD(video_fixture, "a key that is needed is asked for once", "[frames]")
{
    begin(ada, "one");
    wanted.restart(ada, "one");
    wanted.restart(ada, "one");
    wanted.restart(ben, "one"); // who has none
    CHECK(phone->source.keys_wanted == 0);
    run_until([this] { return phone->source.keys_wanted > 0; });
    begin(ben, "two");
    wanted.restart(ben, "two"); // later than any of the others
    run_until([this] { return phone->source.keys_wanted > 1; });
    CHECK(phone->source.keys_wanted == 2);
}

TEST_CASE_METHOD(video_fixture, "a key that comes by itself is not asked for", "[frames]")
{
    begin(ada, "one");
    wanted.restart(ada, "one");
    play(true);
    begin(ben, "two"); // whom no key has reached
    wanted.restart(ben, "two");
    const auto asked = std::chrono::steady_clock::now();
    run_until([this] { return phone->source.keys_wanted > 0; });
    CHECK(std::chrono::steady_clock::now() - asked >= std::chrono::milliseconds(20));
    CHECK(phone->source.keys_wanted == 1);
}

TEST_CASE_METHOD(video_fixture, "a phone that comes begins with a key unasked", "[frames]")
{
    begin(ada, "one");
    wanted.restart(ada, "one");
    const auto before = phone;
    plug_in(nullptr);
    plug_in(std::make_shared<encoding_phone>(context.get_executor()));
    begin(ben, "two");
    wanted.restart(ben, "two");
    const auto asked = std::chrono::steady_clock::now();
    run_until([this] { return phone->source.keys_wanted > 0; });
    CHECK(std::chrono::steady_clock::now() - asked >= std::chrono::milliseconds(20));
    CHECK(before->source.keys_wanted == 0);
}

TEST_CASE_METHOD(video_fixture, "a receiver may end its video, or begin one", "[frames]")
{
    int calls = 0;
    wanted.set(ada, video("one"), [&](const link::access_unit&) {
        ++calls;
        wanted.end_all(ada);
        wanted.set(ben, video("two"), [&](const link::access_unit&) { ++calls; });
    });
    play(true);
    CHECK(calls == 1);
    play();
    CHECK(calls == 2);
    CHECK(phone->source.followers() == 1);
}

TEST_CASE_METHOD(video_fixture, "a receiver may end another one's video", "[frames]")
{
    int calls = 0;
    const auto end_all = [&](const link::access_unit&) {
        ++calls;
        wanted.end_all(ada);
        wanted.end_all(ben);
    };
    wanted.set(ada, video("one"), end_all);
    wanted.set(ben, video("one"), end_all);
    play(true);
    CHECK(calls == 1);
}

TEST_CASE_METHOD(video_fixture,
                 "an owner has a limit of videos, and none begins at the end",
                 "[frames]")
{
    for (std::size_t each = 0; each <= video_streams::most; ++each)
        begin(ada, std::to_string(each));
    CHECK(wanted.count(udid) == video_streams::most);
    wanted.shut_down();
    CHECK(phone->source.followers() == 0);
    begin(ben, "one");
    CHECK(wanted.count(udid) == 0);
}

} // namespace thimble::daemon
