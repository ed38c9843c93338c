#include "tests/catch2.hpp"
#include "virtualphone/os/model/event_log.hpp"

using thimble::virtualphone::event_log;
using thimble::virtualphone::milliseconds;

TEST_CASE("events are numbered, dated and kept in order", "[virtualphone]")
{
    event_log log;
    log.append(milliseconds(12.5), "touch", {{"x", 1}});
    log.append(milliseconds(13), "key", {{"usage", 4}});
    CHECK(log.since(0) ==
          nlohmann::json::parse(R"({"events":[{"index":0,"t_ms":12.5,"kind":"touch","x":1},
                                              {"index":1,"t_ms":13.0,"kind":"key","usage":4}],
                                    "next":2})"));
    CHECK(log.since(1).at("events").size() == 1);
    CHECK(log.since(2).at("events").empty());
    CHECK(log.since(99).at("next") == 2);
}

TEST_CASE("a log that has run for long forgets its oldest events and no number", "[virtualphone]")
{
    event_log log;
    for (std::size_t i = 0; i < event_log::kept + 10; ++i)
        log.append(milliseconds(0), "touch", nlohmann::json::object());
    CHECK(log.size() == event_log::kept + 10);
    const auto all = log.since(0);
    CHECK(all.at("events").size() == event_log::kept);
    CHECK(all.at("events").front().at("index") == 10);
    CHECK(log.since(event_log::kept + 5).at("events").size() == 5);
}
