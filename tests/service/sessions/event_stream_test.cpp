// Events as a stream of the web.
#include "service/sessions/event_stream.hpp"
#include "tests/catch2.hpp"
#include "tests/service/sessions/begun_session.hpp"

#include <algorithm>

namespace thimble::service::sessions::test {

namespace {

event said(std::string text)
{
    return {.index = 12,
            .type = event_type::text,
            .at = noon(),
            .data = event_data(event_type::text, {{"text", std::move(text)}}, 2, {})};
}

} // namespace

TEST_CASE("an event in a stream is three lines and an empty one", "[sessions]")
{
    CHECK(to_stream(said("Hello")) ==
          "id: 12\n"
          "event: text\n"
          "data: {\"index\":12,\"type\":\"text\",\"ts\":\"2026-11-15T12:00:00.000Z\","
          "\"data\":{\"text\":\"Hello\",\"turn\":2}}\n"
          "\n");
}

TEST_CASE("no text ends an event of a stream before its end", "[sessions]")
{
    for (const auto* text : {"a\nb", "a\r\rdata: b", "a\r\n\r\nid: 99\n\n", "\xFF\xFE"}) {
        const auto out = to_stream(said(text));
        CHECK(std::ranges::count(out, '\n') == 4);
        CHECK(std::ranges::count(out, '\r') == 0);
        CHECK(out.ends_with("}\n\n"));
    }
}

TEST_CASE("a heartbeat is a comment", "[sessions]")
{
    CHECK(heartbeat().starts_with(":"));
    CHECK(heartbeat().ends_with("\n\n"));
    CHECK(std::ranges::count(heartbeat(), '\n') == 2);
}

TEST_CASE("a stream goes on after the last event that a client has seen", "[sessions]")
{
    CHECK(first_wanted(0, "") == 0U);
    CHECK(first_wanted(5, "") == 5U);
    CHECK(first_wanted(5, "0") == 1U);
    CHECK(first_wanted(0, "41") == 42U);
    CHECK(first_wanted(0, "18446744073709551614") == 18446744073709551615U);
    for (const auto* text : {"x", "-1", "+1", "1 ", " 1", "1.0", "0x1", "18446744073709551615",
                             "99999999999999999999"}) {
        const auto wrong = first_wanted(0, text);
        REQUIRE_FALSE(wrong);
        CHECK(wrong.error().code == "INVALID_ARGUMENT");
        CHECK(wrong.error().context.at("field") == "Last-Event-ID");
    }
}

} // namespace thimble::service::sessions::test
