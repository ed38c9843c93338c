// Results whose pictures come on their own, on a desktop without a socket.
#include "service/device_links/linked_desktop.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

namespace thimble::service::test {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// A desktop that has been greeted, and the command "job-1", which waits for its answer.
class asked_desktop {
public:
    explicit asked_desktop(
        std::chrono::milliseconds picture_time,
        std::shared_ptr<unread_pictures> of_account = std::make_shared<unread_pictures>(1'000'000))
        : desk(std::make_shared<linked_desktop>(
              home_.get_executor(),
              linked_desktop_limits{.picture_time = picture_time},
              std::move(of_account),
              std::make_shared<spdlog::logger>("link",
                                               std::make_shared<spdlog::sinks::null_sink_mt>())))
    {
        link_again(false);
    }

    /// `expires` is how long after now.
    void ask(link::action what, bool observed = false, std::chrono::milliseconds expires = 1min)
    {
        link::command sent{.job_id = "job-1",
                           .udid = "udid-1",
                           .what = std::move(what),
                           .space = {},
                           .expires_at = steady_clock::now() + expires,
                           .observed = observed};
        boost::asio::co_spawn(home_, desk->execute(std::move(sent), nullptr),
                              [this](const std::exception_ptr& problem, link::result got) {
                                  REQUIRE_FALSE(problem);
                                  answer = std::move(got);
                              });
        settle();
    }

    /// The next link, whose daemon has the job in its journal, or in none.
    void link_again(bool remembered,
                    const std::string& journal = "journal-1",
                    const std::vector<std::string>& awaited = {})
    {
        desk->detach();
        out_.emplace(home_.get_executor());
        link::hello said;
        said.boot_id = "boot-1";
        said.journal_id = journal;
        if (remembered)
            said.open_jobs = {{.job_id = "job-1", .reached = link::open_job::stage::finished}};
        desk->greet(said, false, awaited);
        desk->attach(*out_);
        settle();
    }

    /// The same for another run of the service, which has job-1 in its store and has not sent it.
    void recall()
    {
        link_again(true, "journal-1", {"job-1"});
        boost::asio::co_spawn(
            home_, desk->recall("job-1"),
            [this](const std::exception_ptr& problem, std::optional<link::result> got) {
                REQUIRE_FALSE(problem);
                answer = std::move(got);
            });
        settle();
    }

    /// The result, which names a picture.
    void say_result()
    {
        link::result said;
        said.job_id = "job-1";
        said.udid = "udid-1";
        said.frame.emplace();
        desk->take(std::move(said));
        settle();
    }

    /// The same of an action that was looked at.
    void say_observed_result()
    {
        link::result said;
        said.job_id = "job-1";
        said.udid = "udid-1";
        said.frame.emplace();
        said.receipt = link::receipt{.seen = link::effect::changed, .verified = true};
        said.receipt->frame.emplace().id = "job-1";
        desk->take(std::move(said));
        settle();
    }

    void send_picture(std::byte content, const std::string& udid = "udid-1")
    {
        link::frame_header header;
        header.udid = udid;
        header.frame_id = "job-1";
        const screen::bytes bytes{content};
        desk->take(header, bytes);
        settle();
    }

    void send_picture_of(std::size_t bytes)
    {
        link::frame_header header;
        header.udid = "udid-1";
        header.frame_id = "job-1";
        desk->take(header, screen::bytes(bytes));
        settle();
    }

    /// Until it is answered, at most for a minute.
    const link::result& until_answered()
    {
        const auto latest = steady_clock::now() + 1min;
        home_.restart();
        while (!answer && steady_clock::now() < latest)
            home_.run_one_for(50ms);
        REQUIRE(answer);
        return *answer;
    }

    /// Until an alarm that was set so far, for no longer than that, has rung.
    void let_alarms_ring(std::chrono::milliseconds longest)
    {
        bool over = false;
        boost::asio::steady_timer after(home_, longest);
        after.async_wait([&](const boost::system::error_code&) { over = true; });
        home_.restart();
        while (!over)
            home_.run_one();
        settle();
    }

    /// The first byte of the answer's picture.
    std::byte picture() const { return answer.value().frame.value().picture.data->at(0); }

private:
    void settle()
    {
        home_.restart();
        home_.poll();
    }

    boost::asio::io_context home_;
    std::optional<websocket::outbox> out_;

public:
    std::shared_ptr<linked_desktop> desk;
    std::optional<link::result> answer;
};

void check_done_without_picture(const link::result& answer)
{
    CHECK(answer.outcome == link::outcome::done);
    CHECK_FALSE(answer.failure);
    CHECK_FALSE(answer.frame);
    REQUIRE(answer.receipt);
    CHECK(answer.receipt->seen == link::effect::changed);
    CHECK(answer.receipt->verified == true);
    CHECK_FALSE(answer.receipt->frame);
}

} // namespace

TEST_CASE("a look that is sent again is not answered with the picture of the first", "[service]")
{
    asked_desktop on(1min);
    on.ask(link::screenshot{});
    on.send_picture(std::byte{1}); // and the link breaks before its result
    on.link_again(false);
    on.say_result();
    CHECK_FALSE(on.answer);
    on.send_picture(std::byte{2});
    CHECK_FALSE(on.until_answered().failure);
    CHECK(on.picture() == std::byte{2});
}

TEST_CASE("pictures before their results have a limit of the account's", "[service]")
{
    const auto shared = std::make_shared<unread_pictures>(100);
    asked_desktop one(1min, shared);
    asked_desktop other(1min, shared);
    asked_desktop third(1min, shared);
    for (auto* each : {&one, &other, &third})
        each->ask(link::screenshot{});
    one.send_picture_of(60);
    one.send_picture_of(61); // in its place
    CHECK(shared->bytes() == 61);
    other.send_picture_of(40);
    CHECK(shared->bytes() == 61);
    other.say_result(); // at once: nobody waits for a picture that was passed over
    REQUIRE(other.answer);
    REQUIRE(other.answer->failure);
    CHECK(other.answer->failure->code == "SCREENSHOT_FAILED");
    one.say_result();
    CHECK_FALSE(one.answer.value().failure);
    CHECK(shared->bytes() == 0);
    third.say_result();
    third.send_picture_of(1'000); // goes to whoever waits
    CHECK_FALSE(third.answer.value().failure);
    CHECK(shared->bytes() == 0);
}

TEST_CASE("nobody waits any more for the picture of a look that is sent again", "[service]")
{
    asked_desktop on(5ms);
    on.ask(link::screenshot{});
    on.say_result();
    on.link_again(false);
    on.let_alarms_ring(50ms);
    CHECK_FALSE(on.answer);
    on.say_result();
    on.send_picture(std::byte{2});
    CHECK_FALSE(on.until_answered().failure);
    CHECK(on.picture() == std::byte{2});
}

TEST_CASE("an action is done although its picture does not come", "[service]")
{
    asked_desktop on(5ms);
    on.ask(link::home{}, true);
    on.say_observed_result();
    check_done_without_picture(on.until_answered());
}

TEST_CASE("an action is done although its picture does not come before it is called off",
          "[service]")
{
    asked_desktop on(1min);
    on.ask(link::home{}, true);
    on.say_observed_result();
    on.desk->cancel("job-1");
    check_done_without_picture(on.until_answered());
}

TEST_CASE("an action that is known to be done stays so when its journal is gone", "[service]")
{
    asked_desktop on(1min);
    on.ask(link::home{}, true);
    on.say_observed_result();
    SECTION("with another journal in its place")
    {
        on.link_again(false, "journal-2");
    }
    SECTION("or for no reason")
    {
        on.link_again(false);
    }
    SECTION("or the desktop for ever")
    {
        on.desk->abandon();
    }
    check_done_without_picture(on.until_answered());
}

TEST_CASE("the picture of a result that is said again is still awaited", "[service]")
{
    asked_desktop on(1min);
    on.ask(link::home{}, true);
    on.say_observed_result();
    on.link_again(true);
    CHECK_FALSE(on.answer);
    on.say_observed_result();
    on.send_picture(std::byte{1});
    CHECK(on.until_answered().receipt.value().frame);
    CHECK(on.picture() == std::byte{1});
}

TEST_CASE("a job of a former run has its picture, whichever comes first", "[service]")
{
    for (const bool picture_first : {false, true}) {
        asked_desktop on(1min);
        on.recall();
        if (picture_first)
            on.send_picture(std::byte{1});
        on.say_observed_result();
        if (!picture_first)
            on.send_picture(std::byte{1});
        CHECK(on.until_answered().receipt.value().frame);
        CHECK(on.picture() == std::byte{1});
    }
}

TEST_CASE("a job of a former run takes no picture of another phone", "[service]")
{
    asked_desktop on(5ms);
    on.recall();
    on.say_observed_result();
    on.send_picture(std::byte{1}, "udid-2");
    check_done_without_picture(on.until_answered());
}

TEST_CASE("a screenshot waits for its picture as long as anybody waits for it", "[service]")
{
    asked_desktop on(5ms);
    on.ask(link::screenshot{});
    on.say_result();
    on.let_alarms_ring(50ms);
    CHECK_FALSE(on.answer);
    on.send_picture(std::byte{1});
    CHECK_FALSE(on.until_answered().failure);
}

TEST_CASE("a screenshot whose time is over has failed without its picture", "[service]")
{
    asked_desktop on(5ms);
    on.ask(link::screenshot{}, false, 0ms);
    on.say_result();
    const auto& answer = on.until_answered();
    REQUIRE(answer.failure);
    CHECK(answer.failure->code == "SCREENSHOT_FAILED");
    CHECK_FALSE(answer.frame);
}

} // namespace thimble::service::test
