// Replacement of a mounted image by the one on this computer: once, and not under a runner.
#include "tests/device/fleet/attached_fleet.hpp"
#include "tests/device/paths.hpp"

#include <atomic>
#include <memory>
#include <string>

namespace thimble::tests {
namespace {

using e2e::operator""s;

/// Says what is mounted and replaces it, in place of the room that does.
struct counted_images {
    std::atomic<int> comparisons = 0;
    std::atomic<int> replacements = 0;
    std::atomic<bool> refuses = false;
};

device::fleet_options replacing(const std::shared_ptr<counted_images>& by)
{
    device::fleet_options options;
    options.tunnels = true;
    options.runners = true;
    options.probe_blocked = std::chrono::milliseconds(100);
    options.mount_image = [](const device::attachment&, const std::string&) {
        return device::result<void>();
    };
    options.other_image = [by](const device::attachment&, const std::string&) {
        ++by->comparisons;
        const bool was_replaced = by->replacements > 0 && !by->refuses;
        return std::string(was_replaced ? "" : "signature of another image");
    };
    options.replace_image = [by](const device::attachment&,
                                 const std::string&) -> device::result<void> {
        ++by->replacements;
        if (by->refuses)
            return std::unexpected(device::failure{.what = device::problem::refused,
                                                   .message = "The phone keeps it.",
                                                   .cause = "unmount_refused"});
        return {};
    };
    return options;
}

struct desk_for_images {
    desk_for_images(const std::string& model, const std::shared_ptr<counted_images>& by)
        : world({.phones = {model}, .device_time = "0"}), desk(world, replacing(by)),
          phone(world.at(0))
    {
    }

    /// Its runner has ended meanwhile.
    void replug()
    {
        phone.make("unplug");
        REQUIRE(desk.until_state(phone, "DETACHED"));
        phone.make("runner", {{"state", "dead"}});
        phone.make("plug");
    }

    e2e::virtual_phones world;
    attached_fleet desk;
    e2e::virtual_phone phone;
};

} // namespace

TEST_CASE("another image is replaced before a runner is started, and once", "[device]")
{
    const auto images = std::make_shared<counted_images>();
    desk_for_images on("iPhone 15 Pro,ios=18.5,runner=dead", images);
    REQUIRE(on.desk.until_state(on.phone, "", 60s)); // its runner has been started
    CHECK(images->replacements == 1);
    const auto compared = images->comparisons.load();
    on.replug();
    REQUIRE(on.desk.until(60s, [&] { return images->comparisons > compared; }));
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    CHECK(images->replacements == 1);
}

TEST_CASE("a phone that keeps its image is driven with that, and not asked again", "[device]")
{
    const auto images = std::make_shared<counted_images>();
    images->refuses = true;
    desk_for_images on("iPhone 15 Pro,ios=18.5,runner=dead", images);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    CHECK(images->replacements == 1);
    CHECK(images->comparisons == 1);
    on.replug();
    REQUIRE(on.desk.until(60s, [&] { return images->comparisons == 2; }));
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    CHECK(images->replacements == 1);
}

TEST_CASE("no image is replaced under a runner that answers", "[device]")
{
    const auto images = std::make_shared<counted_images>();
    desk_for_images on("iPhone 15 Pro,ios=18.5", images);
    REQUIRE(on.desk.until_state(on.phone, "", 60s));
    REQUIRE(on.desk.play(on.phone, tap_at(100, 200)));
    CHECK(images->comparisons == 0);
    CHECK(images->replacements == 0);
    on.phone.make("runner", {{"state", "dead"}});
    REQUIRE(on.desk.until(60s, [&] { return images->replacements == 1; }));
    CHECK(on.desk.until_state(on.phone, "", 60s));
}

} // namespace thimble::tests
