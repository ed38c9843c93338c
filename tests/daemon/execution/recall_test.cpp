// An executor's answers about jobs that were delivered before.
#include "tests/daemon/execution/executor_fixture.hpp"

namespace thimble::daemon {

namespace {

std::optional<link::result> recall(executor_fixture& in, const std::string& job_id)
{
    std::optional<link::result> out;
    boost::asio::co_spawn(in.context, in.executor.recall(job_id),
                          [&](const std::exception_ptr& problem, auto answer) {
                              REQUIRE_FALSE(problem);
                              out = std::move(answer);
                          });
    in.settle();
    return out;
}

} // namespace

TEST_CASE_METHOD(executor_fixture, "a job that the journal does not know is not known", "[daemon]")
{
    REQUIRE(records.received("b"));
    CHECK(recall(*this, "b"));
    CHECK_FALSE(recall(*this, "a"));
}

TEST_CASE_METHOD(executor_fixture, "a job that has ended is recalled with its outcome", "[daemon]")
{
    execute(command("a", link::home{}));
    const auto known = recall(*this, "a");
    REQUIRE(known);
    CHECK(known->job_id == "a");
    CHECK(known->outcome == link::outcome::done);
    CHECK_FALSE(known->failure);
}

TEST_CASE_METHOD(executor_fixture,
                 "a job that was only received has not reached the phone",
                 "[daemon]")
{
    REQUIRE(records.received("a"));
    const auto known = recall(*this, "a");
    REQUIRE(known);
    CHECK(known->outcome == link::outcome::not_sent);
    REQUIRE(known->failure);
    CHECK(known->failure->code == "JOB_LOST");
}

TEST_CASE_METHOD(executor_fixture, "a job that was started may have reached the phone", "[daemon]")
{
    REQUIRE(records.received("a"));
    REQUIRE(records.started("a"));
    const auto known = recall(*this, "a");
    REQUIRE(known);
    CHECK(known->outcome == link::outcome::unknown);
    REQUIRE(known->failure);
    CHECK(known->failure->code == "JOB_LOST");
}

TEST_CASE_METHOD(executor_fixture, "a failure is recalled by its code", "[daemon]")
{
    REQUIRE(records.received("a"));
    REQUIRE(records.finished("a", link::outcome::not_sent, "PHONE_NOT_READY"));
    const auto known = recall(*this, "a");
    REQUIRE(known);
    REQUIRE(known->failure);
    CHECK(known->failure->code == "PHONE_NOT_READY");
    CHECK(known->outcome == link::outcome::not_sent);
}

} // namespace thimble::daemon
