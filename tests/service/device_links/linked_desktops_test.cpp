// Enrolled desktops that link: the token opens the link, and its revocation cuts it.
#include "service/device_links/linked_desktop.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/service/links_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace thimble::service::test {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds time_to_tell{30};

} // namespace

TEST_CASE("a desktop links with its token, and its enrolment is over", "[service]")
{
    with_links on;
    const auto desk = on.enrol();
    const auto link = on.connect(desk);
    const auto shown = on.desktop();
    CHECK(shown.at("id") == desk.id);
    CHECK(shown.at("state") == "connected");
    CHECK(shown.at("name") == "Ada's desk");
    CHECK(shown.at("version") == "1.2.3");
    CHECK(shown.at("last_seen_at").is_string());
    CHECK(on.look(desk.asked).error() == "DATA_NOT_FOUND");
}

TEST_CASE("a desktop tells what keeps it from having phones, as long as it does", "[service]")
{
    with_links on;
    const auto desk = on.enrol();
    const auto first = on.connect(desk);
    CHECK(on.desktop().at("blockers").empty());
    const link::blocker stopped{.code = "USBMUXD_NOT_RUNNING",
                                .message = "usbmuxd does not answer.",
                                .remedy = "Start it.",
                                .since = {}};
    const auto count = [&] { return on.desktop().at("blockers").size(); };
    first->say(link::host_state{.blockers = {stopped}});
    REQUIRE(e2e::eventually(time_to_tell, [&] { return count() == 1; }));
    const auto told = on.desktop().at("blockers").at(0);
    CHECK(told.at("code") == "USBMUXD_NOT_RUNNING");
    CHECK(told.at("remedy") == "Start it.");
    CHECK(told.at("docs") == "docs/iphone.md#the-cable");
    first->say(link::host_state{});
    CHECK(e2e::eventually(time_to_tell, [&] { return count() == 0; }));

    first->say(link::host_state{.blockers = {stopped}});
    REQUIRE(e2e::eventually(time_to_tell, [&] { return count() == 1; }));
    const auto second = on.connect(desk); // a link begins without any
    CHECK(count() == 0);
}

TEST_CASE("without its token nobody links", "[service]")
{
    with_links on;
    const auto desk = on.enrol();
    for (const auto& wrong : {desk.token + "0", std::string("td_"), on.ada_key,
                              desk.asked.at("poll_token").get<std::string>()})
        CHECK(link_peer(on.running.port(), wrong).status() == 401);
    const auto plain = [&](const std::string& token) {
        return on.client.ask("GET", "/v1/link", {{"Authorization", "Bearer " + token}}).error();
    };
    CHECK(plain(desk.token + "0") == "INVALID_DESKTOP_TOKEN");
    CHECK(plain(desk.token) == "UPGRADE_REQUIRED");
    CHECK(on.client.ask("GET", "/v1/link", {}).error() == "AUTH_REQUIRED");
}

TEST_CASE("the account's revocation cuts the link at once", "[service]")
{
    with_links on;
    const auto desk = on.enrol();
    const auto link = on.connect(desk);
    const auto asked = steady_clock::now();
    CHECK(on.client.ask("DELETE", "/v1/desktops/" + desk.id, on.ada()).status == 204);
    CHECK(link->close_reason() == "revoked");
    CHECK(steady_clock::now() - asked < std::chrono::seconds(20));
    CHECK(link_peer(on.running.port(), desk.token).status() == 401);
}

TEST_CASE("the operator's revocation cuts the link at once", "[service]")
{
    with_links on;
    const auto desk = on.enrol();
    const auto other = on.enrol();
    const auto link = on.connect(desk);
    const auto staying = on.connect(other);
    const auto asked = steady_clock::now();
    CHECK(on.ask("desktop revoke", {{"id", desk.id}}).done);
    CHECK(link->close_reason() == "revoked");
    CHECK(steady_clock::now() - asked < std::chrono::seconds(20));
    CHECK(link_peer(on.running.port(), desk.token).status() == 401);
    CHECK(on.desktop().at("id") == other.id);
    CHECK(on.desktop().at("state") == "connected");
}

TEST_CASE("a desktop is not taken for revoked when the database fails", "[service]")
{
    with_links on;
    const auto desk = on.enrol();
    on.on_database([](auto& in) { in.execute("ALTER TABLE desktops RENAME TO away"); });
    link_peer refused(on.running.port(), desk.token);
    REQUIRE(refused.status() == 101);
    refused.say(with_links::hello_of(desk));
    CHECK(refused.close_reason() == "unavailable");
    on.on_database([](auto& in) { in.execute("ALTER TABLE away RENAME TO desktops"); });
    CHECK(on.connect(desk));
}

TEST_CASE(
    "what went to a journal that is gone is not sent again, though the store knows the new one",
    "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{}, std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    websocket::outbox out(home.get_executor());
    link::hello said;
    said.boot_id = "boot-1";
    said.journal_id = "journal-1";
    desk->greet(said, false, {});
    desk->attach(out);
    link::command press;
    press.job_id = "job-1";
    press.udid = "udid-1";
    press.what = link::home{};
    press.expires_at = steady_clock::now() + std::chrono::minutes(1);
    std::optional<link::result> answer;
    boost::asio::co_spawn(home, desk->execute(press, nullptr),
                          [&](const std::exception_ptr&, link::result got) { answer = got; });
    home.poll();
    CHECK_FALSE(answer);
    desk->detach();
    said.journal_id = "journal-2";
    desk->greet(said, false, {}); // a link that was cut before this had it written down
    home.restart();
    home.poll();
    REQUIRE(answer);
    CHECK(answer->outcome == link::outcome::unknown);
    REQUIRE(answer->failure);
    CHECK(answer->failure->code == "JOB_LOST");
}

TEST_CASE("a job that started while the link broke has started on the next", "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{}, std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    websocket::outbox out(home.get_executor());
    link::hello said;
    said.journal_id = "journal-1";
    desk->greet(said, false, {});
    desk->attach(out);
    std::map<std::string, int> started;
    for (const std::string job_id : {"received", "started"}) {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = steady_clock::now() + std::chrono::minutes(1);
        boost::asio::co_spawn(home, desk->execute(press, [&, job_id] { ++started[job_id]; }),
                              [](const std::exception_ptr&, const link::result&) {});
    }
    home.poll();
    desk->detach();
    said.open_jobs = {{.job_id = "received", .reached = link::open_job::stage::received},
                      {.job_id = "started", .reached = link::open_job::stage::started}};
    desk->greet(said, false, {});
    CHECK(started == std::map<std::string, int>{{"started", 1}});
    desk->take(link::started{"started"}); // said once more
    CHECK(started.at("started") == 1);
    desk->abandon();
    home.restart();
    home.poll();
}

TEST_CASE("a link that is over does not hear that its desktop has become idle", "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{}, std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    int heard = 0;
    const auto execute_and_cancel = [&](const std::string& job_id) {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = steady_clock::now() + std::chrono::minutes(1);
        boost::asio::co_spawn(home, desk->execute(press, nullptr),
                              [](const std::exception_ptr&, const link::result&) {});
        home.restart();
        home.poll();
        CHECK(desk->open() == 1);
        desk->cancel(job_id);
        CHECK(desk->open() == 0);
    };
    desk->when_idle([&heard] { ++heard; });
    execute_and_cancel("job-1");
    CHECK(heard == 1);
    desk->detach();
    execute_and_cancel("job-2"); // the session that asked to hear may be destroyed by now
    CHECK(heard == 1);
}

TEST_CASE("of what another node has by now nothing more goes out, and nothing is called off",
          "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{}, std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    bool may_send = true;
    desk->ask_before_sending([&may_send] { return may_send; });
    std::vector<std::string> sent;
    const link_output out = [&sent](const std::string& text, const link::message& what) {
        const auto* const order = std::get_if<link::command>(&what);
        sent.push_back(order != nullptr ? order->job_id : text);
    };
    desk->attach(out);
    std::map<std::string, link::result> answers;
    for (const std::string job_id : {"delivered", "waiting"}) {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = steady_clock::now() + std::chrono::minutes(1);
        boost::asio::co_spawn(home, desk->execute(press, nullptr),
                              [&, job_id](const std::exception_ptr&, link::result got) {
                                  answers.emplace(job_id, std::move(got));
                              });
        home.restart();
        home.poll();
        may_send = false;
    }
    desk->let_go("delivered");
    desk->let_go("waiting");
    may_send = true;
    desk->send_waiting();
    desk->cancel("delivered"); // as its time runs out here
    desk->detach();
    desk->greet({}, false, {}); // the other node has had the journal forget it
    desk->attach(out);
    home.restart();
    home.poll();
    CHECK(sent == std::vector<std::string>{"delivered"});
    REQUIRE(answers.size() == 2);
    CHECK(answers.at("waiting").outcome == link::outcome::not_sent);
    CHECK(answers.at("waiting").failure->code == "NODE_CUT_OFF");
    CHECK(answers.at("delivered").outcome == link::outcome::unknown);
}

TEST_CASE("what another node has by now is answered, and neither claimed nor settled", "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{}, std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    std::vector<std::string> sent;
    desk->attach([&sent](const std::string& text, const link::message& what) {
        const auto* const order = std::get_if<link::command>(&what);
        sent.push_back(order != nullptr ? order->job_id : text);
    });
    const std::vector<std::string> ids{"answered", "under-way", "own"};
    int answers = 0;
    link::hello next;
    for (const auto& job_id : ids) {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = steady_clock::now() + std::chrono::minutes(1);
        boost::asio::co_spawn(home, desk->execute(press, nullptr),
                              [&answers](const std::exception_ptr&, const link::result& got) {
                                  if (!got.failure)
                                      ++answers;
                              });
        next.open_jobs.push_back({.job_id = job_id, .reached = link::open_job::stage::finished});
    }
    home.poll();
    const auto say = [&](const std::string& job_id) {
        link::result said;
        said.job_id = job_id;
        said.udid = "udid-1";
        desk->take(said);
        home.restart();
        home.poll();
    };
    say("answered");
    desk->let_go("answered"); // the store has refused its end
    desk->let_go("under-way");
    CHECK_FALSE(desk->knows("answered"));
    CHECK_FALSE(desk->knows("under-way"));
    CHECK(desk->greet(next, false, {}) == std::vector<std::string>{"own"});
    say("under-way");
    say("own");
    CHECK(answers == 3);
    desk->settle("under-way");
    CHECK(sent == ids); // and nothing was settled
    desk->settle("own");
    CHECK(sent.size() == ids.size() + 1);
}

TEST_CASE("what another node has by now is not waited for for ever while the link stays",
          "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{.return_time = std::chrono::milliseconds(1)},
        std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    desk->attach([](const std::string&, const link::message&) {});
    std::map<std::string, link::result> answers;
    for (const std::string job_id : {"own", "taken"}) {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = steady_clock::now() + std::chrono::minutes(1);
        boost::asio::co_spawn(home, desk->execute(press, nullptr),
                              [&, job_id](const std::exception_ptr&, link::result got) {
                                  answers.emplace(job_id, std::move(got));
                              });
    }
    home.poll();
    desk->let_go("taken"); // its result goes to the other node alone
    REQUIRE(e2e::eventually(std::chrono::seconds(30), [&] {
        home.restart();
        home.poll();
        return !answers.empty();
    }));
    CHECK(answers.size() == 1);
    REQUIRE(answers.contains("taken"));
    CHECK(answers.at("taken").outcome == link::outcome::unknown);
    CHECK(answers.at("taken").failure->code == "JOB_LOST");
}

TEST_CASE("a node that was away sends again of what was delivered the open jobs of its own alone",
          "[service]")
{
    for (const bool cut_off_at_greeting : {false, true}) {
        boost::asio::io_context home;
        const auto desk = std::make_shared<linked_desktop>(
            home.get_executor(), linked_desktop_limits{},
            std::make_shared<unread_pictures>(1'000'000),
            std::make_shared<spdlog::logger>("link",
                                             std::make_shared<spdlog::sinks::null_sink_mt>()));
        bool may_send = true;
        desk->ask_before_sending([&may_send] { return may_send; });
        desk->know_open([](const std::string& job_id) { return job_id != "other"; });
        std::vector<std::string> sent;
        const link_output out = [&sent](const std::string&, const link::message& what) {
            if (const auto* const order = std::get_if<link::command>(&what))
                sent.push_back(order->job_id);
        };
        desk->attach(out);
        std::map<std::string, link::result> answers;
        for (const std::string job_id : {"open", "other", "taken"}) {
            link::command press;
            press.job_id = job_id;
            press.udid = "udid-1";
            press.what = link::home{};
            press.expires_at = steady_clock::now() + std::chrono::minutes(1);
            boost::asio::co_spawn(home, desk->execute(press, nullptr),
                                  [&, job_id](const std::exception_ptr&, link::result got) {
                                      answers.emplace(job_id, std::move(got));
                                  });
        }
        home.poll();
        REQUIRE(sent.size() == 3);
        may_send = !cut_off_at_greeting;
        if (!cut_off_at_greeting) {
            desk->doubt_delivered();
            desk->let_go("taken");
        }
        desk->detach();
        desk->greet({}, false, {}); // others may have had the journal forget it
        desk->attach(out);
        if (cut_off_at_greeting)
            desk->let_go("taken"); // as the store says before the lease is held again
        may_send = true;
        desk->send_waiting();
        home.restart();
        home.poll();
        CHECK(sent == std::vector<std::string>{"open", "other", "taken", "open"});
        REQUIRE(answers.size() == 2);
        for (const auto& [job_id, answer] : answers)
            CHECK(answer.outcome == link::outcome::unknown);
        desk->abandon();
        home.restart();
        home.poll();
    }
}

TEST_CASE("a command that must not go out waits until it may", "[service]")
{
    boost::asio::io_context home;
    const auto desk = std::make_shared<linked_desktop>(
        home.get_executor(), linked_desktop_limits{}, std::make_shared<unread_pictures>(1'000'000),
        std::make_shared<spdlog::logger>("link", std::make_shared<spdlog::sinks::null_sink_mt>()));
    bool may_send = false;
    desk->ask_before_sending([&may_send] { return may_send; });
    std::vector<std::string> sent;
    desk->attach([&sent](const std::string&, const link::message& what) {
        if (const auto* const order = std::get_if<link::command>(&what))
            sent.push_back(order->job_id);
    });
    for (const std::string job_id : {"job-1", "job-2"}) {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = steady_clock::now() + std::chrono::minutes(1);
        boost::asio::co_spawn(home, desk->execute(press, nullptr),
                              [](const std::exception_ptr&, const link::result&) {});
    }
    home.poll();
    CHECK(sent.empty());
    desk->withdraw("job-1");
    may_send = true;
    desk->send_waiting();
    CHECK(sent == std::vector<std::string>{"job-2"});
    desk->abandon();
    home.restart();
    home.poll();
}

} // namespace thimble::service::test
