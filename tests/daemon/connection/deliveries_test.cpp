// What a daemon says of its commands, on this link and on the next.
#include "daemon/connection/deliveries.hpp"
#include "link/limits.hpp"
#include "service/websocket/exchange.hpp"
#include "tests/daemon/executor_fixture.hpp"
#include "tests/service/channel_pair.hpp"

#include <algorithm>

namespace thimble::daemon {

namespace {

namespace websocket = service::websocket;

/// A link whose other end writes down what it is told.
class recorded_link {
public:
    explicit recorded_link(boost::asio::io_context& context)
        : context_(context),
          ends_(context, {"test.1", 1024}, {"test.1", link::limits::message_bytes}),
          messages_(context.get_executor()), pictures_(context.get_executor()),
          other_(context.get_executor())
    {
        const auto count_down = [this](const std::exception_ptr&,
                                       const websocket::exchange::outcome&) { --running_; };
        boost::asio::co_spawn(context, messages_.run(ends_.client->value(), [](const auto&) {}),
                              count_down);
        boost::asio::co_spawn(
            context,
            other_.run(ends_.server->value(), [this](const auto& what) { hear(what.bytes); }),
            count_down);
    }
    recorded_link(const recorded_link&) = delete;
    recorded_link& operator=(const recorded_link&) = delete;
    ~recorded_link()
    {
        messages_.end(1001, "");
        service::test::run_until(context_, [this] { return running_ == 0; });
    }

    deliveries::outlets outlets() { return {messages_.out(), pictures_.out(), 1'000'000}; }

    /// "ack a", "result a": type and job.
    std::vector<std::string> told;
    std::vector<link::result> results;

private:
    void hear(std::string_view text)
    {
        const auto read = link::decode(text);
        REQUIRE(read);
        const auto& what = std::get<link::message>(read->what);
        std::string line(link::name_of(what));
        if (const auto* result = std::get_if<link::result>(&what)) {
            results.push_back(*result);
            line += ' ' + result->job_id;
        } else if (const auto* ack = std::get_if<link::ack>(&what)) {
            line += ' ' + ack->job_id;
        } else if (const auto* started = std::get_if<link::started>(&what)) {
            line += ' ' + started->job_id;
        }
        told.push_back(line);
    }

    boost::asio::io_context& context_;
    service::test::channel_pair ends_;
    websocket::exchange messages_;
    websocket::exchange pictures_;
    websocket::exchange other_;
    int running_ = 2;
};

class deliveries_fixture : public executor_fixture {
public:
    deliveries work{context.get_executor(), executor, records, silent_log()};

    /// Runs until the link has been told so many things.
    void until_told(const recorded_link& on, std::size_t count)
    {
        run_until([&] { return on.told.size() >= count; });
    }

    std::vector<std::string> open_ids() const
    {
        std::vector<std::string> out;
        for (const auto& each : work.open_jobs())
            out.push_back(each.job_id);
        return out;
    }
};

using told = std::vector<std::string>;

} // namespace

TEST_CASE_METHOD(deliveries_fixture, "a command is acknowledged, started and answered", "[daemon]")
{
    recorded_link on(context);
    work.attach(on.outlets(), {});
    work.execute(command("a", link::home{}));
    until_told(on, 3);
    CHECK(on.told == told{"ack a", "started a", "result a"});
    CHECK(on.results.at(0).outcome == link::outcome::done);
    CHECK(work.unsettled() == 1);
    CHECK(open_ids() == told{"a"});
    work.settle("a");
    CHECK(work.idle());
    CHECK(open_ids().empty());
    CHECK_FALSE(records.find("a"));
}

TEST_CASE_METHOD(deliveries_fixture,
                 "a result that was not settled is said again on the next link",
                 "[daemon]")
{
    {
        recorded_link first(context);
        work.attach(first.outlets(), {});
        work.execute(command("a", link::home{}));
        until_told(first, 3);
        work.detach();
    }
    recorded_link second(context);
    work.attach(second.outlets(), {"a"});
    until_told(second, 1);
    CHECK(second.told == told{"result a"});
    CHECK(second.results.at(0).outcome == link::outcome::done);
}

TEST_CASE_METHOD(deliveries_fixture,
                 "what ends while there is no link is told on the next one",
                 "[daemon]")
{
    work.execute(command("a", link::home{}));
    run_until([&] { return work.unsettled() == 1; });
    recorded_link on(context);
    work.attach(on.outlets(), {"a"});
    until_told(on, 1);
    CHECK(on.told == told{"result a"});
}

TEST_CASE_METHOD(deliveries_fixture, "what a welcome does not name is forgotten", "[daemon]")
{
    work.execute(command("a", link::home{}));
    run_until([&] { return work.unsettled() == 1; });
    recorded_link on(context);
    work.attach(on.outlets(), {});
    CHECK(work.idle());
    CHECK_FALSE(records.find("a"));
}

TEST_CASE_METHOD(deliveries_fixture,
                 "a job that a dead process had started is told as unknown",
                 "[daemon]")
{
    REQUIRE(records.received("a"));
    REQUIRE(records.started("a"));
    CHECK(open_ids() == told{"a"});
    recorded_link on(context);
    work.attach(on.outlets(), {"a"});
    until_told(on, 1);
    CHECK(on.results.at(0).outcome == link::outcome::unknown);
    CHECK(on.results.at(0).failure->code == "JOB_LOST");
}

TEST_CASE_METHOD(deliveries_fixture, "a command that comes twice is done once", "[daemon]")
{
    recorded_link on(context);
    work.attach(on.outlets(), {});
    const auto what = command("a", link::home{});
    work.execute(what);
    work.execute(what);
    until_told(on, 3);
    work.execute(what); // it has ended, and is not settled
    until_told(on, 4);
    CHECK(on.told == told{"ack a", "started a", "result a", "result a"});
}

TEST_CASE_METHOD(deliveries_fixture,
                 "an action of a newer version is refused, and touches nothing",
                 "[daemon]")
{
    recorded_link on(context);
    work.attach(on.outlets(), {});
    work.refuse({.job_id = "a", .udid = phone->told.udid, .action = "levitate"});
    until_told(on, 1);
    CHECK(on.results.at(0).outcome == link::outcome::not_sent);
    CHECK(on.results.at(0).failure->code == "UNSUPPORTED_ACTION");
    CHECK(on.results.at(0).failure->context.at("capability") == "levitate");
}

} // namespace thimble::daemon
