// Steps as a person and a script are told of them, and records of phones read back.
#include "daemon/phone_view/phone_state_record.hpp"
#include "daemon/report/phone_record.hpp"
#include "daemon/setup/report.hpp"
#include "tests/catch2.hpp"

#include <sstream>

namespace thimble::daemon {
namespace {

using nlohmann::ordered_json;

link::phone_state some_phone()
{
    link::phone_state phone;
    phone.udid = "00008130-000000000000001A";
    phone.attached = true;
    phone.name = "Ada's iPhone";
    phone.device_name = "iPhone 15 Pro";
    phone.product_type = "iPhone16,1";
    phone.os_version = "18.5";
    phone.driver_version = "16.12.9";
    phone.screenshot_size = {.width = 620, .height = 1344};
    phone.blockers = {
        {.code = "LOCKED", .message = "It is locked.", .remedy = "Unlock it.", .since = {}}};
    phone.warnings = {{.code = "DRIVER_EXPIRES",
                       .message = "It expires tomorrow.",
                       .remedy = "Sign it again.",
                       .since = {}}};
    phone.capabilities = {"apps", "tap"};
    return phone;
}

} // namespace

TEST_CASE("a person is told what to do, once", "[setup]")
{
    std::ostringstream out;
    setup_report report(out, false);
    auto list = setup::make_checklist({.phone = some_phone()});
    report.show(list, "");
    const auto first = out.str();
    CHECK(first.contains("[done] Cable\n"));
    CHECK(first.contains("[    ] Unlock\n"));
    CHECK(first.contains("You:     Unlock the phone with its passcode"));
    CHECK(first.contains("Now:     It is locked.\n"));
    CHECK(first.contains("More:    docs/iphone.md#a-locked-phone\n"));
    CHECK_FALSE(first.contains("First tap"));
    report.show(list, "");
    CHECK(out.str() == first);
    auto open = some_phone();
    open.blockers.clear();
    report.show(setup::make_checklist({.phone = open}), "");
    CHECK(out.str().substr(first.size()).starts_with("[done] Unlock\n"));
}

TEST_CASE("a script is told of each step and each change", "[setup]")
{
    std::ostringstream out;
    setup_report report(out, true);
    report.show(setup::make_checklist({}), "");
    report.end(false, "It is over.", "");
    std::istringstream lines(out.str());
    std::string line;
    for (int i = 0; i < 13; ++i) {
        REQUIRE(std::getline(lines, line));
        CHECK(ordered_json::parse(line).contains("step"));
    }
    REQUIRE(std::getline(lines, line));
    CHECK(ordered_json::parse(line).at("ready") == false);
}

TEST_CASE("a phone's record is read back, whatever it holds", "[setup]")
{
    const auto phone = some_phone();
    const auto back = phones_of_record(ordered_json::array({phone_record(phone)}));
    REQUIRE(back.size() == 1);
    CHECK(back.front().udid == phone.udid);
    CHECK(back.front().name == phone.name);
    CHECK(back.front().os_version == phone.os_version);
    CHECK(back.front().driver_version == phone.driver_version);
    CHECK(back.front().capabilities == phone.capabilities);
    REQUIRE(back.front().blockers.size() == 1);
    CHECK(back.front().blockers.front().code == "LOCKED");
    CHECK(back.front().blockers.front().remedy == "Unlock it.");
    CHECK(back.front().screenshot_size == phone.screenshot_size);
    CHECK(back.front().warnings == phone.warnings);
    CHECK(phones_of_record(ordered_json(5)).empty());
    CHECK(phones_of_record(ordered_json::parse(R"([1, "x", null, []])")).empty());
    const auto odd = phones_of_record(ordered_json::parse(
        R"([{"unique_id": 7, "readiness": [], "capabilities": {"a": 1}, "name": "a\u001b[2Jb"}])"));
    REQUIRE(odd.size() == 1);
    CHECK(odd.front().udid.empty());
    CHECK(odd.front().name == "a [2Jb");
    CHECK(phones_of_record(ordered_json(std::vector<ordered_json>(500, phone_record(phone))))
              .size() == 64);
}

TEST_CASE("a size that no screen has is read as none", "[setup]")
{
    const auto* const size = GENERATE(
        R"("width": 0, "height": 1344)", R"("width": 620)", R"("width": 620, "height": -1)",
        R"("width": 620.5, "height": 1344)", R"("width": "620", "height": "1344")",
        R"("width": 620, "height": 18446744073709551615)", R"("width": null, "height": null)");
    INFO(size);
    const auto phones =
        phones_of_record(ordered_json::parse(R"([{"unique_id": "x", )" + std::string(size) + "}]"));
    REQUIRE(phones.size() == 1);
    CHECK_FALSE(phones.front().screenshot_size);
}

} // namespace thimble::daemon
