// Events of accounts: their ids, what is kept of them, and who is woken.
#include "service/events/account_events.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

namespace thimble::service {

namespace {

constexpr event_limits small{.events = 3, .bytes = 2000, .accounts = 2, .event_bytes = 400};

/// As another node tells of it.
event_content content_of(const nlohmann::ordered_json& data)
{
    return {.phone_id = data.value("phone_id", std::string()), .data = data.dump()};
}

struct event_log {
    void publish(const std::string& account, const std::string& text = "x")
    {
        events.publish(account, "phone", {{"text", text}});
    }

    /// The ids of what is kept.
    std::vector<std::string> ids(const std::string& account) const
    {
        std::vector<std::string> out;
        for (const auto& each : events.from(account, 1).events)
            out.push_back(each->id);
        return out;
    }

    boost::asio::io_context context{1};
    account_events events{context.get_executor(), small};
};

} // namespace

TEST_CASE("events go on after the id of the last one", "[events]")
{
    event_log on;
    on.publish("ada");
    on.publish("ada");
    const auto ids = on.ids("ada");
    REQUIRE(ids.size() == 2);
    const auto next = on.events.after("ada", ids[0]);
    REQUIRE(next);
    const auto page = on.events.from("ada", next->number);
    REQUIRE(page.events.size() == 1);
    CHECK(page.events[0]->id == ids[1]);
    CHECK_FALSE(page.missed);
    const auto last = on.events.after("ada", on.events.id_before("ada", page.next));
    REQUIRE(last);
    CHECK(last->number == page.next);
    const auto record = nlohmann::json::parse(page.events[0]->record());
    CHECK(record.at("id") == ids[1]);
    CHECK(record.at("type") == "phone");
    CHECK(record.at("data") == nlohmann::json{{"text", "x"}});
}

TEST_CASE("an id that nobody can go on from is known as such", "[events]")
{
    event_log on;
    on.publish("ada");
    const auto first = on.ids("ada").front();
    for (const auto* odd : {"", "-", "1", "ffffffff-1", "x"})
        CHECK_FALSE(on.events.after("ada", odd));
    CHECK_FALSE(on.events.after("ada", first + "0")); // has not happened yet
    CHECK_FALSE(on.events.after("ada", first + "x"));
    for (int more = 0; more < 4; ++more)
        on.publish("ada");
    CHECK_FALSE(on.events.after("ada", first)); // what came next is not kept any more
    CHECK(on.ids("ada").size() == 3);
    event_log other_run;
    other_run.publish("ada");
    CHECK_FALSE(other_run.events.after("ada", first));
}

TEST_CASE("an id of one node goes on at another, in whatever order each has heard", "[events]")
{
    boost::asio::io_context context{1};
    account_events one(context.get_executor(), small, "one");
    account_events two(context.get_executor(), small, "two");
    const auto of_one = [](std::uint64_t number) {
        return event_source{.run = "one", .number = number};
    };
    const nlohmann::ordered_json data{{"phone_id", "p"}};
    const auto told = content_of(data);
    one.publish("ada", "job", data); // one-1
    two.hear("ada", of_one(1), "job", told);
    two.publish("ada", "session", data); // two-1
    one.publish("ada", "alert", data);   // one-2, before it hears of two-1
    const auto id = one.id_before("ada", one.next_number("ada"));
    CHECK(id == "one-2");
    two.hear("ada", of_one(2), "alert", told);
    const auto next = two.after("ada", id);
    REQUIRE(next);
    account who{.id = "ada", .key_id = {}};
    const auto page = two.from(who, *next);
    REQUIRE(page.events.size() == 1);
    CHECK(page.events[0]->type == "session");
    CHECK(page.events[0]->source.run == "two");
    two.hear("ada", of_one(2), "alert", told); // again
    CHECK(two.next_number("ada") == page.next);
    CHECK(two.id_before("ada", page.next) == "one-2_two-1");
    CHECK_FALSE(one.after("ada", "one-2_two-1")); // it has not heard of that
    one.hear("ada", {.run = "two", .number = 1}, "session", told);
    CHECK(one.after("ada", "one-2_two-1"));
}

TEST_CASE("an event of another node has the same record as one of this", "[events]")
{
    boost::asio::io_context context{1};
    account_events one(context.get_executor(), small, "one");
    account_events two(context.get_executor(), small, "two");
    one.when_happened([&](const std::string& account, const event_source& from,
                          std::string_view type, const event_content& what) {
        two.hear(account, from, "no type: \"", what); // which no node tells
        two.hear(account, from, type, what);
    });
    one.publish("ada", "job", {{"phone_id", "p"}, {"text", "a \"quote\"\n"}});
    const auto record_at = [](const account_events& at) {
        const auto page = at.from("ada", 1);
        REQUIRE(page.events.size() == 1);
        CHECK(page.events[0]->phone_id == "p");
        const auto record = page.events[0]->record();
        CHECK(record.size() == page.events[0]->record_size());
        const auto read = nlohmann::ordered_json::parse(record);
        CHECK(read.at("type") == "job");
        CHECK(read.at("ts").get<std::string>().size() == 24);
        return read.at("id").get<std::string>() + " " + read.at("data").dump();
    };
    CHECK(record_at(one) == R"(one-1 {"phone_id":"p","text":"a \"quote\"\n"})");
    CHECK(record_at(two) == R"(one-1_two-0 {"phone_id":"p","text":"a \"quote\"\n"})");
}

TEST_CASE("who has missed what a node never heard is told", "[events]")
{
    boost::asio::io_context context{1};
    account_events late(context.get_executor(), small, "late");
    const auto told = content_of({{"phone_id", "p"}});
    late.hear("ada", {.run = "one", .number = 5}, "job", told); // it was not there before
    CHECK_FALSE(late.after("ada", "one-3"));
    CHECK(late.after("ada", "one-4"));
    CHECK(late.after("ada", "one-5"));
    late.forget_run("one");
    CHECK(late.after("ada", "one-3")); // nobody knows better
}

TEST_CASE("who has missed events of a node that was only held for gone is told", "[events]")
{
    boost::asio::io_context context{1};
    account_events all(context.get_executor(), small, "mine");
    const nlohmann::ordered_json data{{"phone_id", "p"}};
    const auto hear = [&](std::uint64_t number) {
        all.hear("ada", {.run = "one", .number = number}, "job", content_of(data));
    };
    hear(1);
    hear(2);
    all.forget_run("one");
    for (int more = 0; more < 3; ++more)
        all.publish("ada", "job", data); // no more than these are kept
    CHECK(all.after("ada", "mine-0_one-1"));
    hear(3);
    CHECK_FALSE(all.after("ada", "mine-1_one-1"));
    CHECK(all.after("ada", "mine-1_one-2"));
    for (std::uint64_t number = 4; number <= 6; ++number)
        hear(number);
    CHECK_FALSE(all.after("ada", "mine-3_one-2")); // which are noted again
    CHECK(all.after("ada", "mine-3_one-3"));
}

TEST_CASE("who follows at a node that has lost events of another is told so once", "[events]")
{
    boost::asio::io_context context{1};
    account_events all(context.get_executor(), small, "mine");
    const auto told = content_of({{"phone_id", "p"}});
    all.hear("ada", {.run = "one", .number = 1}, "job", told);
    const auto next = all.next_number("ada");
    CHECK_FALSE(all.from("ada", next).missed);
    all.hear("ada", {.run = "one", .number = 3}, "job", told);
    const auto page = all.from("ada", next);
    CHECK(page.missed);
    CHECK(page.events.size() == 1);
    CHECK_FALSE(all.from("ada", page.next).missed);
}

TEST_CASE("an account hears of its own events alone", "[events]")
{
    event_log on;
    on.publish("ada", "of Ada");
    CHECK(on.ids("bob").empty());
    CHECK(on.events.next_number("bob") == 1);
    on.publish("bob", "of Bob");
    REQUIRE(on.events.from("bob", 1).events.size() == 1);
    CHECK(on.events.from("bob", 1).events[0]->record().contains("of Bob"));
}

TEST_CASE("what is kept has limits of number, size and accounts", "[events]")
{
    event_log on;
    on.publish("ada", std::string(5000, 'x'));
    CHECK(on.events.from("ada", 1).events[0]->record().contains("too_large"));
    on.publish("bob");
    const auto last = on.ids("ada").back();
    on.publish("eve"); // the third of two: the quietest goes
    CHECK(on.ids("ada").empty());
    CHECK_FALSE(on.events.after("ada", last + "0"));
    on.publish("ada"); // under a number that was not told before
    CHECK(on.ids("ada").back() != last);
}

TEST_CASE("who waits is woken by an event of the account, or when the time is over", "[events]")
{
    event_log on;
    int woken = 0;
    const auto wait = [&](std::chrono::milliseconds time) {
        boost::asio::co_spawn(on.context, on.events.wait_for("ada", 1, time),
                              [&](const std::exception_ptr& thrown) { woken += thrown ? 0 : 1; });
    };
    wait(std::chrono::minutes(5));
    on.context.poll();
    on.publish("bob");
    on.context.poll();
    CHECK(woken == 0);
    on.publish("ada");
    on.context.restart();
    on.context.run_for(std::chrono::seconds(20)); // returns when nobody waits any more
    CHECK(woken == 1);
    boost::asio::co_spawn(on.context, on.events.wait_for("ada", 99, std::chrono::milliseconds(1)),
                          [&](const std::exception_ptr&) { ++woken; });
    on.context.restart();
    on.context.run_for(std::chrono::seconds(20));
    CHECK(woken == 2);
}

} // namespace thimble::service
