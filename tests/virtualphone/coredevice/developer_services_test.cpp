// Services in a tunnel that speak DTX, byte for byte: the greeting, and the way in which they end.
#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"

#include <array>

namespace thimble::tests {
namespace {

using device::coredevice::byte_stream;

constexpr std::array names{"com.apple.instruments.dtservicehub",
                           "com.apple.dt.testmanagerd.remote"};

/// The bytes; fewer when the connection ends.
std::vector<std::byte> read_exactly(tunnelled_phone& desk, byte_stream& from, std::size_t size)
{
    std::vector<std::byte> result(size);
    std::size_t read = 0;
    while (read < size) {
        const auto count = desk.ask(from.read_some(std::span(result).subspan(read)));
        if (!count || *count == 0)
            break;
        read += *count;
    }
    result.resize(read);
    return result;
}

} // namespace

TEST_CASE("a service of DTX greets its host in a tunnel and drops one that speaks nothing",
          "[coredevice]")
{
    constexpr std::array<unsigned char, 12> beginning{0x79, 0x5B, 0x3D, 0x1F, 0x20, 0,
                                                      0,    0,    0,    0,    1,    0};
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    for (const auto* const name : names) {
        INFO(name);
        const auto* const entry = desk.services().directory().find(name);
        REQUIRE(entry != nullptr);
        auto connected = desk.ask(desk.tunnel().connect(entry->port));
        REQUIRE(connected);
        byte_stream& host = **connected;
        const auto header = read_exactly(desk, host, 32);
        REQUIRE(header.size() == 32);
        for (std::size_t at = 0; at < beginning.size(); ++at)
            CHECK(std::to_integer<unsigned char>(header[at]) == beginning[at]);
        std::size_t size = 0;
        for (const std::size_t at : {15U, 14U, 13U, 12U})
            size = size << 8U | std::to_integer<std::size_t>(header[at]);
        REQUIRE(size < 10'000);
        CHECK(read_exactly(desk, host, size).size() == size);
        REQUIRE(desk.ask(host.write(std::vector<std::byte>(32))));
        CHECK(read_exactly(desk, host, 1).empty());
    }
}

TEST_CASE("services of DTX refuse connections when told so", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    const auto* const entry = desk.services().directory().find(names[1]);
    REQUIRE(entry != nullptr);
    desk.spoil("testmanagerd", "refuse");
    CHECK_FALSE(desk.ask(desk.tunnel().connect(entry->port)));
    CHECK(desk.ask(desk.tunnel().connect(entry->port)));
}

} // namespace thimble::tests
