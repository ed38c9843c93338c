// Alerts as runners tell of them: of the system, of apps, of web pages, and action sheets.
#include "tests/device/wda/driver_fixture.hpp"

#include <nlohmann/json.hpp>

namespace thimble::tests {
namespace {

using nlohmann::json;

std::optional<device::alert> alert_of(driver_fixture& phone, const json& text, const json& buttons)
{
    phone.runner.on("GET /alert/text", value(text.dump(), session_id));
    phone.runner.on("GET " + session_path + "/wda/alert/buttons",
                    value(buttons.dump(), session_id));
    const auto read = run_until_done(phone.context, phone.driver.alerts().read());
    REQUIRE(read);
    return *read;
}

} // namespace

TEST_CASE("the text of an alert may have several lines, or none", "[device]")
{
    driver_fixture phone;
    const auto dialogue = alert_of(phone, "example.com says\nDelete\n\nall?", {"Cancel", "OK"});
    REQUIRE(dialogue);
    CHECK(dialogue->text == "example.com says\nDelete\n\nall?");
    const auto sheet = alert_of(phone, "", {"Take Photo", "Photo Library", "Cancel"});
    REQUIRE(sheet); // an action sheet has no text
    CHECK(sheet->text.empty());
    CHECK(sheet->buttons.size() == 3);
}

TEST_CASE("what is too long or too much of an alert is cut", "[device]")
{
    driver_fixture phone;
    std::string lines;
    while (lines.size() < 10'000)
        lines += "Grüße\n";
    const auto long_one = alert_of(phone, lines, json::array_t(100, json(std::string(500, 'b'))));
    REQUIRE(long_one);
    CHECK(long_one->text.size() <= 4000);
    CHECK(lines.starts_with(long_one->text));
    CHECK(long_one->text.size() > 3990);
    CHECK(long_one->buttons.size() == 20);
    CHECK(long_one->buttons.front().size() == 200);
}

} // namespace thimble::tests
