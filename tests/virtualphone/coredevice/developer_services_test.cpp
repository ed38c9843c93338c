// Services in a tunnel that speak DTX, byte for byte: the greeting, and the way in which they end.
#include "device/coredevice/core_device.hpp"
#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"

#include <array>

namespace thimble::tests {
namespace {

namespace host = device::coredevice;
using device::coredevice::byte_stream;

constexpr std::array dtx_services{"com.apple.instruments.dtservicehub",
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
    for (const auto* const name : dtx_services) {
        INFO(name);
        const auto* const entry = desk.services().directory().find(name);
        REQUIRE(entry != nullptr);
        auto connected = desk.ask(desk.tunnel().connect(entry->port));
        REQUIRE(connected);
        byte_stream& stream = **connected;
        const auto header = read_exactly(desk, stream, 32);
        REQUIRE(header.size() == 32);
        for (std::size_t at = 0; at < beginning.size(); ++at)
            CHECK(std::to_integer<unsigned char>(header[at]) == beginning[at]);
        std::size_t size = 0;
        for (const std::size_t at : {15U, 14U, 13U, 12U})
            size = size << 8U | std::to_integer<std::size_t>(header[at]);
        REQUIRE(size < 10'000);
        CHECK(read_exactly(desk, stream, size).size() == size);
        REQUIRE(desk.ask(stream.write(std::vector<std::byte>(32))));
        CHECK(read_exactly(desk, stream, 1).empty());
    }
}

TEST_CASE("the socket for an app's output tells who it is", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    const auto* const entry =
        desk.services().directory().find("com.apple.coredevice.openstdiosocket");
    REQUIRE(entry != nullptr);
    auto first = desk.ask(desk.tunnel().connect(entry->port));
    auto second = desk.ask(desk.tunnel().connect(entry->port));
    REQUIRE(first);
    REQUIRE(second);
    const auto one = read_exactly(desk, **first, 16);
    CHECK(one.size() == 16);
    CHECK(one != read_exactly(desk, **second, 16));
}

TEST_CASE("an app is launched behind what is in front", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5,runner=dead,frameworks=removed");
    const std::string options =
        R"(<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>)"
        R"(<key>ActivateSuspended</key><integer>1</integer></dict></plist>)";
    host::xpc::data written;
    for (const char c : options)
        written.push_back(static_cast<std::byte>(c));
    const host::xpc::dictionary input{
        {"applicationSpecifier",
         host::xpc::dictionary{
             {"bundleIdentifier",
              host::xpc::dictionary{{"_0", "com.facebook.WebDriverAgentRunner.xctrunner"}}}}},
        {"options", host::xpc::dictionary{{"arguments", host::xpc::array()},
                                          {"environmentVariables", host::xpc::dictionary()},
                                          {"platformSpecificOptions", written},
                                          {"terminateExisting", true}}},
        {"standardIOIdentifiers", host::xpc::dictionary()}};
    const auto launched = desk.ask(desk.services().invoke(
        "com.apple.coredevice.appservice",
        {.feature = "com.apple.coredevice.feature.launchapplication", .input = input}, 5s));
    REQUIRE(launched);
    CHECK(desk.phone().facts().at("front_app") == "com.apple.springboard");
    CHECK(e2e::eventually(5s, [&] { return desk.phone().facts().at("runner") == "running"; }));
}

TEST_CASE("services of DTX refuse connections when told so", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    const auto* const entry = desk.services().directory().find(dtx_services[1]);
    REQUIRE(entry != nullptr);
    desk.spoil("testmanagerd", "refuse");
    CHECK_FALSE(desk.ask(desk.tunnel().connect(entry->port)));
    CHECK(desk.ask(desk.tunnel().connect(entry->port)));
}

} // namespace thimble::tests
