// The developer image: what the mounter takes, refuses and tells.
#include "tests/catch2.hpp"
#include "tests/virtualphone/lockdown/phone_client.hpp"

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

constexpr std::string_view mounter = "com.apple.mobile.mobile_image_mounter";

plist::value mounter_command(std::string_view name)
{
    return {{"Command", name}};
}

plist::value look_up(std::string_view type)
{
    return {{"Command", "LookupImage"}, {"ImageType", type}};
}

plist::value mount_request(std::string_view type)
{
    plist::value request{{"Command", "MountImage"}, {"ImageType", type}};
    request["ImageSignature"] = plist::data(plist::bytes{1, 2, 3});
    return request;
}

/// The answer to a command that is refused, which is the connection's last.
asio::awaitable<plist::value>
refusal_of(desk& table, const host_identity& host, plist::value request)
{
    phone_client client = co_await open_service(table, host, mounter);
    plist::value answer = co_await client.ask(std::move(request));
    CHECK(answer.contains("Error"));
    CHECK(co_await client.ended());
    co_return answer;
}

} // namespace

TEST_CASE("a developer image is uploaded, mounted and unmounted", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "16");
    device.developer_image_mounted = false;
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        const plist::value unmount{{"Command", "UnmountImage"}, {"MountPath", "/Developer"}};
        {
            phone_client client = co_await open_service(table, host, mounter);
            CHECK((co_await client.ask(look_up("Developer"))).at("ImagePresent") == false);
            plist::value upload{{"Command", "ReceiveBytes"}, {"ImageType", "Developer"}};
            upload["ImageSize"] = 100'000;
            CHECK((co_await client.ask(upload)).at("Status") == "ReceiveBytesAck");
            co_await client.send_raw(plist::bytes(100'000, 7));
            CHECK((co_await client.receive()).at("Status") == "Complete");
            CHECK((co_await client.ask(mount_request("Developer"))).at("Status") == "Complete");
            CHECK(device.developer_image_mounted);
            CHECK((co_await client.ask(look_up("Developer"))).at("ImageSignature").size() == 1);
            CHECK((co_await client.ask(mount_request("Developer"))).at("Error") ==
                  "ImageMountFailed");
            CHECK(co_await client.ended());
        }
        phone_client client = co_await open_service(table, host, mounter);
        CHECK((co_await client.ask(unmount)).at("Status") == "Complete");
        CHECK((co_await client.ask(mounter_command("Hangup"))).at("Goodbye") == true);
        CHECK((co_await refusal_of(table, host, unmount)).at("Error") == "InternalError");
    }());
}

TEST_CASE("the image mounter says what stands in the way", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "18.5", "123456");
    device.os.unlock(device.clock.now());
    device.developer_image_mounted = false;
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        const plist::value unsigned_mount{{"Command", "MountImage"}, {"ImageType", "Personalized"}};
        CHECK((co_await refusal_of(table, host, unsigned_mount)).at("Error") ==
              "MissingImageSignature");
        device.developer_mode = false;
        CHECK(
            (co_await refusal_of(table, host, mount_request("Personalized"))).at("DetailedError") ==
            "Developer mode is not enabled.");
        plist::value upload{{"Command", "ReceiveBytes"}, {"ImageSize", 5'000'000'000}};
        co_await refusal_of(table, host, upload);
        co_await refusal_of(table, host, mounter_command("MakeTea"));
        phone_client client = co_await open_service(table, host, mounter);
        CHECK((co_await client.ask(mounter_command("QueryDeveloperModeStatus")))
                  .at("DeveloperModeStatus") == false);
        const auto identifiers =
            co_await client.ask(mounter_command("QueryPersonalizationIdentifiers"));
        CHECK(identifiers.at("PersonalizationIdentifiers").contains("ChipID"));
        CHECK(plist::data_at(co_await client.ask(mounter_command("QueryNonce")),
                             "PersonalizationNonce")
                  ->size() == 48);
    }());
}

TEST_CASE("a locked phone tells of its image and changes nothing", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "18.5", "123456");
    REQUIRE(device.os.locked());
    table.run([&]() -> asio::awaitable<void> {
        device.os.unlock(device.clock.now());
        const host_identity host = co_await paired_identity(table);
        device.os.lock(device.clock.now());
        phone_client client = co_await open_service(table, host, mounter);
        CHECK((co_await client.ask(look_up("Personalized"))).at("ImagePresent") == true);
        co_await client.ask(mounter_command("Hangup"));
        for (const char* name : {"MountImage", "UnmountImage", "ReceiveBytes",
                                 "RollPersonalizationNonce", "RollCryptexNonce"}) {
            plist::value request = mount_request("Personalized");
            request["Command"] = name;
            request["ImageSize"] = 10;
            INFO(name);
            CHECK((co_await refusal_of(table, host, request)).at("Error") == "DeviceLocked");
        }
    }());
}

TEST_CASE("a locked phone without a passcode mounts", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.developer_image_mounted = false;
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        device.os.lock(device.clock.now());
        phone_client client = co_await open_service(table, host, mounter);
        CHECK((co_await client.ask(mount_request("Personalized"))).at("Status") == "Complete");
    }());
}

TEST_CASE("iOS 27 lists its image and does not find it", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "27");
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_service(table, host, mounter);
        const auto found = co_await client.ask(look_up("Personalized"));
        CHECK_FALSE(found.contains("ImageSignature"));
        CHECK_FALSE(found.contains("ImagePresent"));
        const auto devices = co_await client.ask(mounter_command("CopyDevices"));
        CHECK(devices.at("EntryList").at(0).at("DiskImageType") == "Personalized");
        CHECK((co_await client.ask(mount_request("Personalized"))).at("Error") ==
              "ImageMountFailed");
    }());
}

} // namespace thimble::virtualphone::tests
