// The developer image: what the mounter takes, refuses and tells.
#include "tests/catch2.hpp"
#include "tests/virtualphone/services/image_host.hpp"

namespace thimble::virtualphone::tests {
namespace {

namespace asio = boost::asio;

const plist::value unmount_old{{"Command", "UnmountImage"}, {"MountPath", "/Developer"}};
const plist::value unmount_personal{{"Command", "UnmountImage"},
                                    {"MountPath", "/System/Developer"}};

/// The answer to a command that is refused, which is the connection's last.
asio::awaitable<plist::value>
refusal_of(desk& table, const host_identity& host, plist::value request)
{
    phone_client client = co_await open_mounter(table, host);
    plist::value answer = co_await client.ask(std::move(request));
    CHECK(answer.contains("Error"));
    CHECK(answer.contains("DetailedError"));
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
        const developer_image image = plain_image();
        {
            phone_client client = co_await open_mounter(table, host);
            const auto before = co_await client.ask(look_up("Developer"));
            CHECK(before.at("ImagePresent") == false);
            CHECK_FALSE(before.contains("ImageSignature"));
            co_await upload(client, image);
            CHECK((co_await client.ask(mount_request(image))).at("Status") == "Complete");
            CHECK(device.developer_image_mounted);
            const auto after = co_await client.ask(look_up("Developer"));
            CHECK(after.at("ImagePresent") == true);
            CHECK(after.at("ImageSignature").size() == 1);
            CHECK((co_await client.ask(mount_request(image))).at("Error") == "ImageMountFailed");
            CHECK(co_await client.ended());
        }
        phone_client client = co_await open_mounter(table, host);
        CHECK((co_await client.ask(unmount_old)).at("Status") == "Complete");
        CHECK((co_await client.ask(mounter_command("Hangup"))).at("Goodbye") == true);
        CHECK((co_await refusal_of(table, host, unmount_old)).at("Error") == "InternalError");
        CHECK((co_await refusal_of(table, host, mount_request(image))).at("Error") ==
              "MissingImagePath");
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
        const auto error_of = [&](plist::value request) -> asio::awaitable<std::string> {
            co_return (co_await refusal_of(table, host, std::move(request)))
                .at("Error")
                .get<std::string>();
        };
        const developer_image image = co_await personal_image(table, host);
        for (const auto& [missing, error] : {std::pair{"ImageSignature", "MissingImageSignature"},
                                             std::pair{"ImageTrustCache", "MissingTrustCache"}}) {
            plist::value request = mount_request(image);
            request.erase(missing);
            CHECK(co_await error_of(request) == error);
        }
        for (const auto& [missing, error] :
             {std::pair{"ImageType", "MissingImageType"},
              std::pair{"ImageSize", "MissingImageSize"},
              std::pair{"ImageSignature", "MissingImageSignature"}}) {
            plist::value request = upload_request(image);
            request.erase(missing);
            CHECK(co_await error_of(request) == error);
        }
        for (const std::int64_t size : {std::int64_t{-1}, std::int64_t{5'000'000'000}}) {
            plist::value request = upload_request(image);
            request["ImageSize"] = size;
            CHECK(co_await error_of(request) == "InvalidArgument");
        }
        CHECK(co_await error_of(mount_request(image)) == "MissingImagePath");
        CHECK(co_await error_of(mounter_command("LookupImage")) == "MissingImageType");
        CHECK(co_await error_of(mounter_command("MakeTea")) == "UnknownCommand");
        CHECK(co_await error_of({{"Order", "LookupImage"}}) == "MissingCommand");
        device.developer_mode = false;
        CHECK((co_await refusal_of(table, host, mount_request(image))).at("DetailedError") ==
              "Developer mode is not enabled.");
        phone_client client = co_await open_mounter(table, host);
        CHECK((co_await client.ask(mounter_command("QueryDeveloperModeStatus")))
                  .at("DeveloperModeStatus") == false);
    }());
}

TEST_CASE("a ticket mounts one image on one phone, until the nonce is rolled", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.developer_image_mounted = false;
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        const developer_image image = co_await personal_image(table, host);
        {
            developer_image other = image;
            other.content.push_back(0);
            phone_client client = co_await open_mounter(table, host);
            CHECK((co_await client.ask(upload_request(other))).at("Status") == "ReceiveBytesAck");
            co_await client.send_raw(other.content);
            CHECK((co_await client.receive()).at("DetailedError") ==
                  "The image was not taken: the ticket is for another image.");
            CHECK(co_await client.ended());
        }
        {
            developer_image other = image;
            other.trust_cache.push_back(0);
            phone_client client = co_await open_mounter(table, host);
            co_await upload(client, other);
            CHECK((co_await client.ask(mount_request(other))).at("DetailedError") ==
                  "Failed to mount /System/Developer: the ticket is for another trust cache.");
            CHECK(co_await client.ended());
        }
        CHECK_FALSE(device.developer_image_mounted);
        CHECK((co_await refusal_of(table, host, mount_request(image))).at("Error") ==
              "MissingImagePath"); // the failed mount has deleted it
        {
            phone_client client = co_await open_mounter(table, host);
            co_await upload(client, image);
            CHECK((co_await client.ask(mount_request(image))).at("Status") == "Complete");
        }
        CHECK(device.developer_image_mounted);
        phone_client client = co_await open_mounter(table, host);
        CHECK((co_await client.ask(unmount_personal)).at("Status") == "Complete");
        CHECK((co_await client.ask(mounter_command("RollPersonalizationNonce"))).at("Status") ==
              "Complete");
        CHECK((co_await client.ask(upload_request(image))).at("Status") == "ReceiveBytesAck");
        co_await client.send_raw(image.content);
        CHECK((co_await client.receive()).at("DetailedError") ==
              "The image was not taken: the ticket is for another nonce.");
    }());
}

TEST_CASE("a ticket for another phone mounts nothing", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.developer_image_mounted = false;
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        developer_image image = co_await personal_image(table, host);
        auto ticket = tss::decode(image.signature).value();
        ++ticket.chip_number;
        for (const auto& signature : {tss::encode(ticket), plist::bytes{1, 2, 3}}) {
            image.signature = signature;
            phone_client client = co_await open_mounter(table, host);
            CHECK((co_await client.ask(upload_request(image))).at("Status") == "ReceiveBytesAck");
            co_await client.send_raw(image.content);
            CHECK((co_await client.receive()).at("Error") == "InternalError");
            CHECK(co_await client.ended());
        }
        CHECK_FALSE(device.developer_image_mounted);
    }());
}

TEST_CASE("a phone keeps the ticket of an image that it has mounted", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.developer_image_mounted = false;
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        const developer_image image = co_await personal_image(table, host);
        plist::value ask_for_it = mounter_command("QueryPersonalizationManifest");
        ask_for_it["PersonalizedImageType"] = "DeveloperDiskImage";
        ask_for_it["ImageSignature"] = plist::data(tss::digest_of(image.content));
        CHECK((co_await refusal_of(table, host, ask_for_it)).at("Error") == "InternalError");
        phone_client client = co_await open_mounter(table, host);
        co_await upload(client, image);
        CHECK((co_await client.ask(mount_request(image))).at("Status") == "Complete");
        device.developer_image_mounted = false; // as a restart leaves it
        const auto kept = co_await client.ask(ask_for_it);
        CHECK(plist::data_at(kept, "ImageSignature") == image.signature);
        CHECK_FALSE(kept.contains("Status"));
        CHECK((co_await client.ask(mounter_command("RollPersonalizationNonce"))).at("Status") ==
              "Complete");
        CHECK((co_await client.ask(ask_for_it)).at("Error") == "InternalError");
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
        const developer_image image = co_await personal_image(table, host);
        device.os.lock(device.clock.now());
        phone_client client = co_await open_mounter(table, host);
        CHECK((co_await client.ask(look_up("Personalized"))).at("ImageSignature").size() == 1);
        co_await client.ask(mounter_command("Hangup"));
        for (const plist::value& request :
             {mount_request(image), upload_request(image), unmount_personal,
              mounter_command("RollPersonalizationNonce"), mounter_command("RollCryptexNonce")}) {
            INFO(request);
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
        const developer_image image = co_await personal_image(table, host);
        device.os.lock(device.clock.now());
        phone_client client = co_await open_mounter(table, host);
        co_await upload(client, image);
        CHECK((co_await client.ask(mount_request(image))).at("Status") == "Complete");
    }());
}

TEST_CASE("a phone without an image finds none", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.developer_image_mounted = false;
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        phone_client client = co_await open_mounter(table, host);
        const auto found = co_await client.ask(look_up("Personalized"));
        CHECK(found.at("Status") == "Complete");
        CHECK(found.at("ImageSignature") == plist::value::array());
        CHECK((co_await client.ask(mounter_command("CopyDevices"))).at("EntryList") ==
              plist::value::array());
    }());
}

TEST_CASE("a mounted image is told of by its signature, and by its digest from iOS 17 on",
          "[virtualphone]")
{
    const auto* const ios = GENERATE("16", "18.5", "27");
    INFO(ios);
    desk table;
    phone& device = table.add("00008130-000000000000001A", ios);
    device.os.unlock(device.clock.now());
    device.developer_image_mounted = false;
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        const bool is_plain = std::string_view(ios) == "16";
        developer_image image = plain_image();
        if (!is_plain)
            image = co_await personal_image(table, host);
        phone_client client = co_await open_mounter(table, host);
        co_await upload(client, image);
        CHECK((co_await client.ask(mount_request(image))).at("Status") == "Complete");
        const auto listed = co_await client.ask(mounter_command("CopyDevices"));
        CHECK(plist::data_at(listed.at("EntryList").at(0), "ImageSignature") ==
              (is_plain ? image.signature : tss::digest_of(image.content)));
    }());
}

TEST_CASE("a phone whose image is in use does not unmount it", "[virtualphone]")
{
    desk table;
    phone& device = table.add();
    device.os.unlock(device.clock.now());
    device.faults.set("mobile_image_mounter.unmount", {.count = 1});
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        CHECK((co_await refusal_of(table, host, unmount_personal)).at("DetailedError") ==
              "The image is in use.");
        CHECK(device.developer_image_mounted);
        CHECK(device.images_unmounted == 0);
        phone_client client = co_await open_mounter(table, host);
        CHECK((co_await client.ask(unmount_personal)).at("Status") == "Complete");
        CHECK(device.images_unmounted == 1);
    }());
}

TEST_CASE("iOS 27 lists its image and does not find it", "[virtualphone]")
{
    desk table;
    phone& device = table.add("00008130-000000000000001A", "27");
    device.os.unlock(device.clock.now());
    table.run([&]() -> asio::awaitable<void> {
        const host_identity host = co_await paired_identity(table);
        const developer_image image = co_await personal_image(table, host);
        phone_client client = co_await open_mounter(table, host);
        const auto found = co_await client.ask(look_up("Personalized"));
        CHECK(found.at("ImageSignature") == plist::value::array());
        const auto devices = co_await client.ask(mounter_command("CopyDevices"));
        const auto& entry = devices.at("EntryList").at(0);
        CHECK(entry.at("DiskImageType") == "Personalized");
        CHECK(entry.at("PersonalizedImageType") == "DeveloperDiskImage");
        CHECK(entry.at("MountPath") == "/System/Developer");
        CHECK((co_await client.ask(mount_request(image))).at("Error") == "ImageMountFailed");
    }());
}

} // namespace thimble::virtualphone::tests
