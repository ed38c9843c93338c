// Large answers and files over RemoteXPC.
#include "tests/device/coredevice/bytes.hpp"
#include "tests/device/coredevice/converse.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>

namespace thimble::tests {
namespace {

using namespace std::chrono_literals;
using boost::asio::awaitable;
using device::problem;
using device::coredevice::remote_xpc;

constexpr auto file_limit = 20s;
constexpr auto stall_limit = 30ms; // for what never comes

} // namespace

TEST_CASE("a large answer comes through the windows", "[coredevice]")
{
    boost::asio::io_context context;
    const xpc::data picture(3U << 20, std::byte{7});
    fake_service service(context.get_executor(), answering({{"image", picture}}));
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto answer = co_await connection.request({{"picture", true}}, file_limit);
        REQUIRE(answer);
        const auto* image = answer->find("image");
        REQUIRE(image != nullptr);
        CHECK(*image == xpc::value(picture));
        CHECK(hexadecimal(service.heard).contains("000004080000000003"));
    });
}

TEST_CASE("a file goes to the phone on a stream of its own", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor());
    const std::vector<std::byte> file(300'000, std::byte{5});
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto phone = [&]() -> awaitable<void> {
            while (service.ended.empty()) { // the windows grow as the phone reads
                service.send("000004 08 00 00000000 00004000 000004 08 00 00000005 00004000");
                co_await boost::asio::post(boost::asio::use_awaitable);
            }
            service.send("000004 03 00 00000005 00000000");
        };
        boost::asio::co_spawn(context, phone(), boost::asio::detached);
        const auto sent = co_await connection.upload(9, file, file_limit);
        CHECK(sent);
        CHECK(service.files[5] == file);
        CHECK(service.flags_on[5] == std::vector<std::uint32_t>{0x100001});
        CHECK(service.ended == std::vector<std::uint32_t>{5});
        // The stream's headers, and the wrapper with the transfer's id.
        CHECK(hexadecimal(service.heard)
                  .contains(hexadecimal(
                      bytes_of("000000 01 04 00000005 000018 00 00 00000005"
                               "920bb029 01001000 0000000000000000 0900000000000000"))));
    });
}

TEST_CASE("a phone may end a file before it has it all", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor());
    const std::vector<std::byte> file(3U << 20);
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        service.send("000004 03 00 00000005 00000008");
        const auto sent = co_await connection.upload(1, file, file_limit);
        REQUIRE_FALSE(sent);
        CHECK(sent.error().cause == "upload_refused");
        const auto stalled = co_await connection.upload(2, file, stall_limit);
        REQUIRE_FALSE(stalled);
        CHECK(stalled.error().what == problem::timed_out);
    });
}

TEST_CASE("a file comes from the phone on the stream that is opened for it", "[coredevice]")
{
    boost::asio::io_context context;
    fake_service service(context.get_executor());
    const std::vector<std::byte> file(200'000, std::byte{3});
    converse(context, service, [&](remote_xpc& connection) -> awaitable<void> {
        const auto phone = [&](std::uint32_t stream, std::size_t bytes) -> awaitable<void> {
            while (service.flags_on[stream].empty())
                co_await boost::asio::post(boost::asio::use_awaitable);
            service.send_data(stream, std::span(file).first(bytes), true);
        };
        boost::asio::co_spawn(context, phone(2, file.size()), boost::asio::detached);
        const auto first = co_await connection.download(0, file.size(), file_limit);
        REQUIRE(first);
        CHECK(*first == file);
        CHECK(service.flags_on[2] == std::vector<std::uint32_t>{0x200001});
        boost::asio::co_spawn(context, phone(4, 10), boost::asio::detached);
        const auto second = co_await connection.download(1, file.size(), file_limit);
        REQUIRE_FALSE(second);
        CHECK(second.error().cause == "malformed_answer");
    });
}

} // namespace thimble::tests
