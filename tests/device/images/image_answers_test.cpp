// Answers of a phone's image service: refusals, and what is mounted.
#include "device/images/image_answers.hpp"
#include "device/images/mounted_image.hpp"
#include "tests/catch2.hpp"

#include <string>
#include <vector>

namespace thimble::tests {
namespace {

namespace images = device::images;
namespace plist = device::plist;
using images::blob;
using images::image_match;

device::failure refusal(const std::string& error, const std::string& detail)
{
    return images::image_refusal(
        {plist::property_dictionary{{"Error", {error}}, {"DetailedError", {detail}}}});
}

plist::property_value entry_of(const std::string& type, bool mounted, const blob& signature)
{
    return {plist::property_dictionary{{"DiskImageType", {type}},
                                       {"IsMounted", {mounted}},
                                       {"ImageSignature", {plist::property_data{signature}}}}};
}

} // namespace

TEST_CASE("a locked phone's refusal says that it is to be unlocked", "[images]")
{
    for (const auto& said : {refusal("DeviceLocked", ""),
                             refusal("InternalError", "Failed to mount: the device is locked.")}) {
        CHECK(said.cause == "phone_locked");
        CHECK(said.what == device::problem::not_ready);
        CHECK(said.message.contains("Unlock it"));
    }
}

TEST_CASE("a refusal without developer mode says where it is switched on", "[images]")
{
    const auto said = refusal("InternalError", "Developer mode is not enabled.");
    CHECK(said.cause == "developer_mode_off");
    CHECK(said.what == device::problem::not_ready);
    CHECK(said.message.contains("Settings > Privacy & Security"));
}

TEST_CASE("any other refusal has the phone's own words, on one line", "[images]")
{
    const auto said = refusal("ImageMountFailed", "no\nmore");
    CHECK(said.cause == "image_refused");
    CHECK(said.what == device::problem::refused);
    CHECK(said.message == "The phone refused the developer image: ImageMountFailed no more");
    CHECK(refusal("ImageMountFailed", "A disk image of type Personalized/DeveloperDiskImage is "
                                      "already mounted at /System/Developer.")
              .cause == "already_mounted");
    const std::string long_words(1000, 'x');
    CHECK(refusal("InternalError", long_words).message.size() < 400);
    CHECK(images::image_refusal({plist::property_dictionary{{"Error", {true}}}}).cause ==
          "image_refused");
}

TEST_CASE("what is mounted is told by one signature, by several or by a list", "[images]")
{
    using images::listed_signatures;
    using images::looked_up_signatures;
    using signatures = std::vector<blob>;
    const plist::property_value one{plist::property_data{"a"}};
    const plist::property_value two{plist::property_data{"b"}};
    CHECK(looked_up_signatures({plist::property_dictionary{{"ImageSignature", one}}}) ==
          signatures{"a"});
    CHECK(looked_up_signatures({plist::property_dictionary{
              {"ImageSignature", {plist::property_array{one, {true}, two}}}}}) ==
          signatures{"a", "b"});
    CHECK(looked_up_signatures({plist::property_dictionary{
              {"ImageSignature", {plist::property_array{}}}}}) == signatures{});
    CHECK(looked_up_signatures({plist::property_dictionary{{"Status", {"Complete"}}}}) ==
          signatures{});
    const plist::property_value list{
        plist::property_dictionary{{"EntryList",
                                    {plist::property_array{entry_of("Personalized", true, "a"),
                                                           entry_of("Cryptex", true, "b"),
                                                           entry_of("Personalized", false, "c"),
                                                           {true}}}}}};
    CHECK(listed_signatures(list, "Personalized") == signatures{"a"});
    CHECK(listed_signatures(list, "Developer") == signatures{});
    CHECK(listed_signatures({true}, "Personalized") == signatures{});
}

TEST_CASE("a mounted image is another one only where its signature can be compared", "[images]")
{
    const blob ours(48, 'o');
    const blob theirs(48, 't');
    CHECK(images::match_of({ours}, ours, true) == image_match::same);
    CHECK(images::match_of({theirs, ours}, ours, true) == image_match::same);
    CHECK(images::match_of({theirs}, ours, true) == image_match::other);
    for (const auto& untold : {std::vector<blob>{}, {blob()}, {blob("a ticket")}, {ours, "x"}})
        CHECK(images::match_of(untold, ours, true) == image_match::unknown);
    CHECK(images::match_of({theirs}, blob(), true) == image_match::unknown);

    CHECK(images::match_of({"signature"}, "signature", false) == image_match::same);
    CHECK(images::match_of({"of another"}, "signature", false) == image_match::other);
    CHECK(images::match_of({blob()}, "signature", false) == image_match::unknown);
    CHECK(images::match_of({"of another"}, blob(), false) == image_match::unknown);
}

} // namespace thimble::tests
