// Events of accounts between nodes.
#include "bus/local_transport.hpp"
#include "service/nodes/event_news.hpp"
#include "tests/catch2.hpp"
#include "text/uuid.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::nodes {

namespace {

told_event job_event(std::int64_t number, std::string data = R"({"phone_id":"p"})")
{
    return {.account_id = "ada",
            .number = number,
            .type = "job",
            .phone_id = "p",
            .data = std::move(data)};
}

struct node_with_events {
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
    event_news here{home.get_executor(), out};
    std::vector<std::size_t> messages; // numbers of events in each
    std::vector<told_event> heard;
    bus::subscription hears =
        over.subscribe(std::string(events_subject), [this](const bus::message& what) {
            const auto read = decode(what.bytes);
            REQUIRE(read);
            const auto found = event_news::events_in(*read);
            messages.push_back(found.size());
            heard.insert(heard.end(), found.begin(), found.end());
        });
};

} // namespace

TEST_CASE("events of one moment are told together, in their order", "[nodes]")
{
    node_with_events on;
    on.here.tell(job_event(1));
    boost::asio::post(on.home, [&] { on.here.tell(job_event(3)); }); // too late for these
    on.here.tell(job_event(2, R"({"text":"a\nb"})"));
    CHECK(on.heard.empty());
    on.settle();
    CHECK(on.messages == std::vector<std::size_t>{2, 1});
    REQUIRE(on.heard.size() == 3);
    for (std::size_t each = 0; each < on.heard.size(); ++each)
        CHECK(on.heard[each].number == static_cast<std::int64_t>(each + 1));
    CHECK(on.heard[1].data == R"({"text":"a\nb"})");
    CHECK(on.heard[1].account_id == "ada");
    CHECK(on.heard[1].type == "job");
    CHECK(on.heard[1].phone_id == "p");
}

TEST_CASE("many events, or large ones, do not wait to be told", "[nodes]")
{
    node_with_events on;
    for (std::int64_t number = 1; number <= 1'001; ++number)
        on.here.tell(job_event(number));
    on.settle();
    CHECK(on.messages == std::vector<std::size_t>{500, 500, 1});
    on.messages.clear();
    on.here.tell(job_event(1'002));
    on.here.tell(job_event(1'003, R"({"text":")" + std::string(200'000, 'x') + R"("})"));
    on.here.tell(job_event(1'004));
    on.here.tell_now();
    on.here.tell_now(); // nothing
    on.settle();
    CHECK(on.messages == std::vector<std::size_t>{2, 1});
    for (std::size_t each = 0; each < on.heard.size(); ++each)
        CHECK(on.heard[each].number == static_cast<std::int64_t>(each + 1));
}

TEST_CASE("what is no event is passed over, and the others of its message are heard", "[nodes]")
{
    node_with_events on;
    std::int64_t number = 0;
    for (const auto* const data : {"{", "[1]", "", "7", "{}"})
        on.here.tell(job_event(++number, data));
    on.settle();
    REQUIRE(on.heard.size() == 1);
    CHECK(on.heard[0].number == 5);
    envelope odd{.kind = std::string(kinds::events)};
    CHECK(event_news::events_in(odd).empty());
    odd.body = "\n{}\nada\nada 1\nada 1 job p\nada x job p {}\n 1 job p {}\nada 1  p {}\n"
               "ada 99999999999999999999 job p {}\nada 1 job p {}x";
    CHECK(event_news::events_in(odd).empty());
    odd.body = "ada 1 job p {}\nada 2 account  {\"a b\":1}"; // the last line may lack its end
    const auto two = event_news::events_in(odd);
    REQUIRE(two.size() == 2);
    CHECK(two[1].phone_id.empty());
    CHECK(two[1].data == "{\"a b\":1}");
}

} // namespace thimble::service::nodes
