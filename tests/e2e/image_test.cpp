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

/// The exit code of mounting the image on a phone that is the same each time but has kept no
/// ticket.
int mount_on_new_phone(const household& home,
                       const image_folder& images,
                       const signing_server& server)
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,image=none"}});
    const auto trusting = [&] {
        thimble_system daemon(phones); // pairs
        CHECK(daemon.until_named(phones.at(0), ready_limit));
    };
    trusting();
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
    const auto trusting = [&] {
        thimble_system daemon(phones); // pairs
        CHECK(daemon.until_named(phones.at(0), ready_limit));
        CHECK(daemon.until_named(phones.at(1), ready_limit));
    };
    trusting();
    const auto ask = [&](arguments what) {
        what.insert(what.end(), {"--json", "--image-dir", images.path(), "--image-server",
                                 server.url(), "--state-dir", home.state.path().string()});
        what.insert(what.begin(), "image");
        program asked("thimbled", what, home.variables(phones));
        const auto ended = asked.wait(60s);
        REQUIRE(ended);
        INFO(asked.output() << asked.errors());
        return std::pair(ended->code, json::parse(asked.output()));
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
