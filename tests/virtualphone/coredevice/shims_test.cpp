// Services of lockdownd inside a tunnel: the check-in, and then the service itself.
#include "tests/virtualphone/coredevice/tunnelled_phone.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <array>

namespace thimble::tests {
namespace {

namespace plist = virtualphone::plist;
using device::coredevice::byte_stream;

constexpr auto app_list = "com.apple.mobile.installation_proxy.shim.remote";
constexpr auto image_mounter = "com.apple.mobile.mobile_image_mounter.shim.remote";
const plist::value check_in{{"Label", "test"}, {"ProtocolVersion", "2"}, {"Request", "RSDCheckin"}};

/// Messages to one shim and from it. A connection that ends gives null.
class shim_client {
public:
    shim_client(tunnelled_phone& desk, std::string_view service) : desk_(desk)
    {
        const auto* const entry = desk.services().directory().find(service);
        REQUIRE(entry != nullptr);
        CHECK_FALSE(entry->remote_xpc);
        auto connected = desk.ask(desk.tunnel().connect(entry->port));
        REQUIRE(connected);
        over_ = std::move(*connected);
    }

    void send(const plist::value& message)
    {
        const plist::bytes xml = plist::to_xml(message);
        std::vector<std::byte> framed;
        for (const unsigned shift : {24U, 16U, 8U, 0U})
            framed.push_back(static_cast<std::byte>(xml.size() >> shift & 0xFFU));
        for (const auto each : xml)
            framed.push_back(static_cast<std::byte>(each));
        REQUIRE(desk_.ask(over_->write(framed)));
    }

    plist::value receive()
    {
        const auto header = read(4);
        if (header.size() < 4)
            return nullptr;
        std::size_t size = 0;
        for (const auto each : header)
            size = size << 8U | each;
        REQUIRE(size < 1'000'000);
        return plist::parse(read(size)).value_or(nullptr);
    }

    plist::value ask(const plist::value& message)
    {
        send(message);
        return receive();
    }

    void close() { over_->close(); }

private:
    /// Fewer when the connection ends.
    plist::bytes read(std::size_t size)
    {
        plist::bytes result;
        std::array<std::byte, 4096> part{};
        while (result.size() < size) {
            const auto wanted = std::min(part.size(), size - result.size());
            const auto count = desk_.ask(over_->read_some(std::span(part).first(wanted)));
            if (!count)
                break;
            for (const auto each : std::span(part).first(*count))
                result.push_back(std::to_integer<std::uint8_t>(each));
        }
        return result;
    }

    tunnelled_phone& desk_;
    std::unique_ptr<byte_stream> over_;
};

} // namespace

TEST_CASE("a shim is checked in to and is the service then", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    shim_client client(desk, app_list);
    CHECK(client.ask(check_in).at("Request") == "RSDCheckin");
    CHECK(client.receive().at("Request") == "StartService");
    plist::value question{{"Command", "Lookup"}};
    question["ClientOptions"] = {{"BundleIDs", plist::value::array({"com.thimble.sketch"})}};
    CHECK(client.ask(question).at("LookupResult").contains("com.thimble.sketch"));
}

TEST_CASE("a shim ends with its service, and its service with the host", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    {
        shim_client client(desk, image_mounter);
        CHECK(client.ask(check_in).at("Request") == "RSDCheckin");
        CHECK(client.receive().at("Request") == "StartService");
        CHECK(client.ask({{"Command", "Hangup"}}).at("Goodbye") == true);
        CHECK(client.receive().is_null());
    }
    // One host at a time: each is served only when the one before it is gone.
    for (int turn = 0; turn < 3; ++turn) {
        shim_client client(desk, image_mounter);
        CHECK(client.ask(check_in).at("Request") == "RSDCheckin");
        CHECK(client.receive().at("Request") == "StartService");
        CHECK(client.ask({{"Command", "CopyDevices"}}).at("EntryList").size() == 1);
        client.close();
        CHECK(e2e::eventually(5s, [&] { // the phone hears of it a moment later
            shim_client next(desk, image_mounter);
            return next.ask(check_in).is_object() && next.receive().is_object() &&
                   next.ask({{"Command", "Hangup"}}).is_object();
        }));
    }
}

TEST_CASE("a shim without a check-in is closed", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    shim_client client(desk, app_list);
    CHECK(client.ask({{"Command", "Browse"}}).is_null());
}

TEST_CASE("a shim of what the phone lacks refuses connections", "[coredevice]")
{
    tunnelled_phone desk("iPhone 15 Pro,ios=18.5");
    for (const auto* const service :
         {"com.apple.atc.shim.remote",
          "com.apple.internal.devicecompute.CoreDeviceProxy.shim.remote"}) {
        const auto* const entry = desk.services().directory().find(service);
        REQUIRE(entry != nullptr);
        const auto refused = desk.ask(desk.tunnel().connect(entry->port));
        REQUIRE_FALSE(refused);
        CHECK(refused.error().what == device::problem::refused);
    }
}

} // namespace thimble::tests
