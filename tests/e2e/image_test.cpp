// Developer images: found, signed by the stand-in of Apple's server, mounted, and mounted again.
#include "tests/e2e/developer_images.hpp"
#include "tests/e2e/driven_phone.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace thimble::e2e {

using nlohmann::json;

namespace fs = std::filesystem;

namespace {

/// For every program that the test starts.
[[maybe_unused]] const int image_tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

bool can_turn(const thimble_system& daemon, const virtual_phone& phone)
{
    const auto record = daemon.record_of(phone);
    if (record.is_null())
        return false;
    const auto& able = record.at("capabilities");
    return std::ranges::find(able, json("rotate")) != able.end();
}

/// True once the phone lacks nothing but a runner, or needs none.
bool has_looked(const thimble_system& daemon, const virtual_phone& phone)
{
    const auto record = daemon.record_of(phone);
    if (record.is_null())
        return false;
    const auto& blockers = record.at("readiness").at("blockers");
    return blockers.empty() || blockers.at(0).at("code") == "DRIVER_NOT_INSTALLED";
}

void pair(const virtual_phones& phones)
{
    const thimble_system daemon(phones);
    for (std::size_t i = 0; i < phones.size(); ++i)
        CHECK(daemon.until_named(phones.at(i), ready_limit));
}

using image_answer = std::pair<int, json>; // the exit code, and what was printed

/// `thimbled image` with this.
image_answer ask_image(arguments what,
                       const virtual_phones& phones,
                       const household& home,
                       const image_folder& images,
                       const std::string& server)
{
    what.insert(what.end(), {"--json", "--image-dir", images.path(), "--image-server", server,
                             "--state-dir", home.state.path().string()});
    what.insert(what.begin(), "image");
    program asked("thimbled", what, home.variables(phones));
    const auto ended = asked.wait(60s);
    REQUIRE(ended);
    INFO(asked.output() << asked.errors());
    return {ended->code, json::parse(asked.output())};
}

image_answer ask_image(arguments what,
                       const virtual_phones& phones,
                       const household& home,
                       const image_folder& images,
                       const signing_server& server)
{
    return ask_image(std::move(what), phones, home, images, server.url());
}

/// The exit code of mounting the image on a phone that is the same each time but has kept no
/// ticket.
int mount_on_new_phone(const household& home,
                       const image_folder& images,
                       const signing_server& server)
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,image=none"}});
    pair(phones);
    program asked("thimbled",
                  {"image", "mount", "--image-dir", images.path(), "--image-server", server.url(),
                   "--state-dir", home.state.path().string()},
                  home.variables(phones));
    const auto ended = asked.wait(60s);
    REQUIRE(ended);
    return ended->code;
}

} // namespace

TEST_CASE("the developer image is mounted by itself, also after a restart", "[e2e]")
{
    const image_folder images;
    const signing_server server;
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,runner=absent,image=none"}});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones,
                                {"--image-dir", images.path(), "--image-server", server.url()});
    REQUIRE(eventually(ready_limit, [&] { return can_turn(daemon, phone); }));
    CHECK(server.signatures() == 1);
    phone.make("reboot");
    REQUIRE(eventually(ready_limit, [&] { return !can_turn(daemon, phone); }));
    phone.make("unlock");
    CHECK(eventually(2 * ready_limit, [&] { return can_turn(daemon, phone); }));
    CHECK(server.signatures() == 1); // the phone has kept its ticket
}

TEST_CASE("images are listed, mounted and told of from the command line", "[e2e]")
{
    const image_folder images;
    const signing_server server;
    const virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5,image=none", "iPhone SE 2,ios=16.7,image=none"}});
    const household home;
    pair(phones);
    const auto ask = [&](const arguments& what) {
        return ask_image(what, phones, home, images, server);
    };
    CHECK(ask({"list"}).second.at("images").size() == 3);
    const auto before = ask({"status"});
    CHECK(before.first == 1);
    for (const auto& each : before.second.at("phones"))
        CHECK(each.at("problem") == "The developer image is not mounted: thimbled image mount.");
    const auto mounted = ask({"mount"});
    INFO(mounted.second.dump());
    CHECK(mounted.first == 0);
    const auto after = ask({"status"});
    CHECK(after.first == 0);
    for (const auto& each : after.second.at("phones"))
        CHECK(each.at("mounted") == true);
    CHECK(server.signatures() == 1); // iOS 16 needs none
}

TEST_CASE("an older image that is mounted gives way to the one on this computer", "[e2e]")
{
    const auto* const model = GENERATE("iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=27");
    INFO(model);
    const image_folder older;
    const image_folder newer(image_build::newer);
    const signing_server server;
    const virtual_phones phones({.phones = {model + std::string(",runner=absent,image=none")}});
    const auto phone = phones.at(0);
    const auto unmounted = [&] { return phone.facts().at("images_unmounted").get<int>(); };
    const auto driven_with = [&](const image_folder& images, const auto& until) {
        const thimble_system daemon(phones,
                                    {"--image-dir", images.path(), "--image-server", server.url()});
        until(daemon);
    };
    driven_with(older, [&](const auto&) {
        REQUIRE(
            eventually(ready_limit, [&] { return phone.facts().at("developer_image") == true; }));
    });
    CHECK(server.signatures() == 1);
    driven_with(older, [&](const auto& daemon) {
        REQUIRE(eventually(ready_limit, [&] { return has_looked(daemon, phone); }));
        CHECK_FALSE(eventually(3s, [&] { return unmounted() > 0; })); // it is the right one
    });
    driven_with(newer, [&](const auto& daemon) {
        REQUIRE(eventually(ready_limit, [&] { return unmounted() == 1; }));
        REQUIRE(
            eventually(ready_limit, [&] { return phone.facts().at("developer_image") == true; }));
        CHECK(eventually(ready_limit, [&] { return has_looked(daemon, phone); }));
    });
    CHECK(server.signatures() == 2);
    driven_with(newer, [&](const auto& daemon) {
        REQUIRE(eventually(ready_limit, [&] { return has_looked(daemon, phone); }));
        CHECK_FALSE(eventually(3s, [&] { return unmounted() > 1; }));
    });
}

TEST_CASE("an image that is not the one on this computer is told of, and replaced when asked for",
          "[e2e]")
{
    const image_folder older;
    const image_folder newer(image_build::newer);
    const signing_server server;
    const virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5,image=none", "iPhone SE 2,ios=16.7,image=none"}});
    const household home;
    pair(phones);
    const auto ask = [&](const char* what, const image_folder& images) {
        return ask_image({what}, phones, home, images, server);
    };
    REQUIRE(ask("mount", older).first == 0);
    CHECK(ask("status", older).first == 0);
    const auto other = ask("status", newer);
    CHECK(other.first == 1);
    for (const auto& each : other.second.at("phones")) {
        CHECK(each.at("mounted") == true);
        CHECK(each.at("current") == false);
        CHECK(each.at("problem").get<std::string>().contains(newer.path()));
    }
    const auto unmounted = [&] {
        return phones.at(0).facts().at("images_unmounted").get<int>() +
               phones.at(1).facts().at("images_unmounted").get<int>();
    };
    CHECK(unmounted() == 0);
    for (int times = 0; times < 2; ++times) {
        const auto mounted = ask("mount", newer);
        INFO(mounted.second.dump());
        CHECK(mounted.first == 0);
        for (const auto& each : mounted.second.at("phones"))
            CHECK(each.at("current") == true);
        CHECK(unmounted() == 2);
    }
}

TEST_CASE("an image stays mounted where the one to replace it cannot be signed", "[e2e]")
{
    const image_folder older;
    const image_folder newer(image_build::newer);
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,image=none"}});
    const household home;
    pair(phones);
    const auto mount_older = [&] {
        const signing_server server;
        REQUIRE(ask_image({"mount"}, phones, home, older, server).first == 0);
        return server.url(); // where nobody listens any more
    };
    const auto refused = ask_image({"mount"}, phones, home, newer, mount_older());
    CHECK(refused.first == 1);
    const auto& told = refused.second.at("phones").at(0);
    CHECK(told.at("mounted") == true);
    CHECK(told.at("problem").get<std::string>().contains("cannot be reached"));
    CHECK(phones.at(0).facts().at("images_unmounted") == 0);
}

TEST_CASE("an image is left to the thimbled that mounts it by itself", "[e2e]")
{
    const image_folder images;
    const signing_server server;
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,image=none"}});
    const auto home = std::make_shared<household>();
    const thimble_system daemon(phones, home); // with tunnels, and no image of its own
    REQUIRE(daemon.until_named(phones.at(0), ready_limit));
    program asked("thimbled",
                  {"image", "mount", "--json", "--image-dir", images.path(), "--image-server",
                   server.url(), "--state-dir", home->state.path().string()},
                  home->variables(phones));
    const auto ended = asked.wait(60s);
    REQUIRE(ended);
    INFO(asked.output() << asked.errors());
    CHECK(ended->code == 1);
    const auto told = json::parse(asked.output()).at("phones").at(0);
    CHECK(told.at("mounted") == false);
    CHECK(told.at("problem").get<std::string>().contains(
        "(process " + std::to_string(daemon.process().pid()) +
        ") drives this phone and mounts the image itself"));
    CHECK(server.signatures() == 0);
}

TEST_CASE("a ticket is kept on this computer unless the phone refuses it", "[e2e]")
{
    const image_folder images;
    const signing_server server;
    const household home;
    CHECK(mount_on_new_phone(home, images, server) == 0);
    CHECK(server.signatures() == 1);
    CHECK(mount_on_new_phone(home, images, server) == 0);
    CHECK(server.signatures() == 1);
    std::size_t tickets = 0;
    for (const auto& each : fs::directory_iterator(home.state.path() / "image-tickets")) {
        std::ofstream(each.path(), std::ios::binary) << "no ticket";
        ++tickets;
    }
    CHECK(tickets == 1);
    CHECK(mount_on_new_phone(home, images, server) == 0);
    CHECK(server.signatures() == 2);
    CHECK(mount_on_new_phone(home, images, server) == 0);
    CHECK(server.signatures() == 2);
}

TEST_CASE("what keeps an image from being mounted is told with its remedy", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,runner=absent,image=none"}});
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    CHECK(eventually(ready_limit, [&] {
        const auto record = daemon.record_of(phone);
        if (record.is_null() || record.at("readiness").at("blockers").empty())
            return false;
        const auto& blocker = record.at("readiness").at("blockers").at(0);
        return blocker.at("code") == "DEVELOPER_IMAGE_MISSING" &&
               blocker.at("remedy").get<std::string>().contains("BuildManifest.plist");
    }));
}

} // namespace thimble::e2e
