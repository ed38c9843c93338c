// The messages that hold XPC objects, and how they are found in a stream.
#include "device/coredevice/xpc_message.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <algorithm>

namespace thimble::tests {
namespace {

namespace xpc = device::coredevice::xpc;
using xpc::malformed;

constexpr std::string_view first_message = "920bb029 01000000 1400000000000000 0000000000000000"
                                           "42371342 05000000 00f00000 04000000 00000000";
constexpr std::string_view root_opened = "920bb029 01020000 0000000000000000 0000000000000000";
constexpr std::string_view reply_stream = "920bb029 01004000 0000000000000000 0000000000000000";
constexpr std::string_view report =
    "920bb029010100005c000000000000000300000000000000423713420500000000f000004c000000010000007061"
    "796c6f61640000f00000380000000100000073656e640000000000f0000024000000020000005f30000000800000"
    "03000000090105005f310000004000000101000000000000";

xpc::message report_message()
{
    xpc::dictionary what{{"_0", bytes_of("090105")}, {"_1", std::uint64_t{257}}};
    return {.flags = xpc::flag::always | xpc::flag::with_data,
            .id = 3,
            .body = xpc::dictionary{{"payload", xpc::dictionary{{"send", std::move(what)}}}}};
}

void check_one(std::string_view bytes, const xpc::message& what)
{
    CHECK(hexadecimal(xpc::encode(what)) == hexadecimal(bytes_of(bytes)));
    xpc::message_reader reader;
    const auto read = reader.take(bytes_of(bytes));
    REQUIRE(read);
    REQUIRE(read->size() == 1);
    CHECK(read->front().flags == what.flags);
    CHECK(read->front().id == what.id);
    REQUIRE(read->front().body);
    CHECK(*read->front().body == what.body);
}

malformed reader_fault(std::string_view bytes)
{
    xpc::message_reader reader(1'000);
    const auto read = reader.take(bytes_of(bytes));
    REQUIRE_FALSE(read);
    const auto again = reader.take(bytes_of(root_opened));
    REQUIRE_FALSE(again);
    CHECK(again.error() == read.error());
    return read.error();
}

} // namespace

TEST_CASE("the messages of the opening have their bytes", "[coredevice]")
{
    check_one(first_message, {.body = xpc::dictionary()});
    check_one(root_opened, {.flags = xpc::flag::always | xpc::flag::root_opened});
    check_one(reply_stream, {.flags = xpc::flag::always | xpc::flag::reply_stream});
    CHECK(bytes_of(first_message).size() == 44);
}

TEST_CASE("a message with data has its bytes", "[coredevice]")
{
    check_one(report, report_message());
    CHECK(bytes_of(report).size() == 116);
}

TEST_CASE("messages are found however the stream is cut", "[coredevice]")
{
    const auto all = bytes_of(std::string(first_message) + std::string(report) +
                              std::string(root_opened) + std::string(report));
    for (std::size_t piece = 1; piece <= all.size(); ++piece) {
        xpc::message_reader reader;
        std::vector<std::uint32_t> flags;
        for (std::size_t at = 0; at < all.size(); at += piece) {
            const auto read =
                reader.take(std::span(all).subspan(at, std::min(piece, all.size() - at)));
            REQUIRE(read);
            for (const auto& each : *read)
                flags.push_back(each.flags);
        }
        CHECK(flags == std::vector<std::uint32_t>{0x1, 0x101, 0x201, 0x101});
    }
}

TEST_CASE("a body that cannot be read takes no later message with it", "[coredevice]")
{
    xpc::message_reader reader;
    const auto read = reader.take(bytes_of("920bb029 01010200 0c00000000000000 0700000000000000"
                                           "42371342 05000000 00b00000" +
                                           std::string(root_opened)));
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    CHECK(read->front().id == 7);
    REQUIRE_FALSE(read->front().body);
    CHECK(read->front().body.error() == malformed::unknown_kind);
    CHECK(read->back().flags == 0x201);
}

TEST_CASE("a body is refused that does not begin as one", "[coredevice]")
{
    xpc::message_reader reader;
    const auto read = reader.take(bytes_of("920bb029 01010000 0c00000000000000 0100000000000000"
                                           "42371342 06000000 00100000"
                                           "920bb029 01010000 0400000000000000 0100000000000000"
                                           "42371342"));
    REQUIRE(read);
    REQUIRE(read->size() == 2);
    REQUIRE_FALSE(read->front().body);
    CHECK(read->front().body.error() == malformed::not_an_object);
    REQUIRE_FALSE(read->back().body);
    CHECK(read->back().body.error() == malformed::truncated);
}

TEST_CASE("a stream is given up that holds no messages or too large ones", "[coredevice]")
{
    CHECK(reader_fault("920bb028") == malformed::not_a_message);
    CHECK(reader_fault("920bb029 01000000 e903000000000000 0000000000000000") ==
          malformed::too_large);
    CHECK(reader_fault("920bb029 01000000 ffffffffffffffff 0000000000000000") ==
          malformed::too_large);
}

} // namespace thimble::tests
