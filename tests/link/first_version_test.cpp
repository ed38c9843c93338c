// Messages of version 0.1.0, whose daemons link with this service, and the other way round.
#include "link/message.hpp"
#include "tests/catch2.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace thimble { // the C library has a function named link

namespace {

using nlohmann::json;

/// Its golden files, by their names. They never change.
std::map<std::string, json> messages_of_first_version()
{
    std::map<std::string, json> out;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(THIMBLE_GOLDEN) + "_0_1_0")) {
        std::ifstream file(entry.path());
        out.emplace(entry.path().stem().string(), json::parse(file));
    }
    return out;
}

link::message read_message(const json& text)
{
    auto read = link::decode(text.dump());
    INFO((read ? std::string() : read.error().text()));
    REQUIRE(read);
    CHECK(read->unknown_fields.empty());
    auto* const out = std::get_if<link::message>(&read->what);
    REQUIRE(out != nullptr);
    return std::move(*out);
}

/// Everything in `former` is there with the same value; objects may have more fields, which that
/// version passes over.
bool has_all_of(const json& present, const json& former)
{
    if (former.is_object())
        return present.is_object() && std::ranges::all_of(former.items(), [&](const auto& field) {
                   return present.contains(field.key()) &&
                          has_all_of(present.at(field.key()), field.value());
               });
    if (former.is_array())
        return present.is_array() && std::ranges::equal(present, former, has_all_of);
    return present == former && present.type() == former.type();
}

} // namespace

TEST_CASE("every message of the first version is read, with its values", "[link]")
{
    const auto all = messages_of_first_version();
    CHECK(all.size() == 57);
    for (const auto& [name, former] : all) {
        CAPTURE(name);
        const auto what = read_message(former);
        CHECK(link::name_of(what) == former.at("type").get<std::string>());
        const auto again = link::encode(what);
        REQUIRE(again);
        INFO(*again);
        CHECK(has_all_of(json::parse(*again), former));
    }
}

TEST_CASE("a daemon of the first version is understood without what came later", "[link]")
{
    const auto all = messages_of_first_version();
    const auto hello = std::get<link::hello>(read_message(all.at("hello")));
    CHECK(hello.features == std::vector<std::string>{"h264"});
    REQUIRE(hello.phones.size() == 2);
    CHECK(hello.phones.front().warnings.empty());
    CHECK_FALSE(hello.phones.front().video);
    CHECK(hello.open_jobs.size() == 3);
    const auto result = std::get<link::result>(read_message(all.at("result")));
    REQUIRE(result.receipt);
    CHECK_FALSE(result.receipt->driver);
}

TEST_CASE("what a command of now has beside the first version's may be passed over", "[link]")
{
    for (const auto& [name, former] : messages_of_first_version()) {
        if (former.at("type") != "command")
            continue;
        CAPTURE(name);
        const auto now = json::parse(*link::encode(read_message(former)));
        // That version refuses an action that it does not know, and each word that it does not.
        CHECK(now.at("action") == former.at("action"));
        CHECK(now.at("lane") == former.at("lane"));
        CHECK(now.value("space", json()) == former.value("space", json()));
    }
}

} // namespace thimble
