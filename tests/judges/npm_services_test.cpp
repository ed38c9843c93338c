// appium-ios-remotexpc uses the CoreDevice services of virtual phones, through tunnels of go-ios.
#include "tests/catch2.hpp"
#include "tests/judges/go_ios_tunnels.hpp"
#include "tests/judges/signed_image.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <algorithm>

namespace thimble::judges {

namespace {

/// Where the classes dial: they know no other address that needs no root.
bool has_ipv6_loopback()
{
    using boost::asio::ip::tcp;
    boost::asio::io_context context(1);
    tcp::acceptor probe(context);
    boost::system::error_code error;
    probe.open(tcp::v6(), error);
    if (!error)
        probe.bind({boost::asio::ip::address_v6::loopback(), 0}, error);
    return !error;
}

/// Its last line.
nlohmann::json told_by(const std::string& output)
{
    const auto end = output.find_last_not_of('\n');
    const auto from = output.rfind('\n', end);
    return nlohmann::json::parse(output.substr(from == output.npos ? 0 : from + 1), nullptr, false);
}

/// It keeps the port of its registry below the second.
e2e::environment variables_for(const go_ios_tunnels& tunnels)
{
    auto result = tunnels.variables();
    result["XDG_DATA_HOME"] = tunnels.home().string();
    return result;
}

bool has_process_of(const nlohmann::json& processes, std::string_view app)
{
    return std::ranges::any_of(processes, [&](const nlohmann::json& each) {
        return each.at("executableURL").at("relative").get<std::string>().find(app) !=
               std::string::npos;
    });
}

std::vector<std::string> buttons_pressed(const e2e::virtual_phone& phone, std::size_t since)
{
    std::vector<std::string> result;
    for (const auto& event : phone.events_of("button", since))
        result.push_back(event.at("name"));
    return result;
}

} // namespace

TEST_CASE("appium-ios-remotexpc reads and acts through a tunnel", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "26", "27");
    INFO(ios);
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    const bool lists_apps = std::string_view(ios) != "27"; // which answers no such question
    const e2e::virtual_phones phones({.phones = {std::string("iPhone 15 Pro,ios=") + ios}});
    const auto phone = phones.at(0);
    phone.make("unlock");
    const go_ios_tunnels tunnels(phones);
    REQUIRE(tunnels.has_tunnel_to(phone));
    const auto first = phone.next_event();

    e2e::arguments args{THIMBLE_JUDGES_DIR "/remote_services.mjs", phone.udid(),
                        std::to_string(tunnels.agent())};
    if (lists_apps)
        args.emplace_back("list-apps");
    const auto judged = e2e::run("node", args, variables_for(tunnels), std::chrono::seconds(60));
    INFO(judged.output << judged.errors);
    REQUIRE(judged.code == 0);
    const auto told = told_by(judged.output);
    REQUIRE(told.is_object());

    const auto facts = phone.facts();
    CHECK(told.at("device").at("udid") == phone.udid());
    CHECK(told.at("device").at("osVersionNumber") == facts.at("ios"));
    CHECK(told.at("display").at("displays").at(0).at("nativeSize").at(0) == facts.at("width_px"));
    CHECK(told.at("lock").at("passcodeRequired") == false);
    if (lists_apps)
        CHECK(std::ranges::any_of(told.at("apps"), [](const nlohmann::json& app) {
            return app.at("bundleIdentifier") == "com.apple.mobilenotes";
        }));
    CHECK(told.at("started") > 0);
    CHECK(has_process_of(told.at("processes"), "Notes.app"));
    CHECK(has_process_of(told.at("left"), "Notes.app"));
    CHECK_FALSE(has_process_of(told.at("left"), "Settings.app"));
    CHECK(told.at("refused").get<std::string>().find("failed to launch") != std::string::npos);
    CHECK(told.at("text") == "from far away ✓");
    CHECK(facts.at("clipboard") == "from far away ✓");
    CHECK(told.at("turned") == nlohmann::json::array({"landscapeLeft", "portrait"}));
    CHECK(told.at("streams") == (std::string_view(ios) == "27"));
    CHECK(buttons_pressed(phone, first) ==
          std::vector<std::string>{"volume_up", "volume_up", "home", "lock"});
    CHECK(phone.facts().at("locked") == true);
}

TEST_CASE("appium-ios-remotexpc mounts an image through a tunnel", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "26");
    INFO(ios);
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    const e2e::virtual_phones phones(
        {.phones = {std::string(imaged_model) + ",ios=" + ios + ",image=none"}});
    const auto phone = phones.at(0);
    phone.make("unlock");
    const go_ios_tunnels tunnels(phones);
    REQUIRE(tunnels.has_tunnel_to(phone));
    const auto folder = tunnels.home() / "image";
    write_image(folder, 300'000);
    const signing_program signing;

    auto variables = variables_for(tunnels);
    variables["http_proxy"] = signing.url();
    variables["no_proxy"] = "127.0.0.1,localhost,::1";
    const auto judged = e2e::run("node",
                                 {THIMBLE_JUDGES_DIR "/remote_image.mjs", phone.udid(),
                                  std::to_string(tunnels.agent()), folder.string()},
                                 variables, std::chrono::seconds(60));
    INFO(judged.output << judged.errors);
    REQUIRE(judged.code == 0);
    CHECK(told_by(judged.output) ==
          nlohmann::json{{"before", 0}, {"after", 1}, {"devices", 1}, {"mode", true}});
    CHECK(signing.signed_so_far() == 1);
    CHECK(phone.facts().at("developer_image") == true);
}

} // namespace thimble::judges
