// Findings of doctor.
#include "contract/remedy_docs.hpp"
#include "daemon/doctor/doctor_report.hpp"
#include "daemon/doctor/finding_docs.hpp"
#include "daemon/doctor/machine_checks.hpp"
#include "daemon/doctor/phone_check.hpp"
#include "daemon/report/phone_report.hpp"
#include "device/phone.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/scripted_phone.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/io_context.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;

link::phone_state ready_phone()
{
    link::phone_state phone;
    phone.udid = "00008120-000A1B2C3D4E001E";
    phone.attached = true;
    phone.name = "Ada's iPhone";
    phone.device_name = "iPhone 15";
    phone.os_version = "18.5";
    return phone;
}

link::blocker blocker(const char* code)
{
    return {.code = code, .message = "It is so.", .remedy = "Do this.", .since = {}};
}

nlohmann::ordered_json status_with(const char* blockers)
{
    return nlohmann::ordered_json::parse(std::string(R"({"phones":[{"unique_id":"another"},
            {"unique_id":"00008120-000A1B2C3D4E001E","readiness":{"blockers":)") +
                                         blockers + "}}]}");
}

TEST_CASE("a state directory that can be used is well", "[daemon]")
{
    const e2e::temporary_directory directory;
    CHECK(check_state_directory(directory.path() / "new").ok);
}

TEST_CASE("a state directory that cannot be used is named with a remedy", "[daemon]")
{
    const e2e::temporary_directory directory;
    const auto file = directory.path() / "file";
    std::ofstream(file) << "x";
    const auto found = check_state_directory(file);
    CHECK_FALSE(found.ok);
    CHECK(found.message.find(file.string()) != std::string::npos);
    CHECK(found.remedy.find("--state-dir") != std::string::npos);
}

TEST_CASE("without its data text is not read, which is well", "[daemon]")
{
    CHECK(check_text("/somewhere").message.contains("/somewhere"));
    const auto found = check_text({});
    CHECK(found.ok);
    CHECK(found.message.contains("tesseract-ocr-eng"));
}

TEST_CASE("a port is free, held by thimbled, or taken by another program", "[daemon]")
{
    asio::io_context context;
    const asio::ip::tcp::endpoint any(asio::ip::address_v4::loopback(), 0);
    asio::ip::tcp::acceptor holder(context, any);
    const auto taken = holder.local_endpoint();
    const auto port = std::to_string(taken.port());
    CHECK(check_port(any, {}).ok);
    const auto own = check_port(taken, {"http://127.0.0.1:" + port});
    CHECK(own.ok);
    CHECK(own.message == "127.0.0.1:" + port + " is served by the thimbled that runs.");
    const auto elsewhere = check_port(taken, {"http://127.0.0.1:1"});
    CHECK(elsewhere.ok); // thimbled serves, and needs no other port
    CHECK(elsewhere.message == "thimbled serves http://127.0.0.1:1; 127.0.0.1:" + port +
                                   " is in use by another program.");
    const auto found = check_port(taken, {});
    CHECK_FALSE(found.ok);
    CHECK(found.message.find(std::to_string(taken.port())) != std::string::npos);
    CHECK(found.remedy.find("--listen") != std::string::npos);
}

TEST_CASE("a phone's name stands on one line, whatever is in it", "[daemon]")
{
    asio::io_context context;
    scripted_phone phone(context.get_executor());
    phone.told.name = "Ada\nall is \u009bwell\x1b\u2028here \u00e9";
    CHECK(report_of(phone, false).name == "Ada all is  well  here \u00e9");
    phone.told.name = "\xff";
    CHECK(report_of(phone, false).name.empty());
    CHECK_FALSE(report_of(phone, false).driver_version);
    phone.told.driver_version = "16.7\x1b.3";
    CHECK(report_of(phone, false).driver_version == "16.7 .3");
}

TEST_CASE("no phone is a finding of its own", "[daemon]")
{
    const auto found = check_usb({}, 0);
    CHECK_FALSE(all_well(found));
    CHECK(found.back().message == "No phone is attached.");
    CHECK(all_well(check_usb({}, 2)));
}

TEST_CASE("what is between USB and usbmuxd stands where it belongs", "[daemon]")
{
    const auto mux = check_usb({blocker("USBMUXD_NOT_RUNNING")}, 0);
    REQUIRE(mux.size() == 2); // that there is no phone follows from it
    CHECK(mux[0].code == "USBMUXD_NOT_RUNNING");
    CHECK(mux[0].remedy == "Do this.");
    CHECK(mux[1].ok);
    const auto permission = check_usb({blocker("USB_PERMISSION")}, 0);
    CHECK(permission[0].ok);
    CHECK(permission[1].code == "USB_PERMISSION");
}

TEST_CASE("a phone is well, or says its first blocker", "[daemon]")
{
    auto phone = ready_phone();
    CHECK(check_phone(phone).ok);
    CHECK(check_phone(phone).name == "phone Ada's iPhone (00008120-000A1B2C3D4E001E)");
    phone.driver_version = "16.7.3";
    CHECK(check_phone(phone).message ==
          "iPhone 15 with iOS 18.5 can be driven by WebDriverAgent 16.7.3.");
    phone.blockers = {blocker("LOCKED"), blocker("DRIVER_NOT_RUNNING")};
    const auto found = check_phone(phone);
    CHECK_FALSE(found.ok);
    CHECK(found.code == "LOCKED");
    CHECK(found.remedy == "Do this.");
}

TEST_CASE("a tunnel that is missing is told with what may be in its way", "[daemon]")
{
    auto phone = ready_phone();
    CHECK(check_tunnel(phone, {.open = true, .problem = {}}).ok);
    CHECK(check_tunnel(phone, {.open = false, .problem = "Nothing."}).ok); // a runner does without
    phone.blockers.push_back(blocker("DRIVER_NOT_INSTALLED"));
    const auto found = check_tunnel(phone, {.open = false, .problem = "Nothing comes."});
    CHECK_FALSE(found.ok);
    CHECK(found.message == "Nothing comes.");
    CHECK(found.remedy.contains("End VPN apps"));
    CHECK(found.remedy.contains("two minutes"));
}

TEST_CASE("a phone that another process drives is what that one says of it", "[daemon]")
{
    const owner other{.process = 4711, .socket = "/run/x"};
    const auto unasked = check_foreign_phone(ready_phone(), other, std::nullopt);
    CHECK(unasked.ok);
    CHECK(unasked.message.find("4711") != std::string::npos);
    CHECK(check_foreign_phone(ready_phone(), other, status_with("[]")).ok);
    const auto blocked = check_foreign_phone(
        ready_phone(), other,
        status_with(R"([{"code":"LOCKED","message":"It is locked.","remedy":"Unlock it."}])"));
    CHECK_FALSE(blocked.ok);
    CHECK(blocked.code == "LOCKED");
    CHECK(blocked.remedy == "Unlock it.");
}

TEST_CASE("an answer that makes no sense is no reason to fall over", "[daemon]")
{
    const owner other{.process = 4711, .socket = "/run/x"};
    for (const auto* text : {"{}", "[]", R"({"phones":7})", R"({"phones":[7]})",
                             R"({"phones":[{"unique_id":"00008120-000A1B2C3D4E001E"}]})",
                             R"({"phones":[{"unique_id":"00008120-000A1B2C3D4E001E",
                                 "readiness":{"blockers":[7]}}]})"})
        CHECK_NOTHROW(
            check_foreign_phone(ready_phone(), other, nlohmann::ordered_json::parse(text)));
}

/// Names of as many codes as there are.
template <class Code>
std::vector<std::string_view> names_of_all()
{
    std::vector<std::string_view> out;
    for (std::uint8_t code = 0; to_string(Code{code}) != "UNKNOWN"; ++code)
        out.push_back(to_string(Code{code}));
    return out;
}

TEST_CASE("every blocker and warning has its own place in the documents", "[daemon]")
{
    const auto elsewhere = service::docs_of_remedy("");
    auto names = names_of_all<device::blocker_code>();
    std::ranges::copy(names_of_all<device::warning_code>(), std::back_inserter(names));
    CHECK(names.size() > 15);
    for (const auto name : names) {
        INFO(name);
        CHECK(service::docs_of_remedy(name) != elsewhere);
    }
}

TEST_CASE("a finding leads to its place in the documents, if there is something to do", "[daemon]")
{
    const auto place = [](std::string name, std::string code = {}, std::string remedy = "Do.") {
        return std::string(docs_of({.name = std::move(name),
                                    .ok = false,
                                    .message = "It is so.",
                                    .remedy = std::move(remedy),
                                    .code = std::move(code)}));
    };
    CHECK(place("phone Ada's iPhone", "LOCKED") == "docs/iphone.md#a-locked-phone");
    CHECK(place("tunnel to phone Ada's iPhone") == "docs/iphone.md#the-tunnel");
    CHECK(place("phones") == "docs/iphone.md#the-cable");
    CHECK(place("service") == "docs/doctor.md#the-way-to-the-service");
    CHECK(place("state directory") == "docs/doctor.md#the-machine");
    CHECK(place("phones", "", "").empty());
}

TEST_CASE("findings are printed with what to do about them", "[daemon]")
{
    const findings found{{.name = "REST port", .message = "It is free.", .remedy = {}, .code = {}},
                         {.name = "usbmuxd",
                          .ok = false,
                          .message = "It is not.",
                          .remedy = "Start it.",
                          .code = "X"}};
    CHECK(for_person(found, false) == "✓ REST port: It is free.\n"
                                      "✗ usbmuxd: It is not.\n"
                                      "    Start it.\n"
                                      "    More: docs/iphone.md#when-it-does-not-work\n");
    CHECK(for_program(found).dump() ==
          R"({"ok":false,"checks":[)"
          R"({"name":"REST port","ok":true,"message":"It is free.","remedy":""},)"
          R"({"name":"usbmuxd","ok":false,"message":"It is not.","remedy":"Start it.",)"
          R"("docs":"docs/iphone.md#when-it-does-not-work","code":"X"}]})");
}

} // namespace

} // namespace thimble::daemon
