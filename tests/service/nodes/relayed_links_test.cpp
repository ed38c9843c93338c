// A link of this node, as another node takes part in it.
#include "bus/local_transport.hpp"
#include "service/nodes/relayed_links.hpp"
#include "tests/catch2.hpp"
#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace thimble::service::nodes {

namespace {

constexpr std::int64_t third = 3; // the epoch of the link

struct node_with_link {
    node_with_link()
    {
        link::hello said;
        said.desktop_id = desktop_id;
        said.name = "Desk";
        said.version = "1.2.3";
        said.boot_id = "boot-1";
        said.journal_id = "journal-1";
        said.open_jobs = {{.job_id = "job-before", .reached = link::open_job::stage::finished}};
        relayed.begun({.desktop = {.id = desktop_id, .name = "Desk", .version = "1.2.3"},
                       .epoch = third,
                       .said = said,
                       .say = [this](const link::message& what) { told_daemon.push_back(what); }});
    }

    /// Kind of what comes back to the other node, or "refused"; empty where nothing does.
    std::string answer_to(std::string body)
    {
        std::string kind;
        boost::asio::co_spawn(
            home,
            out_there.request(question_subject(out_here.id()),
                              {.kind = std::string(kinds::orders), .body = std::move(body)},
                              std::chrono::minutes(1)),
            [&kind](const std::exception_ptr&, std::expected<std::string, bus::no_reply> reply) {
                if (const auto read = reply ? decode(*reply) : std::nullopt)
                    kind =
                        read->more.contains(relayed_links::refused_member) ? "refused" : read->kind;
            });
        settle();
        return kind;
    }

    std::string answer_to(const link::message& what)
    {
        const auto text = link::encode(what).value();
        return answer_to(desktop_id + " 3 10000 " + std::to_string(text.size()) + "\n" + text);
    }

    std::string answer_to_home(const std::string& job_id)
    {
        link::command press;
        press.job_id = job_id;
        press.udid = "udid-1";
        press.what = link::home{};
        press.expires_at = std::chrono::steady_clock::now() + std::chrono::minutes(1);
        return answer_to(link::message(press));
    }

    void settle()
    {
        home.restart();
        home.poll();
    }

    const std::string desktop_id = random_uuid();
    boost::asio::io_context home;
    std::shared_ptr<bus::local_exchange> between = std::make_shared<bus::local_exchange>();
    bus::message_bus bus_here{home.get_executor(), std::make_shared<bus::local_transport>(
                                                       home.get_executor(), between, "here")};
    bus::message_bus bus_there{home.get_executor(), std::make_shared<bus::local_transport>(
                                                        home.get_executor(), between, "there")};
    channel out_here{bus_here, random_uuid(), "mark"};
    channel out_there{bus_there, random_uuid(), "mark"};
    bool is_there = true; // the other node
    bool has_lease = true;
    std::vector<link::message> told_daemon;
    relayed_links relayed{{.home = home.get_executor(),
                           .over = bus_here,
                           .out = out_here,
                           .is_there = [this](const std::string&) { return is_there; },
                           .has_lease = [this] { return has_lease; },
                           .took_over = [](const std::string&) {},
                           .log = std::make_shared<spdlog::logger>(
                               "nodes", std::make_shared<spdlog::sinks::null_sink_mt>())}};
    bus::subscription asked =
        bus_here.subscribe(question_subject(out_here.id()), [this](const bus::message& what) {
            const auto read = decode(what.bytes);
            REQUIRE(read);
            relayed.take_orders(what, *read);
        });
};

} // namespace

TEST_CASE("a node takes commands for its links as long as it holds its lease", "[nodes]")
{
    node_with_link on;
    CHECK(on.answer_to_home("job-1") == kinds::done);
    REQUIRE(on.told_daemon.size() == 1);
    CHECK(std::get<link::command>(on.told_daemon.front()).job_id == "job-1");
    on.has_lease = false; // it was stopped, and the command may have waited for it for long
    CHECK(on.answer_to_home("job-2") == "refused");
    CHECK(on.told_daemon.size() == 1);
    CHECK(on.answer_to(link::message(link::cancel{
              .job_id = "job-1", .how = link::cancel::kind::withdraw})) == kinds::done);
    CHECK(on.told_daemon.size() == 2); // what ends something is never late
}

TEST_CASE("a link takes nothing from other nodes after its end", "[nodes]")
{
    node_with_link on;
    on.relayed.ended(on.desktop_id, third - 1, false); // an older one of the desktop
    CHECK(on.answer_to_home("job-1") == kinds::done);
    on.relayed.ended(on.desktop_id, third, false);
    CHECK(on.answer_to_home("job-2") == "refused");
    CHECK(on.told_daemon.size() == 1);
}

TEST_CASE("a link passes on no messages but those of a service", "[nodes]")
{
    node_with_link on;
    CHECK(on.answer_to(link::message(link::started{"job-1"})) == "refused");
    CHECK(on.answer_to(on.desktop_id + " 3 10000 1\n{") == "refused");
    CHECK(on.answer_to("{") == kinds::failed);
    CHECK(on.told_daemon.empty());
}

TEST_CASE("a result that no node has claimed is told to all, and not settled", "[nodes]")
{
    node_with_link on;
    int heard = 0;
    const auto news =
        on.bus_there.subscribe(std::string(news_subject), [&](const bus::message& what) {
            if (const auto read = decode(what.bytes); read && read->kind == kinds::said)
                ++heard;
        });
    link::result said;
    said.job_id = "job-1";
    said.udid = "udid-1";
    CHECK(on.relayed.pass_on(on.desktop_id, said));
    on.settle();
    CHECK(heard == 1);
    CHECK(on.told_daemon.empty());
}

TEST_CASE("the picture of a result is told to whom the result is told", "[nodes]")
{
    node_with_link on;
    int to_all = 0;
    int to_one = 0;
    const auto count = [](int& in, const bus::message& what) {
        if (const auto read = decode(what.bytes); read && read->kind == kinds::picture)
            ++in;
    };
    const auto news = on.bus_there.subscribe(std::string(news_subject),
                                             [&](const auto& what) { count(to_all, what); });
    const auto own = on.bus_there.subscribe(node_subject(on.out_there.id()),
                                            [&](const auto& what) { count(to_one, what); });
    const auto show = [&](const std::string& job_id) {
        link::frame_header header;
        header.udid = "udid-1";
        header.frame_id = job_id;
        const bool passed = on.relayed.pass_on(on.desktop_id, header, screen::bytes(1));
        on.settle();
        return passed;
    };
    CHECK_FALSE(show("job-of-nobody"));
    CHECK(show("job-before")); // it was open when the link began
    CHECK(to_all == 1);
    CHECK(on.answer_to_home("job-1") == kinds::done);
    CHECK(show("job-1"));
    CHECK(to_one == 1);
    on.is_there = false; // another one goes on with what that has left
    CHECK(show("job-1"));
    CHECK(to_all == 2);
    CHECK(to_one == 1);
}

TEST_CASE("the journal forgets a result that nobody claims, unless its job has not ended",
          "[nodes]")
{
    using std::chrono::steady_clock;
    using ids = std::set<std::string>;
    node_with_link on;
    REQUIRE(on.answer_to_home("job-1") == kinds::done); // by a node that ends
    on.told_daemon.clear();
    for (const std::string job_id : {"job-1", "job-2", "job-3"}) {
        link::result said;
        said.job_id = job_id;
        said.udid = "udid-1";
        CHECK(on.relayed.pass_on(on.desktop_id, said));
    }
    const auto earlier = steady_clock::now() - std::chrono::minutes(1);
    const auto later = steady_clock::now() + std::chrono::minutes(1);
    const auto unsettled = [&] {
        const auto all = on.relayed.unsettled_since({.claimed = earlier, .unclaimed = later});
        REQUIRE(all.size() == 1);
        return all.front();
    };
    CHECK(on.relayed.unsettled_since({.claimed = earlier, .unclaimed = earlier}).empty());
    CHECK(unsettled().job_ids == ids{"job-2", "job-3"});
    on.is_there = false;
    const auto left = unsettled();
    CHECK(left.job_ids == ids{"job-1", "job-2", "job-3"});
    on.relayed.settle_stored(left, {"job-3"});
    ids settled;
    for (const auto& each : on.told_daemon)
        settled.insert(std::get<link::settled>(each).job_id);
    CHECK(settled == ids{"job-1", "job-2"});
    CHECK(unsettled().job_ids == ids{"job-3"}); // until somebody has taken it up
    on.is_there = true;
    envelope claim{.kind = std::string(kinds::claim), .node = on.out_there.id()};
    claim.more["desktop"] = on.desktop_id;
    claim.more["epoch"] = third;
    claim.more["jobs"] = nlohmann::json::array({"job-3"});
    on.relayed.take_claim(claim);
    CHECK(on.relayed.unsettled_since({.claimed = earlier, .unclaimed = later}).empty());
}

TEST_CASE("the journal forgets a result that is stored where the word of its node was lost",
          "[nodes]")
{
    node_with_link on;
    const auto later = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    for (const auto* const job_id : {"job-1", "job-2"}) {
        REQUIRE(on.answer_to_home(job_id) == kinds::done);
        link::result said;
        said.job_id = job_id;
        said.udid = "udid-1";
        CHECK(on.relayed.pass_on(on.desktop_id, said));
    }
    on.told_daemon.clear();
    const auto all = on.relayed.unsettled_since({.claimed = later, .unclaimed = later});
    REQUIRE(all.size() == 1);
    CHECK(all.front().job_ids == std::set<std::string>{"job-1", "job-2"});
    on.relayed.settle_stored(all.front(), {"job-2"}); // which its node has not stored yet
    REQUIRE(on.told_daemon.size() == 1);
    CHECK(std::get<link::settled>(on.told_daemon.front()).job_id == "job-1");
}

TEST_CASE("jobs are settled that another node has stored, on the link of which it tells", "[nodes]")
{
    node_with_link on;
    for (const auto* const job_id : {"job-1", "job-2", "job-3"}) {
        REQUIRE(on.answer_to_home(job_id) == kinds::done);
        link::result said;
        said.job_id = job_id;
        said.udid = "udid-1";
        CHECK(on.relayed.pass_on(on.desktop_id, said));
    }
    on.told_daemon.clear();
    const auto settle = [&](link_of_desktop which, std::vector<std::string> job_ids) {
        settled_jobs::by_link jobs;
        jobs.emplace(std::move(which), std::move(job_ids));
        on.relayed.settle(jobs);
    };
    settle({.desktop_id = on.desktop_id, .epoch = third - 1}, {"job-3"});
    settle({.desktop_id = random_uuid(), .epoch = third}, {"job-3"});
    CHECK(on.told_daemon.empty());
    settle({.desktop_id = on.desktop_id, .epoch = third}, {"job-1", "job-2"});
    REQUIRE(on.told_daemon.size() == 2);
    CHECK(std::get<link::settled>(on.told_daemon[0]).job_id == "job-1");
    CHECK(std::get<link::settled>(on.told_daemon[1]).job_id == "job-2");
    const auto later = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    const auto left = on.relayed.unsettled_since({.claimed = later, .unclaimed = later});
    REQUIRE(left.size() == 1);
    CHECK(left.front().job_ids == std::set<std::string>{"job-3"});
}

TEST_CASE("the others hear that a desktop has not linked again", "[nodes]")
{
    node_with_link on;
    std::vector<std::string> heard;
    const auto news =
        on.bus_there.subscribe(std::string(news_subject), [&](const bus::message& what) {
            const auto read = decode(what.bytes);
            if (read && read->kind == kinds::away)
                heard.push_back(member<std::string>(read->more, "desktop") +
                                (member<bool>(read->more, "told") ? " told" : ""));
        });
    on.relayed.ended(on.desktop_id, third, true);
    on.relayed.stayed_away(on.desktop_id, third, true);
    on.settle();
    CHECK(heard == std::vector<std::string>{on.desktop_id + " told"});
}

TEST_CASE("a node that has missed news hears what keeps a desktop from having phones", "[nodes]")
{
    node_with_link on;
    std::vector<std::string> heard;
    const auto answers =
        on.bus_there.subscribe(node_subject(on.out_there.id()), [&](const bus::message& what) {
            if (const auto read = decode(what.bytes))
                heard.push_back(read->kind);
        });
    const auto asked = [&] {
        heard.clear();
        on.relayed.tell_links_to(on.out_there.id(), [] {});
        on.settle();
        return heard;
    };
    using kinds_in_order = std::vector<std::string>;
    CHECK(asked() == kinds_in_order{"links_begin", "link", "links_end"});
    on.relayed.host_changed(on.desktop_id, {.blockers = {{.code = "USBMUXD_NOT_RUNNING",
                                                          .message = "It does not answer.",
                                                          .remedy = "Start it.",
                                                          .since = {}}}});
    CHECK(asked() == kinds_in_order{"links_begin", "link", "host", "links_end"});
    on.relayed.host_changed(on.desktop_id, {}); // which is news as well
    CHECK(asked() == kinds_in_order{"links_begin", "link", "host", "links_end"});
}

TEST_CASE("a result goes to the node that has sent the command", "[nodes]")
{
    node_with_link on;
    std::vector<std::string> heard;
    const auto mine =
        on.bus_there.subscribe(node_subject(on.out_there.id()), [&](const bus::message& what) {
            const auto read = decode(what.bytes);
            REQUIRE(read);
            CHECK(read->kind == kinds::answers);
            const auto messages = gathered_messages::messages_in(*read);
            for (const auto& each : messages.value())
                heard.push_back(each.on.desktop_id + " " + std::to_string(each.on.epoch));
        });
    REQUIRE(on.answer_to_home("job-1") == kinds::done);
    CHECK(on.relayed.pass_on(on.desktop_id, link::started{"job-1"}));
    link::result said;
    said.job_id = "job-1";
    said.udid = "udid-1";
    CHECK(on.relayed.pass_on(on.desktop_id, said));
    on.settle();
    CHECK(heard == std::vector<std::string>(2, on.desktop_id + " 3"));
}

TEST_CASE("what a daemon has said goes out before the end of its link", "[nodes]")
{
    node_with_link on;
    std::vector<std::string> heard;
    const auto note = [&](const bus::message& what) {
        if (const auto read = decode(what.bytes))
            heard.push_back(read->kind);
    };
    const auto answers = on.bus_there.subscribe(node_subject(on.out_there.id()), note);
    const auto news = on.bus_there.subscribe(std::string(news_subject), note);
    REQUIRE(on.answer_to_home("job-1") == kinds::done);
    CHECK(on.relayed.pass_on(on.desktop_id, link::started{"job-1"}));
    on.relayed.ended(on.desktop_id, third, false);
    on.settle();
    CHECK(heard == std::vector<std::string>{"answers", "unlink"});
}

} // namespace thimble::service::nodes
