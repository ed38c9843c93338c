// appium-ios-remotexpc uses the CoreDevice services of virtual phones, through tunnels of go-ios
// and through its own.
#include "tests/catch2.hpp"
#include "tests/judges/go_ios_tunnels.hpp"
#include "tests/judges/remote_relay.hpp"
#include "tests/judges/signed_image.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <unistd.h>

namespace thimble::judges {

namespace {

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

/// True where appium-ios-remotexpc can make a network interface: see tests/judges/install.
bool makes_interfaces()
{
    const e2e::arguments script{"--input-type=module", "--eval",
                                "await import('" THIMBLE_JUDGES_DIR
                                "/node_modules/appium-ios-tuntap-native/lib/src/index.js')"};
    return ::geteuid() == 0 && std::filesystem::exists("/dev/net/tun") &&
           e2e::run("unshare", {"--net", "ip", "link", "set", "lo", "up"}).code == 0 &&
           e2e::run("node", script).code == 0;
}

bool encodes()
{
    return e2e::run("x265", {"--version"}).code == 0;
}

constexpr auto longest = std::chrono::seconds(150);

/// iOS 27 answers no question for apps.
bool lists_apps(std::string_view ios)
{
    return ios != "27";
}

e2e::arguments
services_of(const e2e::virtual_phone& phone, const std::string& way, std::string_view ios)
{
    e2e::arguments args{THIMBLE_JUDGES_DIR "/remote_services.mjs", phone.udid(), way};
    if (lists_apps(ios))
        args.emplace_back("list-apps");
    return args;
}

/// The first picture of the stream that the script has watched.
void check_stream(const nlohmann::json& stream, const e2e::virtual_phone& phone)
{
    if (!encodes()) {
        WARN("not watched: there is no x265, without which the phone does not stream");
        CHECK(stream.at("refused").get<std::string>().find("x265") != std::string::npos);
        return;
    }
    INFO(stream.dump());
    CHECK(stream.at("key") == true);
    CHECK(stream.at("units") == 4); // three sets of parameters, and the picture
    CHECK(stream.at("codec").get<std::string>().starts_with("hev1.1."));
    CHECK(stream.at("lost") == 0);
    const auto facts = phone.facts();
    CHECK(facts.at("stream").at("started") == stream.at("tries"));
    CHECK(facts.at("stream").at("running") == false);
}

/// All that the script has asked for and done; `first` is the phone's next event before it began.
void check_services(const e2e::run_result& judged,
                    const e2e::virtual_phone& phone,
                    std::string_view ios,
                    std::size_t first)
{
    INFO(judged.output << judged.errors);
    REQUIRE(judged.code == 0);
    const auto told = last_object_in(judged.output);
    REQUIRE(told.is_object());

    const auto facts = phone.facts();
    CHECK(told.at("device").at("udid") == phone.udid());
    CHECK(told.at("device").at("osVersionNumber") == facts.at("ios"));
    CHECK(told.at("display").at("displays").at(0).at("nativeSize").at(0) == facts.at("width_px"));
    CHECK(told.at("lock").at("passcodeRequired") == false);
    if (lists_apps(ios))
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
    CHECK(told.at("streams") == (ios == "27"));
    CHECK(told.at("running") == false);
    if (ios != "27")
        CHECK(told.at("streamRefused").get<std::string>().find("requires iOS 27") !=
              std::string::npos);
    CHECK(buttons_pressed(phone, first) ==
          std::vector<std::string>{"volume_up", "volume_up", "home", "lock"});
    CHECK(phone.facts().at("locked") == true);
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
    const e2e::virtual_phones phones({.phones = {std::string("iPhone 15 Pro,ios=") + ios}});
    const auto phone = phones.at(0);
    phone.make("unlock");
    const go_ios_tunnels tunnels(phones);
    REQUIRE(tunnels.has_tunnel_to(phone));
    const auto first = phone.next_event();

    auto args = services_of(phone, std::to_string(tunnels.agent()), ios);
    const auto judged = e2e::run("node", std::move(args), relay_variables(tunnels), longest);
    check_services(judged, phone, ios, first);
}

// Else a connection may be made before its interface has an address: network_tools/ip.
TEST_CASE("a new address of a network interface can be used at once", "[judges]")
{
    if (!makes_interfaces()) {
        WARN("skipped: only root makes network interfaces, with the addon that ./install compiles");
        return;
    }
    const e2e::arguments script{"--net", "sh", "-c",
                                "PATH='" THIMBLE_JUDGES_DIR "/network_tools':$PATH\n"
                                "ip tuntap add dev judged mode tun\n"
                                "ip -6 addr add fd11::2/64 dev judged\n"
                                "ip -6 addr show dev judged\n"};
    const auto shown = e2e::run("unshare", script);
    INFO(shown.output << shown.errors);
    CHECK(shown.code == 0);
    CHECK(shown.output.find("fd11::2/64 scope global nodad") != std::string::npos);
}

// With root, in a network namespace, through an interface and the kernel's own TCP.
TEST_CASE("appium-ios-remotexpc makes a tunnel of its own", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "26", "27");
    INFO(ios);
    if (!makes_interfaces()) {
        WARN("skipped: only root makes network interfaces, with the addon that ./install compiles");
        return;
    }
    const e2e::virtual_phones phones({.phones = {std::string("iPhone 15 Pro,ios=") + ios}});
    const auto phone = phones.at(0);
    phone.make("unlock");
    const e2e::temporary_directory home;
    auto variables = phones.variables();
    variables["XDG_DATA_HOME"] = home.path().string();
    REQUIRE(e2e::run("idevicepair", {"pair", "--udid", phone.udid()}, variables).code == 0);
    const auto first = phone.next_event();

    e2e::arguments args{"--net", "sh", "-c", "ip link set lo up && exec node \"$@\"", "node"};
    std::ranges::move(services_of(phone, "own-tunnel", ios), std::back_inserter(args));
    const auto judged = e2e::run("unshare", std::move(args), variables, longest);
    check_services(judged, phone, ios, first);
    if (std::string_view(ios) == "27")
        check_stream(last_object_in(judged.output).at("stream"), phone);
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

    auto variables = relay_variables(tunnels);
    variables["http_proxy"] = signing.url();
    variables["no_proxy"] = "127.0.0.1,localhost,::1";
    const auto judged = e2e::run("node",
                                 {THIMBLE_JUDGES_DIR "/remote_image.mjs", phone.udid(),
                                  std::to_string(tunnels.agent()), folder.string()},
                                 variables, longest);
    INFO(judged.output << judged.errors);
    REQUIRE(judged.code == 0);
    CHECK(last_object_in(judged.output) ==
          nlohmann::json{{"before", 0}, {"after", 1}, {"devices", 1}, {"mode", true}});
    CHECK(signing.signed_so_far() == 1);
    CHECK(phone.facts().at("developer_image") == true);
}

} // namespace thimble::judges
