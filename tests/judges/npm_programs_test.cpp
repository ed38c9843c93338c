// Programs from the npm registry accept the virtual phone: go-ios, and a W3C WebDriver client.
#include "tests/catch2.hpp"
#include "tests/e2e/kept_port.hpp"
#include "tests/judges/judged_phone.hpp"

#include <sstream>

namespace thimble::judges {

namespace {

constexpr auto go_ios = THIMBLE_GO_IOS;

/// Each line that is a JSON object.
std::vector<nlohmann::json> objects_in(const std::string& text)
{
    std::vector<nlohmann::json> result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (auto parsed = nlohmann::json::parse(line, nullptr, false); parsed.is_object())
            result.push_back(std::move(parsed));
    }
    return result;
}

/// go-ios between a port of this machine and one of the phone's.
class forwarded_port {
public:
    forwarded_port(const judged_phone& phone, std::uint16_t on_phone)
        : forward_(go_ios,
                   {"forward", std::to_string(port()), std::to_string(on_phone),
                    "--udid=" + phone.udid()},
                   phone.variables())
    {
    }

    std::uint16_t port() const noexcept { return here_.number(); }

    /// True if an HTTP server answers at the other end.
    bool answers(const std::string& target) const
    {
        return e2e::eventually(10s, [&] {
            try {
                return e2e::http_client(port()).get(target).status == 200;
            } catch (const std::exception&) {
                return false; // not listening yet
            }
        });
    }

private:
    e2e::kept_port here_;
    e2e::program forward_;
};

} // namespace

TEST_CASE("go-ios lists the phone", "[judges]")
{
    const judged_phone phone;
    const auto listed = phone.judge(go_ios, {"list"});
    INFO(listed.output << listed.errors);
    CHECK(listed.code == 0);
    const auto objects = objects_in(listed.output);
    REQUIRE(!objects.empty());
    CHECK(objects.back().at("deviceList") == nlohmann::json::array({phone.udid()}));
}

TEST_CASE("go-ios pairs and reads the phone's values", "[judges]")
{
    const judged_phone phone;
    const auto paired = phone.judge(go_ios, {"pair", "--udid=" + phone.udid()});
    INFO(paired.output << paired.errors);
    CHECK(paired.code == 0);
    const auto info = phone.judge(go_ios, {"info", "--udid=" + phone.udid()});
    INFO(info.output << info.errors);
    CHECK(info.code == 0);
    const auto objects = objects_in(info.output);
    REQUIRE(!objects.empty());
    CHECK(objects.back().at("ProductType") == "iPhone16,1");
    CHECK(objects.back().at("ProductVersion") == "18.5");
}

TEST_CASE("go-ios lists the apps", "[judges]")
{
    const judged_phone phone;
    REQUIRE(phone.judge(go_ios, {"pair", "--udid=" + phone.udid()}).code == 0);
    const auto apps = phone.judge(go_ios, {"apps", "--all", "--list", "--udid=" + phone.udid()});
    INFO(apps.output << apps.errors);
    CHECK(apps.code == 0);
    CHECK(apps.output.find("com.thimble.sketch") != std::string::npos);
}

TEST_CASE("go-ios forwards a port to WebDriverAgent", "[judges]")
{
    const judged_phone phone;
    const forwarded_port wda(phone, 8100);
    REQUIRE(wda.answers("/status"));
    const auto status = e2e::http_client(wda.port()).get("/status").json();
    CHECK(status.at("value").at("ready") == true);
}

TEST_CASE("a W3C WebDriver client drives the phone", "[judges]")
{
    const judged_phone phone;
    phone.phone().make("open", {{"bundle_id", "com.thimble.sketch"}});
    const forwarded_port wda(phone, 8100);
    REQUIRE(wda.answers("/status"));
    const auto first = phone.phone().next_event();
    const auto driven = phone.judge("node", {THIMBLE_JUDGES_DIR "/webdriver.mjs",
                                             "http://127.0.0.1:" + std::to_string(wda.port())});
    INFO(driven.output << driven.errors);
    CHECK(driven.code == 0);
    CHECK(!phone.phone().events_of("touch", first).empty());
}

} // namespace thimble::judges
