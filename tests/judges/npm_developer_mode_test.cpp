// appium-ios-remotexpc switches developer mode of virtual phones on, through tunnels of go-ios.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/judges/go_ios_tunnels.hpp"
#include "tests/judges/remote_relay.hpp"

namespace thimble::judges {

namespace {

constexpr auto restart_limit = std::chrono::seconds(60); // of a busy computer

/// An unlocked phone in whose Settings the switch does not show, and a tunnel to it.
class phone_without_developer_mode {
public:
    explicit phone_without_developer_mode(const std::string& described)
        : phones_({.phones = {"iPhone 15 Pro,runner=dead,developer_mode=off,ios=" + described},
                   .device_time = "2"}), // a second between the answer and the end of the line
          phone(phones_.at(0))
    {
        phone.make("unlock");
        open_tunnel();
    }

    /// By a new go-ios: one keeps the tunnel to a phone that has been away between two of its
    /// looks.
    void open_tunnel()
    {
        tunnels_.emplace(phones_);
        REQUIRE(tunnels_->has_tunnel_to(phone));
    }

    e2e::run_result ask(const char* order) const
    {
        return e2e::run("node",
                        {THIMBLE_JUDGES_DIR "/remote_developer_mode.mjs", phone.udid(),
                         std::to_string(tunnels_->agent()), order},
                        relay_variables(*tunnels_), restart_limit);
    }

private:
    e2e::virtual_phones phones_;

public:
    e2e::virtual_phone phone;

private:
    std::optional<go_ios_tunnels> tunnels_;
};

} // namespace

TEST_CASE("appium-ios-remotexpc switches developer mode on", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "26", "27");
    INFO(ios);
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    phone_without_developer_mode with(ios);
    const auto enabled = with.ask("enable");
    INFO(enabled.output << enabled.errors);
    REQUIRE(enabled.code == 0);
    CHECK(last_object_in(enabled.output) ==
          nlohmann::json{{"before", false},
                         {"revealed", "yes"},
                         {"unasked", "AmfiError: An unknown error has occured"},
                         {"enabled", "yes"}});
    REQUIRE(e2e::eventually(restart_limit, [&] {
        const auto facts = with.phone.facts();
        return facts.at("developer_question") == true && facts.at("plugged") == true;
    }));
    CHECK(with.phone.facts().at("developer_mode") == false);

    with.open_tunnel();
    const auto accepted = with.ask("accept");
    INFO(accepted.output << accepted.errors);
    REQUIRE(accepted.code == 0);
    CHECK(last_object_in(accepted.output) == nlohmann::json{{"after", true}});
    CHECK(with.phone.facts().at("developer_mode") == true);
}

TEST_CASE("appium-ios-remotexpc reads that a passcode keeps developer mode off", "[judges]")
{
    const auto* const ios = GENERATE("18.5", "27");
    INFO(ios);
    if (!has_ipv6_loopback()) {
        WARN("skipped: this machine has no [::1]");
        return;
    }
    const phone_without_developer_mode with(std::string(ios) + ",passcode=123456");
    const auto enabled = with.ask("enable");
    INFO(enabled.output << enabled.errors);
    REQUIRE(enabled.code == 0);
    constexpr auto refused = "DeviceHasPasscodeSetError: Device has a passcode set";
    CHECK(last_object_in(enabled.output) ==
          nlohmann::json{
              {"before", false}, {"revealed", "yes"}, {"unasked", refused}, {"enabled", refused}});
    const auto facts = with.phone.facts();
    CHECK(facts.at("developer_menu") == true);
    CHECK(facts.at("developer_question") == false);
    CHECK(facts.at("plugged") == true);
}

} // namespace thimble::judges
