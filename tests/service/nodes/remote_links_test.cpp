// A link that ends at another node, as this one hears of it.
#include "bus/local_transport.hpp"
#include "service/nodes/remote_links.hpp"
#include "tests/catch2.hpp"
#include "tests/service/desktops/desktops_fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::nodes {

namespace {

/// One node, which hears of the links of another that is not there: nobody takes its commands.
struct hearing_of_links : test::with_desktops {
    hearing_of_links() { remote.join(all); }
    hearing_of_links(const hearing_of_links&) = delete;
    hearing_of_links& operator=(const hearing_of_links&) = delete;
    ~hearing_of_links()
    {
        all.close();
        boost::asio::co_spawn(context, remote.close(), boost::asio::detached);
        settle();
    }

    link_dependencies link_context()
    {
        return {
            .home = context.get_executor(),
            .enrolled = known,
            .limits = {},
            .node = out.id(),
            .awaited = [](const std::string&) { return std::vector<std::string>(); },
            .connected = [this](const desktop_record&,
                                const std::shared_ptr<desktop>&) { returned = remote.returning(); },
            .phone_changed = [](const std::string&, const link::phone_state&) {},
            .host_changed = [](const std::string&, const std::vector<link::blocker>&) {},
            .gone =
                [this](const std::string&) {
                    ++gone;
                    forgotten = remote.forgetting();
                    if (const auto* const those = remote.heard_by())
                        heard_by = *those;
                },
            .stayed_away = [](const std::string&) {},
            .left = [](const std::string&) {},
            .attached = [](const std::string&) { return std::vector<std::string>(); },
            .log = log};
    }

    envelope news_of_link(std::string_view kind, std::int64_t epoch) const
    {
        envelope news{.kind = std::string(kind), .node = other};
        news.more["desktop"] = desk.id;
        news.more["epoch"] = epoch;
        return news;
    }

    envelope link_of(std::int64_t epoch) const
    {
        auto news = news_of_link(kinds::link, epoch);
        news.more["account"] = desk.account_id;
        link::hello said;
        said.desktop_id = desk.id;
        said.name = "Desk";
        said.version = "1.2.3";
        said.boot_id = "boot-1";
        said.journal_id = "journal-1";
        news.body = link::encode(link::message(said)).value();
        return news;
    }

    envelope end_of(std::int64_t epoch, bool moves) const
    {
        auto news = news_of_link(kinds::unlink, epoch);
        news.more["moves"] = moves;
        return news;
    }

    envelope absence_of(std::int64_t epoch, bool told) const
    {
        auto news = news_of_link(kinds::away, epoch);
        news.more["told"] = told;
        return news;
    }

    std::shared_ptr<linked_desktop> commands()
    {
        return all.commands_of({.id = desk.id, .account_id = desk.account_id, .name = "Desk"});
    }

    /// Its result comes into `ended`.
    void press_home(const std::string& job_id)
    {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = std::chrono::steady_clock::now() + std::chrono::minutes(10);
        boost::asio::co_spawn(
            context, commands()->execute(press, nullptr),
            [this](const std::exception_ptr&, const link::result& with) { ended = with; });
        settle();
    }

    void settle()
    {
        context.restart();
        context.poll();
    }

    const desktop_row desk = enrol();
    const std::string other = random_uuid(); // the node with the link
    std::shared_ptr<spdlog::logger> log =
        std::make_shared<spdlog::logger>("nodes", std::make_shared<spdlog::sinks::null_sink_mt>());
    bus::message_bus over{context.get_executor(),
                          std::make_shared<bus::local_transport>(
                              context.get_executor(), std::make_shared<bus::local_exchange>())};
    channel out{over, random_uuid(), "mark"};
    int gone = 0;
    bool forgotten = false; // as the last has gone
    bool returned = false;  // as the last has come
    std::set<std::string> heard_by;
    std::set<std::string> with_lease{other, "third"};
    bool has_lease = true;
    std::optional<link::result> ended;
    links all{link_context()};
    remote_links remote{{.home = context.get_executor(),
                         .out = out,
                         .enrolled = known,
                         .awaited = link_context().awaited,
                         .connected = link_context().connected,
                         .phone_changed = link_context().phone_changed,
                         .host_changed = link_context().host_changed,
                         .gone = link_context().gone,
                         .attached = link_context().attached,
                         .with_lease = [this] { return with_lease; },
                         .has_lease = [this] { return has_lease; },
                         .time_to_tell = std::chrono::minutes(1),
                         .log = log}};
};

} // namespace

TEST_CASE("a command that nobody takes as its link ends is not sent where its desktop stays away",
          "[nodes]")
{
    hearing_of_links on;
    on.press_home("job-1"); // and waits for a link
    on.remote.begin(on.link_of(1));
    REQUIRE(on.commands()->delivered() == std::set<std::string>{"job-1"});
    on.remote.end(on.end_of(1, true)); // heard before the other node has not taken it
    on.settle();
    CHECK(on.commands()->delivered().empty());
    CHECK_FALSE(on.ended);
    on.commands()->give_up_unsent();
    on.settle();
    REQUIRE(on.ended);
    CHECK(on.ended->outcome == link::outcome::not_sent);
}

TEST_CASE("the node that had a link tells that its desktop has stayed away", "[nodes]")
{
    hearing_of_links on;
    on.remote.begin(on.link_of(1));
    on.remote.end(on.end_of(1, true));
    on.remote.stay_away(on.absence_of(2, true)); // of another link
    CHECK(on.gone == 0);
    on.all.give_up(on.desk.id); // its time is over here
    CHECK(on.gone == 0);
    on.remote.stay_away(on.absence_of(1, true));
    CHECK(on.gone == 1);
    CHECK_FALSE(on.forgotten);
    on.remote.stay_away(on.absence_of(1, true));
    on.all.give_up(on.desk.id);
    CHECK(on.gone == 1);
}

TEST_CASE("one that has heard of the end of a link tells where the node of that does not",
          "[nodes]")
{
    hearing_of_links on;
    on.remote.begin(on.link_of(1));
    on.remote.end(on.end_of(1, true));
    on.with_lease.insert("fourth"); // which has heard nothing of that link
    SECTION("as it is cut off")
    {
        on.remote.stay_away(on.absence_of(1, false));
    }
    SECTION("as it is gone before the time of the desktop is over")
    {
        on.remote.forget(on.other);
        CHECK(on.gone == 0);
        on.all.give_up(on.desk.id);
    }
    SECTION("as it is gone a moment later")
    {
        on.all.give_up(on.desk.id);
        CHECK(on.gone == 0);
        on.remote.forget(on.other);
    }
    CHECK(on.gone == 1);
    CHECK(on.forgotten);
    CHECK(on.heard_by == std::set<std::string>{"third"});
}

TEST_CASE("a desktop that links again is awaited no more", "[nodes]")
{
    hearing_of_links on;
    on.remote.begin(on.link_of(1));
    on.remote.end(on.end_of(1, true));
    on.all.give_up(on.desk.id);
    on.remote.begin(on.link_of(2));
    on.remote.stay_away(on.absence_of(1, true));
    on.all.give_up(on.desk.id);
    CHECK(on.gone == 0);
}

TEST_CASE("phones are back where the node of their link cannot know that they were gone", "[nodes]")
{
    hearing_of_links on;
    const auto returns = [&](const envelope& news, bool told_again) {
        on.remote.forget(on.other);
        on.remote.begin(news, told_again);
        return on.returned;
    };
    CHECK_FALSE(returns(on.link_of(1), false));
    CHECK(returns(on.link_of(1), true));
    CHECK(returns(on.link_of(2), true)); // made while its node was not heard
    CHECK_FALSE(returns(on.link_of(3), false));
    auto stayed = on.link_of(4);
    stayed.more["stayed"] = true;
    CHECK(returns(stayed, false));
}

TEST_CASE("the node with a link hears together of the jobs that are settled on it", "[nodes]")
{
    hearing_of_links on;
    std::vector<settled_jobs::by_link> heard;
    const auto asked = on.over.subscribe(question_subject(on.other), [&](const bus::message& what) {
        const auto read = decode(what.bytes);
        REQUIRE(read);
        if (read->kind == kinds::orders)
            return;
        CHECK(read->kind == kinds::settled);
        heard.push_back(settled_jobs::jobs_in(*read));
    });
    on.remote.begin(on.link_of(1));
    for (const auto* const job_id : {"job-1", "job-2"}) {
        on.press_home(job_id);
        link::result said;
        said.job_id = job_id;
        said.udid = "udid-1";
        auto news = on.news_of_link(kinds::said, 1);
        news.body = link::encode_result(said);
        CHECK(on.remote.take(news));
    }
    on.settle();
    CHECK(heard.empty()); // nothing is stored yet
    on.commands()->settle("job-1");
    on.commands()->settle("job-2");
    on.commands()->settle("job-3"); // which nobody has answered
    on.settle();
    REQUIRE(heard.size() == 1);
    const link_of_desktop which{.desktop_id = on.desk.id, .epoch = 1};
    CHECK(heard.front() == settled_jobs::by_link{{which, {"job-1", "job-2"}}});
}

TEST_CASE("a command that went out again on a later link is not taken back", "[nodes]")
{
    hearing_of_links on;
    const auto asked = on.over.subscribe(question_subject(on.other), [&](const bus::message& what) {
        envelope reply{.kind = std::string(kinds::done), .node = on.other};
        reply.more["refused"] = nlohmann::json::array({0}); // that of the first link
        on.over.reply(what, encode(std::move(reply)));
    });
    on.press_home("job-1");
    on.remote.begin(on.link_of(1));
    on.remote.end(on.end_of(1, true));
    on.remote.begin(on.link_of(2)); // sends it again, as its journal does not know it
    on.remote.end(on.end_of(2, true));
    on.settle(); // only now it is heard that the first has not been taken
    CHECK(on.commands()->delivered() == std::set<std::string>{"job-1"});
}

TEST_CASE("a command waits where the lease has run out before its message goes", "[nodes]")
{
    hearing_of_links on;
    std::vector<std::string> heard;
    const auto asked = on.over.subscribe(question_subject(on.other), [&](const bus::message& what) {
        const auto read = decode(what.bytes).value_or(envelope{.kind = {}});
        CHECK(read.kind == kinds::orders);
        const auto messages = gathered_messages::messages_in(read);
        REQUIRE(messages);
        for (const auto& each : *messages)
            heard.emplace_back(each.text.contains("job-1") ? "command" : "drain");
        on.over.reply(what, encode({.kind = std::string(kinds::done), .node = on.other}));
    });
    on.remote.begin(on.link_of(1));
    on.remote.renew_link(on.desk.id);
    on.has_lease = false;
    on.press_home("job-1");
    CHECK(heard == std::vector<std::string>{"drain"});
    CHECK(on.commands()->delivered().empty());
    on.has_lease = true;
    on.commands()->send_waiting();
    on.settle();
    CHECK(heard == std::vector<std::string>{"drain", "command"});
}

TEST_CASE("a command is taken back where it has certainly not been taken", "[nodes]")
{
    hearing_of_links on;
    std::string_view kind;
    const auto asked = on.over.subscribe(question_subject(on.other), [&](const bus::message& what) {
        on.over.reply(what, encode({.kind = std::string(kind), .node = on.other}));
    });
    on.remote.begin(on.link_of(1));
    kind = kinds::failed;
    on.press_home("job-1");
    CHECK(on.commands()->delivered().empty());
    kind = "partly"; // of a later release
    on.press_home("job-2");
    CHECK(on.commands()->delivered() == std::set<std::string>{"job-2"});
}

TEST_CASE("answers that cannot be read are told from those that can", "[nodes]")
{
    hearing_of_links on;
    on.remote.begin(on.link_of(1));
    auto said = gathered_messages::envelope_of(
        kinds::answers, {{.on = {.desktop_id = on.desk.id, .epoch = 1},
                          .text = link::encode(link::message(link::started{"job-1"})).value()}});
    said.node = on.other;
    CHECK(on.remote.take(said));
    said.body += '!';
    CHECK_FALSE(on.remote.take(said));
}

} // namespace thimble::service::nodes
