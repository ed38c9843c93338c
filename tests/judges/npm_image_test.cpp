// go-ios mounts developer images: signed by the stand-in, or by the ticket that a phone has kept.
#include "tests/catch2.hpp"
#include "tests/judges/judged_phone.hpp"
#include "tests/judges/signed_image.hpp"

#include <algorithm>
#include <cctype>

namespace thimble::judges {

namespace {

namespace plist = virtualphone::plist;

constexpr auto image_program = THIMBLE_GO_IOS;

e2e::arguments through(const signing_program& proxy)
{
    return {"--proxyurl=" + proxy.url()};
}

/// Nobody listens there, so that a host which asks for a signature after all gets none.
const e2e::arguments nobody_as_proxy{"--proxyurl=http://127.0.0.1:1"};

class phone_without_image {
public:
    explicit phone_without_image(const std::string& ios)
        : phone_(std::string(imaged_model) + ",ios=" + ios + ",image=none")
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

    /// Answer to `image list`: it names the signature of each image, or says "none".
    std::string listed() const
    {
        const auto ended =
            phone_.judge(image_program, {"image", "list", "--udid=" + phone_.udid()});
        return ended.output + ended.errors;
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

    phone.mount("image", through(signing));
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

TEST_CASE("go-ios lists the image that a phone has, and none where it has none", "[judges]")
{
    const phone_without_image phone("18.5");
    write_image(phone.judged().file("image"), 300'000);
    const signing_program signing;
    const auto lists_none = [&] { return phone.listed().contains(R"("none")"); };
    const auto lists_signature = [&] {
        const auto is_digit = [](unsigned char each, char /*any*/) {
            return std::isxdigit(each) != 0;
        };
        const auto told = phone.listed();
        INFO(told);
        constexpr int digits = 32; // a signature has more of them, and nothing else as many
        return std::search_n(told.begin(), told.end(), digits, '0', is_digit) != told.end();
    };
    REQUIRE(phone.has_image(false));
    CHECK(lists_none());
    CHECK_FALSE(lists_signature());

    phone.mount("image", through(signing));
    INFO(phone.told());
    REQUIRE(phone.has_image());
    CHECK_FALSE(lists_none());
    CHECK(lists_signature());

    phone.unmount();
    REQUIRE(phone.has_image(false));
    CHECK(lists_none());
    CHECK_FALSE(lists_signature());
}

TEST_CASE("an image of which only the manifest is right is not mounted", "[judges]")
{
    const phone_without_image phone("18.5");
    write_image(phone.judged().file("image"), 300'000);
    write_file(phone.judged().file("image") / "Image.dmg", plist::bytes(300'000, 9));
    const signing_program signing;
    phone.mount("image", through(signing));
    INFO(phone.told());
    CHECK(signing.signed_so_far() == 1);
    CHECK(phone.judged().phone().facts().at("developer_image") == false);
}

} // namespace thimble::judges
