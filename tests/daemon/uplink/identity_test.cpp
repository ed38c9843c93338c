// Traces of an enrolment, and the key that a service may have.
#include "daemon/uplink/identity.hpp"
#include "daemon/uplink/key_pin.hpp"
#include "program/private_file.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <map>
#include <sys/stat.h>
#include <vector>

namespace thimble::daemon {

namespace {

const identity ada{.service = "https://phones.example",
                   .desktop_id = "0190c3d2-1111-7abc-8def-0123456789ab",
                   .token = "td_0123456789abcdefghijABCDEFGHIJ",
                   .name = "Ada's desk"};

std::string file_with(const std::string& member, const std::string& value)
{
    std::map<std::string, std::string> all{{"service", "\"https://phones.example\""},
                                           {"desktop_id", "\"" + ada.desktop_id + "\""},
                                           {"token", "\"" + ada.token + "\""}};
    all[member] = value;
    std::string text = "{";
    for (const auto& [name, written] : all)
        if (!written.empty())
            text.append(text.size() > 1 ? ",\"" : "\"").append(name).append("\":").append(written);
    return text + "}";
}

} // namespace

TEST_CASE("an enrolment is kept privately", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto none = load_identity(directory.path());
    REQUIRE(none);
    CHECK_FALSE(*none);
    REQUIRE(store_identity(directory.path(), ada));
    CHECK(load_identity(directory.path()).value() == ada);
    struct stat about = {};
    REQUIRE(::stat(identity_file(directory.path()).c_str(), &about) == 0);
    CHECK((about.st_mode & 0777U) == 0600U);
}

TEST_CASE("an enrolment that others can read is refused", "[daemon]")
{
    const e2e::temporary_directory directory;
    REQUIRE(store_identity(directory.path(), ada));
    std::filesystem::permissions(identity_file(directory.path()), std::filesystem::perms(0640));
    const auto read = load_identity(directory.path());
    REQUIRE_FALSE(read);
    CHECK(read.error().find("chmod 600") != std::string::npos);
}

TEST_CASE("an enrolment that makes no sense is named and not repeated", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = identity_file(directory.path());
    for (const auto& content :
         {std::string(), std::string("{"), std::string("[]"), std::string(100'000, ' ') + "{}",
          file_with("service", ""), file_with("service", "\"phones.example\""),
          file_with("service", "7"), file_with("desktop_id", "\"ada\""),
          file_with("token", "\"tk_0123456789abcdefghij\""), file_with("token", "\"td_short\""),
          file_with("token", "\"td_0123456789abcdefghij\\r\\nX: y\""),
          file_with("token", "\"td_" + std::string(500, 'a') + "\"")}) {
        REQUIRE(service::write_private_file(file, content));
        const auto read = load_identity(directory.path());
        INFO(content.substr(0, 200));
        REQUIRE_FALSE(read);
        CHECK(read.error().find(file.string()) != std::string::npos);
        CHECK(read.error().find("td_") == std::string::npos);
    }
    REQUIRE(service::write_private_file(file, file_with("later", "{\"version\":2}")));
    CHECK(load_identity(directory.path()).value());
}

TEST_CASE("a pin is the digest of a key in one form", "[daemon]")
{
    const std::string good = "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    REQUIRE(key_pin::parse(good));
    CHECK(key_pin::parse(good)->text() == good);
    for (const auto& bad : std::vector<std::string>{
             std::string(), std::string("sha256/"), good.substr(7), good.substr(0, good.size() - 1),
             good + "=", "sha1" + good.substr(6), std::string("sha256/") + std::string(44, '='),
             "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=", // the same bytes, written oddly
             "sha256/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdH-8="}) {
        INFO(bad);
        CHECK_FALSE(key_pin::parse(bad));
    }
}

} // namespace thimble::daemon
