// Jobs whose results are stored, between the nodes.
#include "bus/local_transport.hpp"
#include "service/nodes/settled_jobs.hpp"
#include "tests/catch2.hpp"
#include "text/uuid.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service::nodes {

namespace {

struct node_that_settles {
    /// All that comes to that node, from now on.
    bus::subscription listen_at(const std::string& node)
    {
        return over.subscribe(question_subject(node), [this, node](const bus::message& what) {
            if (const auto read = decode(what.bytes); read && read->kind == kinds::settled)
                heard[node].push_back(settled_jobs::jobs_in(*read));
        });
    }

    void settle()
    {
        home.restart();
        home.poll();
    }

    boost::asio::io_context home;
    bus::message_bus over{home.get_executor(),
                          std::make_shared<bus::local_transport>(
                              home.get_executor(), std::make_shared<bus::local_exchange>(), "one")};
    channel out{over, random_uuid(), "mark"};
    settled_jobs here{home.get_executor(), out};
    std::map<std::string, std::vector<settled_jobs::by_link>> heard; // by node
};

} // namespace

TEST_CASE("each node hears of the jobs that are settled on its links, in one message", "[nodes]")
{
    node_that_settles on;
    const auto first = on.listen_at("a");
    const auto second = on.listen_at("b");
    const link_of_desktop one{.desktop_id = "desk-1", .epoch = 1};
    const link_of_desktop two{.desktop_id = "desk-2", .epoch = 7};
    const link_of_desktop three{.desktop_id = "desk-3", .epoch = 2};
    on.here.tell("a", one, "job-1");
    boost::asio::post(on.home, [&] { on.here.tell("a", one, "job-5"); }); // too late for these
    on.here.tell("b", three, "job-2");
    on.here.tell("a", two, "job-3");
    on.here.tell("a", one, "job-4");
    CHECK(on.heard.empty());
    on.settle();
    REQUIRE(on.heard["a"].size() == 2);
    CHECK(on.heard["a"][0] == settled_jobs::by_link{{one, {"job-1", "job-4"}}, {two, {"job-3"}}});
    CHECK(on.heard["a"][1] == settled_jobs::by_link{{one, {"job-5"}}});
    REQUIRE(on.heard["b"].size() == 1);
    CHECK(on.heard["b"][0] == settled_jobs::by_link{{three, {"job-2"}}});
    on.here.tell_now(); // nothing
    on.settle();
    CHECK(on.heard["a"].size() == 2);
}

TEST_CASE("many jobs that are settled do not wait to be told", "[nodes]")
{
    node_that_settles on;
    const auto hears = on.listen_at("a");
    const link_of_desktop one{.desktop_id = "desk-1", .epoch = 1};
    for (int number = 0; number < 1'001; ++number)
        on.here.tell("a", one, "job-" + std::to_string(number));
    on.settle();
    REQUIRE(on.heard["a"].size() == 2);
    CHECK(on.heard["a"][0].at(one).size() == 1'000);
    CHECK(on.heard["a"][1].at(one) == std::vector<std::string>{"job-1000"});
}

TEST_CASE("what names no jobs that are settled is passed over", "[nodes]")
{
    envelope odd{.kind = std::string(kinds::settled)};
    CHECK(settled_jobs::jobs_in(odd).empty());
    odd.more["links"] = "none";
    CHECK(settled_jobs::jobs_in(odd).empty());
    odd.more["links"] = nlohmann::json::parse(
        R"([7, {"desktop": "d", "epoch": 1}, {"desktop": "d", "epoch": 2, "jobs": [1, "job-1"]}])");
    CHECK(settled_jobs::jobs_in(odd) ==
          settled_jobs::by_link{{{.desktop_id = "d", .epoch = 2}, {"job-1"}}});
}

} // namespace thimble::service::nodes
