// go-ios mounts developer images: signed by the stand-in, or by the ticket that a phone has kept.
#include "tests/catch2.hpp"
#include "tests/judges/judged_phone.hpp"
#include "virtualphone/os/model/model.hpp"
#include "virtualphone/tss/digest.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

namespace thimble::judges {

namespace {

namespace plist = virtualphone::plist;

constexpr auto image_program = THIMBLE_GO_IOS;
constexpr auto judged_model = "iPhone 15 Pro";

/// Nobody listens there, so that a host which asks for a signature after all gets none.
const e2e::arguments nobody_as_proxy{"--proxyurl=http://127.0.0.1:1"};

void write_file(const std::filesystem::path& to, const plist::bytes& content)
{
    std::ofstream out(to, std::ios::binary);
    out.write(reinterpret_cast<const char*>(content.data()),
              static_cast<std::streamsize>(content.size()));
}

plist::value manifest_entry(const std::string& file, const plist::bytes& content)
{
    plist::value entry{{"Trusted", true}, {"EPRO", true}, {"ESEC", true}};
    entry["Digest"] = plist::data(virtualphone::tss::digest_of(content));
    entry["Info"] = {{"Path", file}};
    return entry;
}

/// A folder with an image for the model, as Xcode has one.
void write_image(const std::filesystem::path& folder, std::size_t size)
{
    const auto* const model = virtualphone::find_model(judged_model);
    REQUIRE(model != nullptr);
    const plist::bytes image(size, 7);
    const plist::bytes trust_cache(1000, 8);
    std::filesystem::create_directory(folder);
    write_file(folder / "Image.dmg", image);
    write_file(folder / "Image.dmg.trustcache", trust_cache);
    plist::value dmg = manifest_entry("Image.dmg", image);
    dmg["Name"] = "DeveloperDiskImage";
    const plist::value identity{
        {"ApBoardID", fmt::format("0x{:02X}", model->board_id)},
        {"ApChipID", fmt::format("0x{:04X}", model->chip_id)},
        {"Manifest",
         {{"PersonalizedDMG", dmg},
          {"LoadableTrustCache", manifest_entry("Image.dmg.trustcache", trust_cache)}}}};
    write_file(folder / "BuildManifest.plist",
               plist::to_xml({{"BuildIdentities", plist::value::array({identity})}}));
}

/// thimble-tss, which is the proxy of go-ios.
class signing_program {
public:
    signing_program() : program_("thimble-tss", {"127.0.0.1:0"})
    {
        REQUIRE(program_.prints("ready\n", 10s));
        const auto told = program_.output();
        const auto from = told.find("tss ") + 4;
        address_ = told.substr(from, told.find('\n', from) - from);
    }

    e2e::arguments as_proxy() const { return {"--proxyurl=http://" + address_}; }

    std::size_t signed_so_far() const
    {
        const auto told = program_.output();
        std::size_t result = 0;
        for (auto at = told.find("signed\n"); at != told.npos; at = told.find("signed\n", at + 1))
            ++result;
        return result;
    }

private:
    e2e::program program_;
    std::string address_;
};

class phone_without_image {
public:
    explicit phone_without_image(const std::string& ios)
        : phone_(std::string(judged_model) + ",ios=" + ios + ",image=none")
    {
        REQUIRE(phone_.judge(image_program, {"pair", "--udid=" + phone_.udid()}).code == 0);
        phone_.phone().make("unlock");
    }

    /// go-ios ends with 0 whatever has happened: the phone tells.
    void mount(const std::string& folder, const e2e::arguments& more) const
    {
        e2e::arguments args{"image", "mount", "--path=" + phone_.file(folder).string(),
                            "--udid=" + phone_.udid()};
        args.insert(args.end(), more.begin(), more.end());
        const auto ended = phone_.judge(image_program, args);
        told_ = ended.output + ended.errors;
    }

    void unmount() const
    {
        phone_.judge(image_program, {"image", "unmount", "--udid=" + phone_.udid()});
    }

    bool has_image(bool expected = true) const
    {
        return e2e::eventually(
            5s, [&] { return phone_.phone().facts().at("developer_image") == expected; });
    }

    const judged_phone& judged() const noexcept { return phone_; }
    const std::string& told() const noexcept { return told_; }

private:
    judged_phone phone_;
    mutable std::string told_; // by go-ios, of the latest mount
};

} // namespace

TEST_CASE("go-ios mounts an image that is signed for the phone, and again without a signature",
          "[judges]")
{
    const auto* const ios = GENERATE("17.5", "18.5", "26");
    INFO(ios);
    const phone_without_image phone(ios);
    write_image(phone.judged().file("image"), 300'000);
    const signing_program signing;

    phone.mount("image", signing.as_proxy());
    INFO(phone.told());
    REQUIRE(phone.has_image());
    CHECK(signing.signed_so_far() == 1);

    phone.unmount();
    REQUIRE(phone.has_image(false));
    phone.mount("image", nobody_as_proxy);
    INFO(phone.told());
    REQUIRE(phone.has_image());
    CHECK(signing.signed_so_far() == 1);
}

TEST_CASE("an image of which only the manifest is right is not mounted", "[judges]")
{
    const phone_without_image phone("18.5");
    write_image(phone.judged().file("image"), 300'000);
    write_file(phone.judged().file("image") / "Image.dmg", plist::bytes(300'000, 9));
    const signing_program signing;
    phone.mount("image", signing.as_proxy());
    INFO(phone.told());
    CHECK(signing.signed_so_far() == 1);
    CHECK(phone.judged().phone().facts().at("developer_image") == false);
}

} // namespace thimble::judges
