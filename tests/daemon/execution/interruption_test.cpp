// Commands that are stopped early, and what survives: expiry, cancellation, unplugging, redelivery.
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/e2e/eventually.hpp"

namespace thimble::daemon {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

const link::tap tap_somewhere{.x = 310, .y = 672};

TEST_CASE_METHOD(executor_fixture, "a command that expires in the queue is not sent", "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("a", tap_somewhere));
    auto late = command("b", tap_somewhere);
    late.expires_at = steady_clock::now() + milliseconds(30);
    const auto result = execute(late);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "TIMEOUT");
    CHECK(result.outcome == link::outcome::not_sent);
    CHECK(phone->played.size() == 1);
    phone->let_go();
    end(first);
}

TEST_CASE_METHOD(executor_fixture, "an expired command is not even begun", "[daemon]")
{
    auto late = command("a", tap_somewhere);
    late.expires_at = steady_clock::now() - milliseconds(1);
    CHECK(execute(late).outcome == link::outcome::not_sent);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(executor_fixture, "cancelling a waiting command withdraws it", "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("a", tap_somewhere));
    const auto second = begin(command("b", tap_somewhere));
    executor.cancel("b");
    const auto result = end(second);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "CANCELLED");
    CHECK(result.outcome == link::outcome::not_sent);
    phone->let_go();
    CHECK(end(first).outcome == link::outcome::done);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(executor_fixture, "withdrawing leaves a started command alone", "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("a", tap_somewhere));
    executor.withdraw("a");
    settle();
    CHECK_FALSE(first->result);
    phone->let_go();
    CHECK(end(first).outcome == link::outcome::done);
}

TEST_CASE_METHOD(executor_fixture, "a started touch that is cancelled is unknown", "[daemon]")
{
    phone->touches_hang = true;
    const auto touch = begin(command("a", tap_somewhere));
    executor.cancel("a");
    const auto result = end(touch);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "CANCELLED");
    CHECK(result.outcome == link::outcome::unknown);
}

TEST_CASE_METHOD(executor_fixture, "the driver knows how far a cancelled touch got", "[daemon]")
{
    phone->touches_hang = true;
    phone->when_touch_cancelled = device::failure{.what = device::problem::refused,
                                                  .phone = device::reached::nothing,
                                                  .message = "Not begun.",
                                                  .cause = ""};
    const auto touch = begin(command("a", tap_somewhere));
    executor.cancel("a");
    const auto result = end(touch);
    REQUIRE(result.failure);
    CHECK(result.failure->code == "CANCELLED");
    CHECK(result.outcome == link::outcome::not_sent);
}

TEST_CASE_METHOD(executor_fixture,
                 "an action that is stopped while its effect is looked at was done",
                 "[daemon]")
{
    phone->told.panel = screen::pixel_size{.width = 310, .height = 672}; // quickly captured
    phone->captures_hang_from = GENERATE(2, 3); // the first one is before the touch
    auto watched = command("a", tap_somewhere);
    watched.observed = true;
    const auto touch = begin(watched);
    run_until([&] { return phone->captures == *phone->captures_hang_from; });
    executor.shut_down();
    const auto result = end(touch);
    CHECK_FALSE(result.failure);
    CHECK(result.outcome == link::outcome::done);
    CHECK_FALSE(result.frame);
    CHECK((!result.receipt || !result.receipt->frame));
    CHECK(phone->played.size() == 1);
    CHECK(records.find("a")->outcome == link::outcome::done);
}

TEST_CASE_METHOD(executor_fixture,
                 "an action that is stopped while the screen is looked at first was not sent",
                 "[daemon]")
{
    phone->captures_hang_from = 1;
    auto watched = command("a", tap_somewhere);
    watched.observed = true;
    const auto touch = begin(watched);
    executor.shut_down();
    const auto result = end(touch);
    REQUIRE(result.failure);
    CHECK(result.outcome == link::outcome::not_sent);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(hurried_executor_fixture, "an action has a deadline above everything", "[daemon]")
{
    phone->touches_hang = true;
    const auto result = execute(command("a", tap_somewhere));
    REQUIRE(result.failure);
    CHECK(result.failure->code == "TIMEOUT");
    CHECK(result.outcome == link::outcome::unknown);
}

TEST_CASE_METHOD(hurried_executor_fixture,
                 "nothing follows a touch whose finger may still be down",
                 "[daemon]")
{
    phone->touches_hang = true;
    phone->deaf = true;
    const auto first = begin(command("a", tap_somewhere));
    const auto second = begin(command("b", tap_somewhere));
    CHECK(end(first).outcome == link::outcome::unknown); // after limit and grace
    CHECK(phone->played.size() == 1);
    CHECK_FALSE(second->started);
    phone->let_go();
    CHECK(end(second).outcome == link::outcome::done);
    CHECK(phone->played.size() == 2);
}

TEST_CASE_METHOD(executor_fixture,
                 "unplugging in the middle of a touch answers at once",
                 "[daemon]")
{
    phone->touches_hang = true;
    phone->deaf = GENERATE(false, true);
    const auto touch = begin(command("a", tap_somewhere));
    const auto waiting = begin(command("b", tap_somewhere));
    const auto unplugged_at = steady_clock::now();
    phone->detach();
    const auto result = end(touch);
    CHECK(steady_clock::now() - unplugged_at < std::chrono::seconds(1) * e2e::slowdown());
    REQUIRE(result.failure);
    CHECK(result.failure->code == "PHONE_NOT_CONNECTED");
    CHECK(result.outcome == link::outcome::unknown);
    const auto second = end(waiting);
    REQUIRE(second.failure);
    CHECK(second.failure->code == "PHONE_NOT_CONNECTED");
    CHECK(second.outcome == link::outcome::not_sent);
    phone->let_go();
    settle();
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(executor_fixture, "a replugged phone does not wait for the old one", "[daemon]")
{
    phone->touches_hang = true;
    phone->deaf = true;
    const auto touch = begin(command("a", tap_somewhere));
    const auto old = phone;
    old->detach();
    phone = std::make_shared<scripted_phone>(context.get_executor());
    CHECK(execute(command("b", tap_somewhere)).outcome == link::outcome::done);
    CHECK(end(touch).outcome == link::outcome::unknown);
    old->let_go();
    settle();
}

TEST_CASE_METHOD(executor_fixture, "a command delivered twice is done once", "[daemon]")
{
    phone->touches_hang = true;
    const auto first = begin(command("a", tap_somewhere));
    const auto second = begin(command("a", tap_somewhere));
    phone->let_go();
    CHECK(end(first).outcome == link::outcome::done);
    CHECK(end(second).outcome == link::outcome::done);
    CHECK(execute(command("a", tap_somewhere)).outcome == link::outcome::done);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(executor_fixture, "a failure is remembered with its code", "[daemon]")
{
    phone->failing = device::failure{.what = device::problem::refused,
                                     .phone = device::reached::perhaps,
                                     .message = "It said no.",
                                     .cause = ""};
    execute(command("a", tap_somewhere));
    phone->failing.reset();
    const auto again = execute(command("a", tap_somewhere));
    REQUIRE(again.failure);
    CHECK(again.failure->code == "ACTION_FAILED");
    CHECK(again.outcome == link::outcome::unknown);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(executor_fixture, "what a dead process had started is never repeated", "[daemon]")
{
    REQUIRE(records.received("a"));
    REQUIRE(records.started("a"));
    const auto result = execute(command("a", tap_somewhere));
    CHECK(result.outcome == link::outcome::unknown);
    CHECK(result.failure);
    CHECK(phone->played.empty());
}

TEST_CASE_METHOD(executor_fixture, "what a dead process had only received is done", "[daemon]")
{
    REQUIRE(records.received("a"));
    CHECK(execute(command("a", tap_somewhere)).outcome == link::outcome::done);
    CHECK(phone->played.size() == 1);
}

TEST_CASE_METHOD(executor_fixture, "shutting down ends everything and refuses the rest", "[daemon]")
{
    phone->touches_hang = true;
    const auto touch = begin(command("a", tap_somewhere));
    const auto waiting = begin(command("b", tap_somewhere));
    executor.shut_down();
    CHECK(end(touch).outcome == link::outcome::unknown);
    CHECK(end(waiting).outcome == link::outcome::not_sent);
    CHECK(execute(command("c", tap_somewhere)).outcome == link::outcome::not_sent);
    bool idle = false;
    boost::asio::co_spawn(context, executor.until_idle(),
                          [&idle](const std::exception_ptr&) { idle = true; });
    settle();
    CHECK(idle);
}

} // namespace

} // namespace thimble::daemon
