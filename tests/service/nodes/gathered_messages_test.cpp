// Messages of links between two nodes.
#include "service/nodes/gathered_messages.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

namespace {

link_message message(std::string text, std::int64_t epoch = 7)
{
    return {.on = {.desktop_id = "desk", .epoch = epoch},
            .text = std::move(text),
            .expires_at = std::chrono::steady_clock::now() + std::chrono::hours(1),
            .job_id = "job"};
}

struct node_with_messages {
    void settle()
    {
        home.restart();
        home.poll();
    }

    std::vector<std::string> texts(const std::string& node, std::size_t sent) const
    {
        std::vector<std::string> out;
        const auto messages = gathered_messages::messages_in(told.at(node).at(sent));
        for (const auto& each : messages.value())
            out.push_back(each.text);
        return out;
    }

    boost::asio::io_context home;
    std::map<std::string, std::vector<envelope>> told; // by node
    std::size_t came_with = 0;
    gathered_messages here{
        home.get_executor(),
        [this](const std::string& node, const std::vector<link_message>& messages) {
            told[node].push_back(gathered_messages::envelope_of(kinds::orders, messages));
            came_with += messages.size();
        }};
};

using texts = std::vector<std::string>;

} // namespace

TEST_CASE("messages of one moment go to each node together, in their order", "[nodes]")
{
    node_with_messages on;
    on.here.tell("one", message("first"));
    boost::asio::post(on.home, [&] { on.here.tell("one", message("late")); });
    on.here.tell("two", message("other"));
    on.here.tell("one", message("se\ncond 1 2 3\n"));
    on.here.tell("one", message(""));
    CHECK(on.told.empty());
    on.settle();
    REQUIRE(on.told["one"].size() == 2);
    REQUIRE(on.told["two"].size() == 1);
    CHECK(on.texts("one", 0) == texts{"first", "se\ncond 1 2 3\n", ""});
    CHECK(on.texts("one", 1) == texts{"late"});
    CHECK(on.texts("two", 0) == texts{"other"});
    CHECK(on.came_with == 5);
    const auto read = gathered_messages::messages_in(on.told["two"].front()).value().front();
    CHECK(read.on == link_of_desktop{.desktop_id = "desk", .epoch = 7});
    CHECK(read.expires_at > std::chrono::steady_clock::now() + std::chrono::minutes(50));
    CHECK(read.job_id.empty());
}

TEST_CASE("many messages, or large ones, do not wait for others", "[nodes]")
{
    node_with_messages on;
    for (int each = 0; each < 501; ++each)
        on.here.tell("one", message("x"));
    CHECK(on.told["one"].size() == 1);
    on.here.tell_now();
    on.here.tell_now(); // nothing
    REQUIRE(on.told["one"].size() == 2);
    CHECK(on.texts("one", 0).size() == 500);
    CHECK(on.texts("one", 1).size() == 1);
    on.here.tell("one", message(std::string(200'000, 'x')));
    CHECK(on.told["one"].size() == 3);
    on.here.tell("one", message("next"));
    on.settle();
    REQUIRE(on.told["one"].size() == 4);
    CHECK(on.texts("one", 3) == texts{"next"});
}

TEST_CASE("where one message is none, nobody guesses where the next one begins", "[nodes]")
{
    const auto is_read = [](std::string body) {
        return gathered_messages::messages_in({.kind = "orders", .body = std::move(body)})
            .has_value();
    };
    CHECK(is_read(""));
    CHECK(is_read("desk 1 0 1\nx"));
    CHECK(is_read("desk 1 0 1 word of a later release\nx"));
    for (const auto* const body :
         {"x", "\n", "desk 1 0 2\nx", "desk 1 0\nx", "desk 1 0  1\nx", "desk 0 0 1\nx",
          "desk -1 0 1\nx", "desk 1 soon 1\nx", "desk 1 0 -1\nx", "desk 1 0 1\nx\n",
          "desk 1 0 99999999999999999999\nx"})
        CHECK_FALSE(is_read(body));
    std::string many;
    for (int each = 0; each < 501; ++each)
        many += "desk 1 0 1\nx";
    CHECK_FALSE(is_read(many));
}

} // namespace thimble::service::nodes
