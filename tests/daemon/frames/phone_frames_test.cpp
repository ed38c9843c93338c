// Pictures shared by several viewers, before and after an input.
#include "daemon/frames/phone_frames.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/scripted_phone.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <list>

namespace thimble::daemon {

namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

/// A picture that a test waits for.
struct awaited_picture {
    std::optional<phone_frames::picture> came;
    bool thrown = false;
    boost::asio::cancellation_signal cancel;
};

struct frames_fixture {
    std::list<awaited_picture> asked; // whose signals outlive the context
    boost::asio::io_context context{1};
    std::shared_ptr<scripted_phone> phone =
        std::make_shared<scripted_phone>(context.get_executor());
    std::shared_ptr<phone_frames> frames =
        std::make_shared<phone_frames>(context.get_executor(), phone);

    /// Everything that is ready runs.
    void settle()
    {
        context.restart();
        context.poll();
    }

    awaited_picture& ask(freshness wanted)
    {
        auto& one = asked.emplace_back();
        boost::asio::co_spawn(context, frames->capture(wanted),
                              boost::asio::bind_cancellation_slot(
                                  one.cancel.slot(), [&one](const std::exception_ptr& problem,
                                                            phone_frames::picture came) {
                                      one.thrown = problem != nullptr;
                                      if (!problem)
                                          one.came = std::move(came);
                                  }));
        settle();
        return one;
    }

    void cancel(awaited_picture& one)
    {
        one.cancel.emit(boost::asio::cancellation_type::terminal);
        settle();
    }

    void hang() { phone->captures_hang_from = 1; }

    void let_go()
    {
        phone->let_go();
        settle();
    }

    /// A picture that the phone has pushed, of that moment.
    device::captured_frame push(system_clock::time_point captured_at = system_clock::now())
    {
        const device::captured_frame taken{.picture = {.format = screen::picture_format::jpeg,
                                                       .size = {.width = 3, .height = 5},
                                                       .data = {}},
                                           .captured_at = captured_at};
        frames->show_live(taken);
        return taken;
    }

    /// True if whoever asks now is served at once, without a capture.
    bool served_live()
    {
        const int before = phone->captures;
        const auto& one = ask(freshness::any);
        return one.came && phone->captures == before;
    }
};

} // namespace

TEST_CASE_METHOD(frames_fixture, "whoever asks for any picture shares the capture", "[frames]")
{
    hang();
    for (int count = 0; count < 5; ++count)
        ask(freshness::any);
    CHECK(phone->captures == 1);
    CHECK(frames->waiting() == 5);
    let_go();
    for (const auto& one : asked) {
        REQUIRE(one.came);
        REQUIRE(*one.came);
        CHECK((*one.came)->picture.data == (*asked.front().came)->picture.data);
    }
    CHECK(phone->captures == 1);
    CHECK(frames->waiting() == 0);
}

TEST_CASE_METHOD(frames_fixture, "a fresh picture is captured after it was asked for", "[frames]")
{
    hang();
    const auto& first = ask(freshness::any);
    for (int count = 0; count < 5; ++count)
        ask(freshness::fresh);
    CHECK(phone->captures == 1);
    let_go();
    for (const auto& one : asked)
        CHECK(one.came);
    CHECK(phone->captures == 2);
    const auto& captured_later = asked.back();
    CHECK((*captured_later.came)->picture.data != (*first.came)->picture.data);
}

TEST_CASE_METHOD(frames_fixture,
                 "a capture that an input has overtaken is for nobody new",
                 "[frames]")
{
    hang();
    const auto& before = ask(freshness::any);
    std::optional<input_mark> touch(frames);
    SECTION("while the input is under way") {}
    SECTION("when it has ended")
    {
        touch.reset();
    }
    const auto& after = ask(freshness::any);
    const auto& another = ask(freshness::any);
    CHECK(frames->waiting() == 3);
    CHECK(phone->captures == 1);
    let_go();
    CHECK(before.came);
    REQUIRE(after.came);
    REQUIRE(another.came);
    CHECK(phone->captures == 2);
    CHECK((*after.came)->picture.data == (*another.came)->picture.data);
    CHECK((*after.came)->picture.data != (*before.came)->picture.data);
}

TEST_CASE_METHOD(frames_fixture,
                 "a source is told of inputs, and after which one it has to be",
                 "[frames]")
{
    ask(freshness::fresh);
    const auto none = phone->captured_after;
    const auto before = std::chrono::steady_clock::now();
    {
        const input_mark touch(frames);
        CHECK(phone->inputs_begun == 1);
        ask(freshness::fresh);
        CHECK(phone->captured_after == none);
    }
    ask(freshness::fresh);
    CHECK(phone->captured_after >= before);
    phone->detach();
    const input_mark nobody_sees(frames);
    CHECK(phone->inputs_begun == 1);
}

TEST_CASE_METHOD(frames_fixture, "a pushed picture may lag behind an input", "[frames]")
{
    std::optional<input_mark> touch(frames);
    touch.reset();
    const auto arrived = system_clock::now() + std::chrono::milliseconds(20);
    device::captured_frame late{.picture = {.format = screen::picture_format::jpeg,
                                            .size = {.width = 3, .height = 5},
                                            .data = {}},
                                .captured_at = arrived};
    late.lag = std::chrono::milliseconds(60);
    frames->show_live(late);
    CHECK_FALSE(served_live());
}

TEST_CASE_METHOD(frames_fixture, "a picture does not wait for the end of an input", "[frames]")
{
    const input_mark touch(frames);
    CHECK(ask(freshness::any).came);
    CHECK(ask(freshness::fresh).came);
}

TEST_CASE_METHOD(frames_fixture, "a capture begun within an input is not after it", "[frames]")
{
    hang();
    std::optional<input_mark> batch(frames);
    std::optional<input_mark> step(frames);
    ask(freshness::any);
    step.reset();
    const auto& within = ask(freshness::any); // the batch goes on
    batch.reset();
    const auto& after = ask(freshness::any);
    let_go();
    CHECK(phone->captures == 2);
    CHECK((*within.came)->picture.data == (*after.came)->picture.data);
}

TEST_CASE_METHOD(frames_fixture, "the last one to go cancels the capture", "[frames]")
{
    hang();
    auto& first = ask(freshness::any);
    auto& second = ask(freshness::any);
    cancel(first);
    CHECK(first.thrown);
    CHECK(phone->captures_cancelled == 0);
    cancel(second);
    CHECK(second.thrown);
    CHECK(phone->captures_cancelled == 1);
    CHECK(frames->waiting() == 0);
    phone->captures_hang_from.reset();
    CHECK(ask(freshness::any).came);
}

TEST_CASE_METHOD(frames_fixture, "one that comes next is not begun for nobody", "[frames]")
{
    hang();
    const auto& first = ask(freshness::any);
    auto& next = ask(freshness::fresh);
    cancel(next);
    CHECK(next.thrown);
    let_go();
    CHECK(first.came);
    CHECK(phone->captures == 1);
}

TEST_CASE_METHOD(frames_fixture, "a failure is for all who share it", "[frames]")
{
    hang();
    ask(freshness::any);
    ask(freshness::any);
    phone->failing = device::failure{.what = device::problem::timed_out,
                                     .phone = device::reached::nothing,
                                     .message = "It said nothing.",
                                     .cause = ""};
    let_go();
    for (const auto& one : asked) {
        REQUIRE(one.came);
        CHECK(one.came->error().what == device::problem::timed_out);
    }
    phone->failing.reset();
    CHECK(ask(freshness::any).came->has_value());
}

TEST_CASE_METHOD(frames_fixture, "a pushed picture serves whoever asks for any", "[frames]")
{
    const auto pushed = push();
    const auto& any = ask(freshness::any);
    REQUIRE(any.came);
    CHECK((*any.came)->captured_at == pushed.captured_at);
    CHECK(phone->captures == 0);
    CHECK(ask(freshness::fresh).came);
    CHECK(phone->captures == 1);
    frames->end_live();
    CHECK_FALSE(served_live());
}

TEST_CASE_METHOD(frames_fixture, "a pushed picture serves for a moment only", "[frames]")
{
    push(system_clock::now() - 10s);
    CHECK_FALSE(served_live());
    push(system_clock::now() + 10s); // the clock was set back meanwhile
    CHECK(served_live());
}

TEST_CASE_METHOD(frames_fixture, "a pushed picture from before an input's end is old", "[frames]")
{
    push();
    std::optional<input_mark> touch(frames);
    CHECK_FALSE(served_live());
    push();
    CHECK_FALSE(served_live());
    const auto still_down = system_clock::now();
    touch.reset();
    CHECK_FALSE(served_live());
    push(still_down); // it came late
    CHECK_FALSE(served_live());
    push();
    CHECK(served_live());
}

TEST_CASE_METHOD(frames_fixture, "a phone that has gone has no pictures", "[frames]")
{
    phone->offered.clear();
    CHECK(ask(freshness::any).came->error().what == device::problem::unsupported);
    phone->detach();
    CHECK(ask(freshness::any).came->error().what == device::problem::detached);
    phone.reset();
    CHECK(ask(freshness::fresh).came->error().what == device::problem::detached);
}

} // namespace thimble::daemon
