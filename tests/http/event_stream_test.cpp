#include "http/client/event_stream.hpp"
#include "tests/catch2.hpp"

#include <array>
#include <cstdint>
#include <rapidcheck.h>

namespace thimble::service::models::test {

namespace {

using events = std::vector<server_sent_event>;

events events_in(std::string_view bytes, std::size_t piece = 1'000'000)
{
    event_stream stream;
    events out;
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        const auto came = stream.take(bytes.substr(at, piece));
        REQUIRE(came);
        out.insert(out.end(), came->begin(), came->end());
    }
    return out;
}

} // namespace

TEST_CASE("events are read in every form that the standard allows", "[models]")
{
    CHECK(events_in("data: a\n\n") == events{{.name = "", .data = "a"}});
    CHECK(events_in("event: x\ndata: a\ndata: b\n\n") == events{{.name = "x", .data = "a\nb"}});
    CHECK(events_in("data:a\r\n\r\ndata:  b\r\rdata\n\n") ==
          events{{.name = "", .data = "a"}, {.name = "", .data = " b"}, {.name = "", .data = ""}});
    CHECK(events_in("\xEF\xBB\xBF"
                    "data: a\n\n") == events{{.name = "", .data = "a"}});
    CHECK(events_in(": comment\nid: 7\nretry: 10\nunknown: x\ndata: a:b\n\n") ==
          events{{.name = "", .data = "a:b"}});
}

TEST_CASE("what no empty line ends, and what has no data, is no event", "[models]")
{
    CHECK(events_in("data: a\n").empty());
    CHECK(events_in("event: x\n\n").empty());
    // The name of an event without data is not that of the next one.
    CHECK(events_in("event: x\n\ndata: a\n\n") == events{{.name = "", .data = "a"}});
    CHECK(events_in("\n\r\n\r\n").empty());
}

TEST_CASE("where the bytes are cut makes no difference", "[models]")
{
    CHECK(rc::check([](std::vector<std::uint8_t> choices) {
        constexpr std::array<std::string_view, 12> words{"data: ", "data", "event: x", "\r\n",
                                                         "\n",     "\r",   "\n\n",     "\r\n\r\n",
                                                         ":",      " ",    "Größe",    "{\"a\":1}"};
        std::string bytes;
        for (const auto choice : choices)
            bytes += words.at(choice % words.size());
        const auto whole = events_in(bytes);
        for (const std::size_t piece : {1U, 2U, 3U, 7U})
            RC_ASSERT(events_in(bytes, piece) == whole);
    }));
}

TEST_CASE("any bytes at all are taken", "[models]")
{
    CHECK(rc::check([](const std::string& bytes) { events_in(bytes, 3); }));
}

TEST_CASE("a line and an event have a limit", "[models]")
{
    event_stream long_line;
    CHECK(long_line.take("data: " + std::string(event_stream::longest_line - 6, 'x')));
    CHECK_FALSE(long_line.take("x"));

    event_stream large_event;
    const auto line = "data: " + std::string(event_stream::longest_line / 2, 'x') + "\n";
    std::size_t taken = 0;
    while (large_event.take(line))
        ++taken;
    CHECK(taken == 15); // of half a mebibyte each, with what joins them
}

} // namespace thimble::service::models::test
