// Developer images on a virtual phone: compared with the one on this computer, replaced, refused.
#include "device/images/mounted_image.hpp"
#include "device/usbmux/attached_list.hpp"
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <filesystem>
#include <fstream>
#include <string>

namespace thimble::tests {
namespace {

namespace images = device::images;
using e2e::operator""s;
using images::image_match;

/// A phone with iOS 16, whose images need no ticket, that trusts this computer.
struct phone_for_images {
    explicit phone_for_images(const std::string& more)
        : world({.phones = {"iPhone SE 2,ios=16.7" + more}}), desk(world), phone(world.at(0))
    {
        REQUIRE(desk.until(10s, [&] {
            const auto found = desk.phone(phone);
            return found && !found->facts().name.empty();
        }));
        const auto all = device::list_attached();
        REQUIRE(all.size() == 1);
        where = all.front();
    }

    void write_image(const std::string& signature) const
    {
        const auto place = folder.path() / "16.7";
        std::filesystem::create_directories(place);
        std::ofstream(place / "DeveloperDiskImage.dmg") << "an image with " + signature;
        std::ofstream(place / "DeveloperDiskImage.dmg.signature") << signature;
    }

    images::mount_settings settings() const
    {
        return {.folders = {folder.path()}, .tickets = folder.path() / "tickets", .server = {}};
    }

    device::result<void> mount() const
    {
        return images::mount_image(where, "16.7", settings(), nullptr);
    }
    device::result<void> replace() const
    {
        return images::replace_image(where, "16.7", settings(), nullptr);
    }
    images::mounted_image look() const
    {
        return images::look_at_mounted(where, "16.7", settings());
    }

    bool has_image() const { return phone.facts().at("developer_image").get<bool>(); }
    int unmounted() const { return phone.facts().at("images_unmounted").get<int>(); }

    e2e::temporary_directory folder;
    e2e::virtual_phones world;
    attached_fleet desk;
    e2e::virtual_phone phone;
    device::attachment where;
};

} // namespace

TEST_CASE("a mounted image is replaced by the one on this computer where they differ", "[device]")
{
    const phone_for_images on(",image=none");
    CHECK(on.look().match == image_match::unknown); // there is none here, nor on the phone
    on.write_image("an old signature");
    CHECK(on.look().match == image_match::unknown);
    REQUIRE(on.mount());
    CHECK(on.look().match == image_match::same);
    CHECK(on.replace());
    CHECK(on.unmounted() == 0);

    on.write_image("a new signature");
    const auto seen = on.look();
    CHECK(seen.match == image_match::other);
    CHECK(seen.signature == "an old signature");
    CHECK(seen.wanted == on.folder.path() / "16.7" / "DeveloperDiskImage.dmg");
    CHECK(on.mount()); // which leaves what is mounted
    CHECK(on.look().match == image_match::other);
    CHECK(on.unmounted() == 0);

    CHECK(on.replace());
    CHECK(on.look().match == image_match::same);
    CHECK(on.has_image());
    CHECK(on.unmounted() == 1);
    CHECK(on.replace());
    CHECK(on.unmounted() == 1);

    std::filesystem::remove_all(on.folder.path() / "16.7");
    CHECK(on.look().match == image_match::unknown);
    CHECK(on.replace());
    CHECK(on.unmounted() == 1);
}

TEST_CASE("a phone that keeps its image is told of in its own words", "[device]")
{
    const phone_for_images on(",image=none");
    on.write_image("an old signature");
    REQUIRE(on.mount());
    on.write_image("a new signature");
    on.phone.make("fault", {{"service", "mobile_image_mounter.unmount"}, {"kind", "error"}});
    const auto refused = on.replace();
    REQUIRE_FALSE(refused);
    CHECK(refused.error().cause == "unmount_refused");
    CHECK(refused.error().message ==
          "The phone keeps the developer image that it has: InternalError The image is in use.");
    CHECK(on.look().match == image_match::other);
    CHECK(on.has_image());
}

TEST_CASE("a phone without developer mode takes no image", "[device]")
{
    const phone_for_images off(",image=none,developer_mode=off");
    off.write_image("signature");
    const auto without_mode = off.mount();
    REQUIRE_FALSE(without_mode);
    CHECK(without_mode.error().cause == "developer_mode_off");
    CHECK_FALSE(off.has_image());
}

TEST_CASE("a locked phone takes no image and keeps the one that it has", "[device]")
{
    const phone_for_images on(",image=none,passcode=123456");
    on.write_image("an old signature");
    on.phone.make("lock");
    const auto locked = on.mount();
    REQUIRE_FALSE(locked);
    CHECK(locked.error().cause == "phone_locked");
    on.phone.make("unlock");
    REQUIRE(on.mount());
    on.write_image("a new signature");
    on.phone.make("lock");
    const auto kept = on.replace();
    REQUIRE_FALSE(kept);
    CHECK(kept.error().cause == "phone_locked");
    CHECK(on.unmounted() == 0);
}

} // namespace thimble::tests
