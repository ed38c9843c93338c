// Answers of the phone's services about runners and images, as values.
#include "device/lockdown/developer_image.hpp"
#include "device/lockdown/runner_apps.hpp"
#include "tests/catch2.hpp"

#include <memory>
#include <string>

namespace thimble::tests {
namespace {

using device::image_state;

struct plist_end {
    void operator()(void* node) const { plist_free(node); }
};

/// An answer, by the members of its dictionary as XML.
std::unique_ptr<void, plist_end> answer_of(const std::string& members)
{
    const auto text = "<plist version=\"1.0\"><dict>" + members + "</dict></plist>";
    plist_t node = nullptr;
    plist_from_xml(text.data(), static_cast<std::uint32_t>(text.size()), &node);
    return std::unique_ptr<void, plist_end>(node);
}

image_state looked_up(const std::string& members)
{
    return device::image_state_by_lookup(answer_of(members).get());
}

image_state listed(const std::string& members)
{
    return device::image_state_by_list(answer_of(members).get());
}

} // namespace

TEST_CASE("a runner is known by what it was built as, whatever it was signed as", "[device]")
{
    const std::string built = "WebDriverAgentRunner-Runner";
    CHECK(device::is_runner({.bundle_id = "org.example.x", .executable = built, .name = built}));
    CHECK(device::is_runner({.bundle_id = "org.example.x", .executable = built, .name = "WDA"}));
    CHECK_FALSE(device::is_runner({.bundle_id = "com.facebook.WebDriverAgentRunner.xctrunner",
                                   .executable = "x",
                                   .name = {}}));
    CHECK_FALSE(device::is_runner({.bundle_id = "", .executable = built, .name = built}));
}

TEST_CASE("an image is mounted where the service has its signature", "[device]")
{
    CHECK(looked_up("<key>ImagePresent</key><true/>") == image_state::mounted);
    CHECK(looked_up("<key>ImageSignature</key><array><data>AAAA</data></array>") ==
          image_state::mounted);
    CHECK(looked_up("<key>ImageSignature</key><array/>") == image_state::missing);
    CHECK(looked_up("<key>Status</key><string>Complete</string>") == image_state::missing);
}

TEST_CASE("an error tells nothing of the image, and perhaps something of the lock", "[device]")
{
    CHECK(looked_up("<key>Error</key><string>InternalError</string>") == image_state::unknown);
    CHECK(looked_up("<key>Error</key><string>DeviceLocked</string>") == image_state::phone_locked);
    CHECK(device::image_state_by_lookup(nullptr) == image_state::unknown);
}

TEST_CASE("an image that is listed is mounted, also where a lookup is silent", "[device]")
{
    const std::string image = "<dict><key>DiskImageType</key><string>Personalized</string>"
                              "<key>MountPath</key><string>/System/Developer</string></dict>";
    CHECK(listed("<key>EntryList</key><array>" + image + "</array>") == image_state::mounted);
    CHECK(listed("<key>EntryList</key><array/>") == image_state::missing);
    CHECK(listed("<key>EntryList</key><array><dict><key>DiskImageType</key><string>Cryptex"
                 "</string></dict></array>") == image_state::missing);
    CHECK(listed("<key>Error</key><string>UnknownCommand</string>") == image_state::unknown);
}

} // namespace thimble::tests
