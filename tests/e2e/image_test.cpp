// Developer images: found, signed by the stand-in of Apple's server, mounted, and mounted again.
#include "tests/e2e/driven_phone.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace thimble::e2e {

using nlohmann::json;

namespace {

/// For every program that the test starts.
[[maybe_unused]] const int image_tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

namespace fs = std::filesystem;

/// For an iPhone 15 Pro.
constexpr auto manifest =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>BuildIdentities</key><array>
<dict><key>ApBoardID</key><string>0x04</string><key>ApChipID</key><string>0x8130</string>
<key>Manifest</key><dict>
<key>PersonalizedDMG</key><dict><key>Digest</key><data>IMAGE</data><key>Trusted</key><true/>
<key>Info</key><dict><key>Path</key><string>Image.dmg</string></dict></dict>
<key>LoadableTrustCache</key><dict><key>Digest</key><data>CACHE</data><key>Trusted</key><true/>
<key>Info</key><dict><key>Path</key><string>Image.dmg.trustcache</string>
<key>RestoreRequestRules</key><array>
<dict><key>Conditions</key><dict><key>ApRawProductionMode</key><true/></dict>
<key>Actions</key><dict><key>EPRO</key><true/><key>ESEC</key><true/></dict></dict>
</array></dict></dict>
</dict></dict>
</array></dict></plist>
)";

// Of the two files below, SHA-384 in base64.
constexpr auto image_content = "an image\n";
constexpr auto cache_content = "a trust cache\n";
constexpr auto image_digest = "jaS9Wx9lIfld2A2yQu8VZUqxry8ZujXqGMC+o8H58ioocNZL8J54W86KXQa94iOs";
constexpr auto cache_digest = "Zkvu8X4dLF11CTg+ER1/mmK0hhNG4B52TQutICQz9iGRE6wmpSvQ01JeE0vq6JT2";

std::string with(std::string text, const std::string& what, const std::string& by)
{
    const auto at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

/// A folder with an image for iOS 17 and later, and one for iOS 16.
class image_folder {
public:
    image_folder()
    {
        const auto restore = directory_.path() / "iOS_DDI" / "Restore";
        write(restore / "Image.dmg", image_content);
        write(restore / "Image.dmg.trustcache", cache_content);
        write(restore / "BuildManifest.plist",
              with(with(manifest, "IMAGE", image_digest), "CACHE", cache_digest));
        write(directory_.path() / "16.7" / "DeveloperDiskImage.dmg", image_content);
        write(directory_.path() / "16.7" / "DeveloperDiskImage.dmg.signature", "signature");
    }

    std::string path() const { return directory_.path().string(); }

private:
    static void write(const fs::path& file, const std::string& content)
    {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << content;
    }

    temporary_directory directory_;
};

/// thimble-tss on a port of its own.
class signing_server {
public:
    signing_server() : process_("thimble-tss", {"127.0.0.1:0"})
    {
        REQUIRE(process_.prints("ready", 10s));
    }

    std::string url() const
    {
        const auto text = process_.output();
        const auto begin = text.find("tss ") + 4;
        const auto address = text.substr(begin, text.find('\n', begin) - begin);
        return "http://" + address + "/TSS/controller?action=2";
    }

    std::size_t signatures() const
    {
        const auto text = process_.output();
        std::size_t count = 0;
        for (auto at = text.find("signed"); at != std::string::npos;
             at = text.find("signed", at + 1))
            ++count;
        return count;
    }

private:
    program process_;
};

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
    CHECK(ask({"list"}).second.at("images").size() == 2);
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
