// Large messages in parts.
#include "bus/parts.hpp"
#include "tests/catch2.hpp"
#include "text/uuid.hpp"

#include <string>

namespace thimble::service::bus {

namespace {

/// Bytes of which no two parts are the same.
std::string message_of(std::size_t bytes)
{
    std::string out;
    out.reserve(bytes);
    for (std::size_t place = 0; place < bytes; ++place)
        out += static_cast<char>(place % 251);
    return out;
}

} // namespace

TEST_CASE("a small message is one packet, an empty one as well", "[bus]")
{
    joiner at;
    for (const auto& each : {std::string(), std::string("word"), message_of(part_bytes)}) {
        const auto packets = split(each, random_uuid());
        REQUIRE(packets);
        REQUIRE(packets->size() == 1);
        CHECK(at.take(packets->front()) == each);
    }
    CHECK(at.unfinished() == 0);
}

TEST_CASE("a large message is joined again, beside those of others", "[bus]")
{
    const auto first = message_of(3 * part_bytes + 1);
    const auto second = message_of(2 * part_bytes);
    const auto of_first = split(first, random_uuid());
    const auto of_second = split(second, random_uuid());
    REQUIRE(of_first);
    REQUIRE(of_second);
    REQUIRE(of_first->size() == 4);
    REQUIRE(of_second->size() == 2);
    joiner at;
    CHECK_FALSE(at.take(of_first->at(0)));
    CHECK_FALSE(at.take(of_second->at(0)));
    CHECK_FALSE(at.take(of_first->at(1)));
    CHECK(at.take(of_second->at(1)) == second);
    CHECK_FALSE(at.take(of_first->at(2)));
    CHECK(at.take(of_first->at(3)) == first);
    CHECK(at.unfinished() == 0);
}

TEST_CASE("a message of which a part is missing is dropped, and the next one is not", "[bus]")
{
    const auto sender = random_uuid();
    const auto whole = message_of(3 * part_bytes);
    const auto packets = split(whole, sender);
    REQUIRE(packets);
    joiner at;
    CHECK_FALSE(at.take(packets->at(0)));
    CHECK_FALSE(at.take(packets->at(2)));
    CHECK(at.unfinished() == 0);
    CHECK_FALSE(at.take(packets->at(1)));
    CHECK_FALSE(at.take(packets->at(0)));
    CHECK_FALSE(at.take(packets->at(1)));
    CHECK(at.take(packets->at(2)) == whole);
}

TEST_CASE("a message that is too large is not sent", "[bus]")
{
    CHECK(split(std::string(largest_message, 'x'), random_uuid()));
    CHECK_FALSE(split(std::string(largest_message + 1, 'x'), random_uuid()));
}

TEST_CASE("bytes that are no packet are passed over", "[bus]")
{
    joiner at;
    for (const auto& each : {std::string(), std::string("X"), std::string("P"),
                             "P" + std::string(200, '\0'), "P" + std::string(200, '\xff')})
        CHECK_FALSE(at.take(each));
    CHECK(at.unfinished() == 0);
}

TEST_CASE("of senders that leave off the oldest are forgotten", "[bus]")
{
    const auto whole = message_of(2 * part_bytes);
    joiner at;
    const auto oldest = split(whole, random_uuid());
    REQUIRE(oldest);
    CHECK_FALSE(at.take(oldest->at(0)));
    for (int count = 0; count < 100; ++count)
        CHECK_FALSE(at.take(split(whole, random_uuid())->at(0)));
    CHECK(at.unfinished() <= 64);
    CHECK_FALSE(at.take(oldest->at(1)));
}

} // namespace thimble::service::bus
