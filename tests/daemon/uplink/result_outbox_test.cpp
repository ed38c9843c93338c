// A daemon's reports of its commands, on this link and on the next.
#include "daemon/uplink/result_outbox.hpp"
#include "http/websocket/message_pump.hpp"
#include "link/limits.hpp"
#include "link/picture_frame.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/http/socket_pair.hpp"

#include <algorithm>
#include <stdexcept>

namespace thimble::daemon {

namespace {

namespace websocket = service::websocket;

/// A link whose other end writes down what it is told.
class recorded_link {
public:
    explicit recorded_link(boost::asio::io_context& context,
                           websocket::outbox_limits of_pictures = {})
        : context_(context),
          ends_(context, {"test.1", 1024}, {"test.1", link::limits::message_bytes}),
          picture_ends_(context, {"test.1", 1024}, {"test.1", link::limits::frame_bytes}),
          messages_(context.get_executor()), pictures_(context.get_executor(), of_pictures),
          other_(context.get_executor()), viewer_(context.get_executor())
    {
        run(messages_, *ends_.client, [](const auto&) {});
        run(other_, *ends_.server, [this](const auto& what) { hear(what.bytes); });
        run(pictures_, *picture_ends_.client, [](const auto&) {});
        run(viewer_, *picture_ends_.server, [this](const auto& what) { see(what.bytes); });
    }
    recorded_link(const recorded_link&) = delete;
    recorded_link& operator=(const recorded_link&) = delete;
    ~recorded_link()
    {
        messages_.end(1001, "");
        pictures_.end(1001, "");
        service::test::run_until(context_, [this] { return running_ == 0; });
    }

    result_outbox::outlets outlets() { return {messages_.out(), pictures_.out(), 1'000'000}; }

    /// The jobs whose pictures have come once all that waits now has been sent, or it was too much.
    const std::vector<std::string>& pictures_so_far()
    {
        pictures_.out().push("the last");
        service::test::run_until(context_,
                                 [this] { return all_seen_ || pictures_.out().too_slow(); });
        CHECK_FALSE(pictures_.out().too_slow());
        return pictured_;
    }

    /// "ack a", "result a": type and job.
    std::vector<std::string> told;
    std::vector<link::result> results;

private:
    void run(websocket::message_pump& wire,
             service::test::opened& over,
             const websocket::message_pump::receiver& on_message)
    {
        ++running_;
        boost::asio::co_spawn(context_, wire.run(over.value(), on_message),
                              [this](const std::exception_ptr&,
                                     const websocket::message_pump::outcome&) { --running_; });
    }

    void see(std::string_view bytes)
    {
        const auto read =
            link::decode_frame(std::as_bytes(std::span(bytes)), link::limits::frame_bytes);
        if (read)
            pictured_.push_back(read->header.frame_id);
        else
            all_seen_ = bytes == "the last";
    }

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
    service::test::socket_pair ends_;
    service::test::socket_pair picture_ends_;
    websocket::message_pump messages_;
    websocket::message_pump pictures_;
    websocket::message_pump other_;
    websocket::message_pump viewer_;
    std::vector<std::string> pictured_; // job ids
    bool all_seen_ = false;
    int running_ = 0;
};

class deliveries_fixture : public executor_fixture {
public:
    result_outbox work{context.get_executor(), executor, records, silent_log()};

    /// Runs until the link has been told so many things.
    void until_told(const recorded_link& on, std::size_t count)
    {
        run_until([&] { return on.told.size() >= count; });
    }

    /// So many screenshots that nobody has been told of: "a", "b", "c".
    void take_screenshots()
    {
        for (const auto* job_id : {"a", "b", "c"})
            work.execute(command(job_id, link::screenshot{}));
        run_until([&] { return work.unsettled() == 3; });
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

/// Less than any picture.
constexpr websocket::outbox_limits no_room{.bytes = 100};

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

TEST_CASE_METHOD(deliveries_fixture,
                 "more pictures than can wait to be sent go out one after the other",
                 "[daemon]")
{
    take_screenshots();
    recorded_link on(context, no_room);
    work.attach(on.outlets(), {"a", "b", "c"});
    CHECK(on.pictures_so_far() == told{"a", "b", "c"});
    until_told(on, 3);
    CHECK(on.told == told{"result a", "result b", "result c"});
}

TEST_CASE_METHOD(deliveries_fixture, "a picture is sent anew on each link", "[daemon]")
{
    take_screenshots();
    {
        recorded_link first(context);
        work.attach(first.outlets(), {"a", "b", "c"});
        work.detach();
    }
    recorded_link second(context);
    work.attach(second.outlets(), {"a", "b", "c"});
    CHECK(second.pictures_so_far() == told{"a", "b", "c"});
}

TEST_CASE_METHOD(deliveries_fixture,
                 "a picture waits once, and not for longer than its result",
                 "[daemon]")
{
    take_screenshots();
    recorded_link on(context);
    work.attach(on.outlets(), {"a", "b", "c"});
    work.settle("b");
    work.execute(command("a", link::screenshot{})); // it has ended, and is said again
    CHECK(on.pictures_so_far() == told{"a", "c"});
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
    CHECK(work.unsettled() == 0); // a service that sends many of them fills no memory
}

TEST_CASE_METHOD(deliveries_fixture,
                 "a service that settles nothing is refused more, and no phone is touched",
                 "[daemon]")
{
    const auto limits =
        GENERATE(result_outbox_limits{.results = 2}, result_outbox_limits{.bytes = 1});
    result_outbox few(context.get_executor(), executor, records, silent_log(), limits);
    recorded_link on(context);
    few.attach(on.outlets(), {});
    few.execute(command("a", link::screenshot{}));
    run_until([&] { return few.unsettled() == 1; });
    if (limits.results == 2) {
        few.execute(command("b", link::screenshot{}));
        run_until([&] { return few.unsettled() == 2; });
    }
    few.execute(command("c", link::home{}));
    run_until([&] { return !on.results.empty() && on.results.back().job_id == "c"; });
    CHECK(on.results.back().outcome == link::outcome::not_sent);
    CHECK(on.results.back().failure->code == "QUEUE_FULL");
    CHECK_FALSE(records.find("c"));

    few.settle("a");
    few.execute(command("d", link::home{}));
    run_until([&] { return on.results.back().job_id == "d"; });
    CHECK(on.results.back().outcome == link::outcome::done);
}

TEST_CASE_METHOD(deliveries_fixture,
                 "a command that fails here is answered all the same",
                 "[daemon]")
{
    class executor failing(context.get_executor(),
                           {.find_phone = [](const std::string&) -> std::shared_ptr<device::phone> {
                               throw std::runtime_error("what only the log may say");
                           }},
                           records, silent_log());
    result_outbox broken(context.get_executor(), failing, records, silent_log());
    recorded_link on(context);
    broken.attach(on.outlets(), {});
    broken.execute(command("a", link::screenshot{}));
    run_until([&] { return !on.results.empty(); });
    const auto& answer = on.results.back();
    CHECK(answer.job_id == "a");
    CHECK(answer.outcome == link::outcome::unknown);
    REQUIRE(answer.failure);
    CHECK(answer.failure->code == "INTERNAL_ERROR");
    CHECK_FALSE(answer.failure->message.contains("only the log"));
    broken.settle("a");
    CHECK(broken.idle());
    broken.detach();
}

} // namespace thimble::daemon
