// go-ios opens tunnels to virtual phones of each iOS that has one, and asks them through these.
#include "tests/catch2.hpp"
#include "tests/judges/go_ios_tunnels.hpp"

namespace thimble::judges {

namespace {

/// The line that is its answer.
nlohmann::json answer_in(const std::string& output)
{
    const auto from = output.find('{');
    return from == output.npos ? nlohmann::json()
                               : nlohmann::json::parse(output.substr(from), nullptr, false);
}

} // namespace

TEST_CASE("go-ios reads services and displays through tunnels", "[judges]")
{
    const e2e::virtual_phones phones(
        {.phones = {"iPhone 15 Pro,ios=18.5", "iPhone 15 Pro,ios=26", "iPhone 13 mini,ios=27"}});
    const go_ios_tunnels tunnels(phones);
    for (std::size_t at = 0; at < phones.size(); ++at) {
        const auto phone = phones.at(at);
        INFO(phone.udid());
        REQUIRE(tunnels.has_tunnel_to(phone));
        const auto listed = tunnels.ask({"rsd", "ls"}, phone);
        INFO(listed.output << listed.errors);
        CHECK(listed.code == 0);
        const auto services = answer_in(listed.output);
        CHECK(services.contains("com.apple.coredevice.deviceinfo"));
        CHECK(services.contains("com.apple.mobile.installation_proxy.shim.remote"));
        const auto shown = tunnels.ask({"info", "display"}, phone);
        INFO(shown.output << shown.errors);
        CHECK(shown.code == 0);
        const auto displays = answer_in(shown.output).at("displays");
        CHECK(displays.at(0).at("nativeSize").at(0) == phone.facts().at("width_px"));
    }
}

} // namespace thimble::judges
