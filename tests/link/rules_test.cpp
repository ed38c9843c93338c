#include "link/close_reason.hpp"
#include "link/epoch.hpp"
#include "tests/catch2.hpp"

#include <set>

namespace thimble { // the C library has a function named link

namespace {

using link::close_reason;

constexpr close_reason all_reasons[]{
    close_reason::shutting_down, close_reason::draining,     close_reason::replaced,
    close_reason::revoked,       close_reason::silent,       close_reason::malformed,
    close_reason::too_large,     close_reason::incompatible, close_reason::not_expected,
    close_reason::too_slow,      close_reason::unavailable};

} // namespace

TEST_CASE("a reason to close is told by its code", "[link]")
{
    std::set<std::uint16_t> codes;
    for (const auto why : all_reasons) {
        CAPTURE(link::to_string(why));
        const auto code = link::close_code(why);
        CHECK(link::parse_close_code(code) == why);
        const bool registered = code == 1001 || code == 1009 || code == 1013; // of WebSocket itself
        CHECK((registered || (code >= 4000 && code <= 4999)));
        codes.insert(code);
    }
    CHECK(codes.size() == std::size(all_reasons));
    for (const int other : {0, 1000, 1002, 1006, 3999, 4999})
        CHECK_FALSE(link::parse_close_code(static_cast<std::uint16_t>(other)));
}

TEST_CASE("the text of a close frame fits into it", "[link]")
{
    CHECK(link::close_text(close_reason::replaced) == "replaced");
    CHECK(link::close_text(close_reason::malformed, "ack.job_id: missing") ==
          "malformed: ack.job_id: missing");
    CHECK(link::close_text(close_reason::malformed, std::string(500, 'a')).size() == 123);
}

TEST_CASE("the newest link of a desktop is the one that counts", "[link]")
{
    using link::epoch_rule;
    using verdict = epoch_rule::verdict;
    epoch_rule links;
    CHECK_FALSE(links.counts(1));
    CHECK(links.offer(3) == verdict::newest);
    CHECK(links.counts(3));
    CHECK(links.offer(2) == verdict::outdated);
    CHECK(links.offer(3) == verdict::newest);
    CHECK(links.counts(3));
    CHECK(links.offer(4) == verdict::newest);
    CHECK_FALSE(links.counts(3));
    CHECK(links.counts(4));
}

TEST_CASE("two nodes that hear of links in another order agree", "[link]")
{
    link::epoch_rule here;
    link::epoch_rule there;
    for (const std::int64_t epoch : {1, 2, 3})
        here.offer(epoch);
    for (const std::int64_t epoch : {3, 1, 2})
        there.offer(epoch);
    for (const std::int64_t epoch : {1, 2, 3})
        CHECK(here.counts(epoch) == there.counts(epoch));
}

} // namespace thimble
