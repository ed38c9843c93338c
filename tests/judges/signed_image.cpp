#include "tests/judges/signed_image.hpp"

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "virtualphone/os/model/model.hpp"
#include "virtualphone/tss/digest.hpp"

#include <fmt/format.h>
#include <fstream>

namespace thimble::judges {

namespace {

namespace plist = virtualphone::plist;
using e2e::operator""s;

plist::value manifest_entry(const std::string& file, const plist::bytes& content)
{
    plist::value entry{{"Trusted", true}, {"EPRO", true}, {"ESEC", true}};
    entry["Digest"] = plist::data(virtualphone::tss::digest_of(content));
    entry["Info"] = {{"Path", file}};
    return entry;
}

/// By which hosts make the parts of an image fit for production, as in Apple's manifests.
plist::value request_rules()
{
    return plist::value::array(
        {{{"Conditions", {{"ApRawProductionMode", true}, {"ApRequiresImage4", true}}},
          {"Actions", {{"EPRO", true}}}},
         {{"Conditions", {{"ApRawSecurityMode", true}, {"ApRequiresImage4", true}}},
          {"Actions", {{"ESEC", true}}}}});
}

} // namespace

void write_file(const std::filesystem::path& to, const plist::bytes& content)
{
    std::ofstream out(to, std::ios::binary);
    out.write(reinterpret_cast<const char*>(content.data()),
              static_cast<std::streamsize>(content.size()));
}

/// A folder with an image for the model, as Xcode has one.
void write_image(const std::filesystem::path& folder, std::size_t size)
{
    const auto* const model = virtualphone::find_model(imaged_model);
    REQUIRE(model != nullptr);
    const plist::bytes image(size, 7);
    const plist::bytes trust_cache(1000, 8);
    std::filesystem::create_directory(folder);
    write_file(folder / "Image.dmg", image);
    write_file(folder / "Image.dmg.trustcache", trust_cache);
    plist::value dmg = manifest_entry("Image.dmg", image);
    dmg["Name"] = "DeveloperDiskImage";
    plist::value cache = manifest_entry("Image.dmg.trustcache", trust_cache);
    cache["Info"]["RestoreRequestRules"] = request_rules();
    const plist::value identity{
        {"ApBoardID", fmt::format("0x{:02X}", model->board_id)},
        {"ApChipID", fmt::format("0x{:04X}", model->chip_id)},
        {"Manifest", {{"PersonalizedDMG", dmg}, {"LoadableTrustCache", cache}}}};
    write_file(folder / "BuildManifest.plist",
               plist::to_xml({{"BuildIdentities", plist::value::array({identity})}}));
}

signing_program::signing_program() : program_("thimble-tss", {"127.0.0.1:0"})
{
    REQUIRE(program_.prints("ready\n", 10s));
    const auto told = program_.output();
    const auto from = told.find("tss ") + 4;
    address_ = told.substr(from, told.find('\n', from) - from);
}

std::size_t signing_program::signed_so_far() const
{
    const auto told = program_.output();
    std::size_t result = 0;
    for (auto at = told.find("signed\n"); at != told.npos; at = told.find("signed\n", at + 1))
        ++result;
    return result;
}

} // namespace thimble::judges
