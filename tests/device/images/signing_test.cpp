// The request for a ticket, and what the signing server's answer holds.
#include "device/images/build_identity.hpp"
#include "device/images/signing_server.hpp"
#include "device/plist/property_list.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <fstream>

namespace thimble::tests {
namespace {

namespace images = device::images;
namespace plist = device::plist;

constexpr auto largest_chip_number = ~std::uint64_t{0};

constexpr auto manifest_text =
    R"(<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>BuildIdentities</key><array>
<dict><key>ApBoardID</key><string>0x04</string><key>ApChipID</key><string>0x8130</string>
<key>Manifest</key><dict/></dict>
<dict><key>ApBoardID</key><string>0x04</string><key>ApChipID</key><string>0x8130</string>
<key>Manifest</key><dict>
<key>PersonalizedDMG</key><dict><key>Digest</key><data>AQI=</data><key>Trusted</key><true/>
<key>EPRO</key><false/><key>Info</key><dict><key>Path</key><string>Image.dmg</string></dict></dict>
<key>LoadableTrustCache</key><dict><key>Trusted</key><true/>
<key>Info</key><dict><key>Path</key><string>Firmware/Image.dmg.trustcache</string>
<key>RestoreRequestRules</key><array>
<dict><key>Conditions</key><dict><key>ApRawProductionMode</key><true/></dict>
<key>Actions</key><dict><key>EPRO</key><true/></dict></dict>
<dict><key>Conditions</key><dict><key>ApInRomDFU</key><true/></dict>
<key>Actions</key><dict><key>ESEC</key><false/></dict></dict>
<dict><key>Conditions</key><dict><key>ApRawSecurityMode</key><true/></dict>
<key>Actions</key><dict><key>ESEC</key><true/><key>UNDO</key><integer>255</integer></dict></dict>
<dict><key>Conditions</key><dict><key>ApRawProductionMode</key><true/>
<key>ApDemotionPolicyOverride</key><string>Demote</string></dict>
<key>Actions</key><dict><key>EPRO</key><false/></dict></dict>
<dict><key>Conditions</key><dict><key>ApRawProductionMode</key><true/>
<key>ApInRomDFU</key><false/></dict>
<key>Actions</key><dict><key>ESEC</key><false/></dict></dict>
</array></dict></dict>
<key>Untrusted</key><dict><key>Info</key><dict/><key>Trusted</key><false/></dict>
</dict></dict>
</array></dict></plist>
)";

images::personal_identity phone_with(std::uint64_t board)
{
    return {.board = board,
            .chip = 0x8130,
            .chip_number = largest_chip_number,
            .all = {plist::property_dictionary{{"Ap,ProductType", {"iPhone16,1"}},
                                               {"BoardId", {board}}}}};
}

} // namespace

TEST_CASE("a ticket is asked for with what the manifest trusts, by its rules", "[images]")
{
    const e2e::temporary_directory folder;
    const auto manifest = folder.path() / "BuildManifest.plist";
    std::ofstream(manifest) << manifest_text;
    CHECK(images::read_build_identity(manifest, phone_with(9)).error().cause ==
          "image_not_for_phone");
    CHECK(images::read_build_identity(manifest, phone_with(4)).error().cause == "image_incomplete");
    std::filesystem::create_directories(folder.path() / "Firmware");
    std::ofstream(folder.path() / "Image.dmg") << "image";
    std::ofstream(folder.path() / "Firmware" / "Image.dmg.trustcache") << "cache";
    const auto phone = phone_with(4);
    const auto image = images::read_build_identity(manifest, phone);
    REQUIRE(image);
    CHECK(image->image == folder.path() / "Image.dmg");

    const auto request = plist::parse_property_list(images::ticket_request(*image, phone, "nonce"));
    REQUIRE(request);
    const auto& asked = *request;
    CHECK(plist::flag_at(asked, "@ApImg4Ticket") == true);
    CHECK(plist::unsigned_at(asked, "ApECID") == largest_chip_number);
    CHECK(plist::unsigned_at(asked, "ApBoardID") == 4);
    CHECK(plist::data_at(asked, "ApNonce") == "nonce");
    CHECK(plist::data_at(asked, "SepNonce") == std::string(20, '\0'));
    CHECK(plist::text_at(asked, "Ap,ProductType") == "iPhone16,1");
    CHECK(plist::member_of(asked, "BoardId") == nullptr);
    CHECK(plist::member_of(asked, "Untrusted") == nullptr);
    const auto* const part = plist::member_of(asked, "PersonalizedDMG");
    REQUIRE(part != nullptr);
    CHECK(plist::member_of(*part, "Info") == nullptr);
    CHECK(plist::data_at(*part, "Digest") == std::string("\x01\x02"));
    CHECK(plist::flag_at(*part, "EPRO") == true); // by a rule
    CHECK(plist::flag_at(*part, "ESEC") == true);
    CHECK(plist::member_of(*part, "UNDO") == nullptr);
    const auto* const cache = plist::member_of(asked, "LoadableTrustCache");
    REQUIRE(cache != nullptr);
    CHECK(plist::data_at(*cache, "Digest") == "");
}

TEST_CASE("of several images the one for the phone's model is taken", "[images]")
{
    const e2e::temporary_directory folder;
    const auto write_image = [&](const char* name, const std::string& manifest) {
        const auto place = folder.path() / name;
        std::filesystem::create_directories(place / "Firmware");
        std::ofstream(place / "Image.dmg") << "image";
        std::ofstream(place / "Firmware" / "Image.dmg.trustcache") << "cache";
        std::ofstream(place / "BuildManifest.plist") << manifest;
        return place / "BuildManifest.plist";
    };
    const auto other = write_image("other", R"(<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict><key>BuildIdentities</key><array/></dict></plist>
)");
    const auto good = write_image("good", manifest_text);
    const auto incomplete = write_image("incomplete", manifest_text);
    std::filesystem::remove(folder.path() / "incomplete" / "Image.dmg");
    const auto taken_of = [](const std::vector<std::filesystem::path>& manifests) {
        return images::read_build_identity(manifests, phone_with(4));
    };
    for (const auto& order :
         {std::vector{other, good}, std::vector{incomplete, good}, std::vector{good, other}}) {
        const auto taken = taken_of(order);
        REQUIRE(taken);
        CHECK(taken->image == folder.path() / "good" / "Image.dmg");
    }
    CHECK(taken_of({other}).error().cause == "image_not_for_phone");
    CHECK(taken_of({incomplete, other}).error().cause == "image_incomplete");
    CHECK(taken_of({other, incomplete}).error().cause == "image_incomplete");
}

TEST_CASE("paths of a manifest stay in its folder", "[images]")
{
    const e2e::temporary_directory folder;
    std::ofstream(folder.path() / "Image.dmg") << "image";
    std::filesystem::create_directories(folder.path() / "inner" / "Firmware");
    std::ofstream(folder.path() / "inner" / "Firmware" / "Image.dmg.trustcache") << "cache";
    std::string text = manifest_text;
    const std::string path = "<string>Image.dmg</string>";
    text.replace(text.find(path), path.size(), "<string>../Image.dmg</string>");
    const auto manifest = folder.path() / "inner" / "BuildManifest.plist";
    std::ofstream(manifest) << text;
    CHECK(images::read_build_identity(manifest, phone_with(4)).error().cause == "image_incomplete");
}

TEST_CASE("an answer of the signing server has a ticket or a reason", "[images]")
{
    const std::string good =
        "STATUS=0&MESSAGE=SUCCESS&REQUEST_STRING=<?xml version=\"1.0\"?><plist version=\"1.0\">"
        "<dict><key>ApImg4Ticket</key><data>dGlja2V0</data></dict></plist>";
    CHECK(images::ticket_in(good) == "ticket");
    CHECK(images::ticket_in("STATUS=94&MESSAGE=This device isn't eligible for the requested build.")
              .error()
              .cause == "image_not_eligible");
    for (const auto* bad : {"", "STATUS=100&MESSAGE=no", "STATUS=0&MESSAGE=SUCCESS",
                            "STATUS=0&MESSAGE=SUCCESS&REQUEST_STRING=<plist/>"})
        CHECK(images::ticket_in(bad).error().cause == "signing_refused");
}

TEST_CASE("a list of the signing server is read within limits", "[images]")
{
    const auto answer_with = [](int depth) {
        std::string answer = "STATUS=0&MESSAGE=SUCCESS&REQUEST_STRING=<plist version=\"1.0\"><dict>"
                             "<key>ApImg4Ticket</key><data>dGlja2V0</data><key>more</key>";
        for (int i = 0; i < depth; ++i)
            answer += "<array>";
        for (int i = 0; i < depth; ++i)
            answer += "</array>";
        return answer + "</dict></plist>";
    };
    CHECK(images::ticket_in(answer_with(10)) == "ticket");
    CHECK(images::ticket_in(answer_with(200'000)).error().cause == "signing_refused");
}

TEST_CASE("words of the signing server are told on one line, cut between letters", "[images]")
{
    const std::string told = "The server that signs developer images refused: ";
    CHECK(images::ticket_in("STATUS=100&MESSAGE=no\x1b[2J\rok\nmore").error().message ==
          told + "STATUS=100&MESSAGE=no [2J ok");
    const std::string all_but_one(199, 'n');
    CHECK(images::ticket_in(all_but_one + "ö and on").error().message == told + all_but_one);
}

TEST_CASE("a signing server that is not there is said to be so", "[images]")
{
    const auto asked = [](const char* url) {
        return images::ask_for_ticket({.url = url, .authority = {}}, "request",
                                      std::chrono::seconds(5))
            .error()
            .cause;
    };
    CHECK(asked("http://127.0.0.1:1/TSS/controller?action=2") == "signing_server_unreachable");
    CHECK(asked("ftp://127.0.0.1/") == "signing_server_address");
    CHECK(asked("nonsense") == "signing_server_address");
}

} // namespace thimble::tests
