// Findings of doctor about set-ups that are broken, and about one that is not.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <algorithm>
#include <fstream>

namespace thimble::e2e {

namespace {

/// doctor --json in a household: what it found wrong, and its exit code.
struct diagnosis {
    int code = -1;
    std::vector<nlohmann::json> wrong;
    std::string output;

    bool names(const std::string& code_or_name) const
    {
        return std::ranges::any_of(wrong, [&](const nlohmann::json& each) {
            return each.value("code", "") == code_or_name || each.at("name") == code_or_name;
        });
    }
};

diagnosis consult(const environment& variables, const arguments& more)
{
    arguments args{"doctor", "--json"};
    args.insert(args.end(), more.begin(), more.end());
    const auto ran = run("thimbled", args, variables);
    diagnosis result{.code = ran.code, .wrong = {}, .output = ran.output + ran.errors};
    const auto report = nlohmann::json::parse(ran.output, nullptr, false);
    REQUIRE(report.is_object());
    for (const auto& check : report.at("checks")) {
        if (check.at("ok") == false)
            result.wrong.push_back(check);
    }
    CHECK(report.at("ok") == result.wrong.empty());
    return result;
}

/// Everything wrong has a sentence and a remedy, and `what` is among it.
void check_names(const diagnosis& found, const std::string& what)
{
    INFO(found.output);
    CHECK(found.code == 1);
    CHECK(found.names(what));
    for (const auto& each : found.wrong) {
        CHECK(each.at("message").get<std::string>().size() > 10);
        CHECK(each.at("remedy").get<std::string>().size() > 10);
    }
}

arguments free_port_and(const household& home)
{
    return {"--listen", "127.0.0.1:0", "--state-dir", home.state.path().string()};
}

struct broken_phone {
    std::string phone;
    std::string code;
};

const std::vector<broken_phone>& broken_phones()
{
    static const std::vector<broken_phone> all{
        {"iPhone 15 Pro,trust=ask", "TRUST_PENDING"},
        {"iPhone 15 Pro,trust=no", "TRUST_DENIED"},
        {"iPhone 15 Pro,locked,passcode=739152", "LOCKED"},
        {"iPhone 15 Pro,runner=dead,developer_mode=off", "DEVELOPER_MODE_OFF"},
        {"iPhone SE 2,ios=16,runner=dead,image=none", "DEVELOPER_IMAGE_MISSING"},
        {"iPhone 15 Pro,runner=dead", "DRIVER_NOT_RUNNING"},
        {"iPhone 15 Pro,runner=hung", "DRIVER_NOT_RUNNING"},
        {"iPhone 15 Pro,runner=absent", "DRIVER_NOT_INSTALLED"},
        {"iPhone SE 2,ios=13.7,runner=absent", "IOS_TOO_OLD"},
    };
    return all;
}

} // namespace

TEST_CASE("doctor has nothing to say of a set-up that works", "[e2e]")
{
    const virtual_phones phones;
    { // the phone is paired once, for which keys are made: that takes as long as it takes
        const thimble_system daemon(phones);
        REQUIRE(daemon.until_named(phones.at(0), ready_limit));
    }
    const household home;
    const auto found = consult(home.variables(phones), free_port_and(home));
    INFO(found.output);
    CHECK(found.code == 0);
    CHECK(phones.at(0).events_of("touch").empty());

    const auto for_people =
        run("thimbled",
            {"doctor", "--listen", "127.0.0.1:0", "--state-dir", home.state.path().string()},
            home.variables(phones));
    CHECK(for_people.code == 0);
    CHECK(for_people.output.find("\x1b") == std::string::npos); // no colours into a file
}

/// Waits until a thimbled that drives the phone knows what keeps it from being driven. The phone
/// is paired then, or has been asked whether it wants to be.
bool until_blocked(const thimble_system& daemon,
                   const virtual_phone& phone,
                   const std::string& code)
{
    return eventually(60s, [&] {
        const auto record = daemon.record_of(phone);
        if (record.is_null())
            return false;
        const auto& blockers = record.at("readiness").at("blockers");
        return !blockers.empty() && blockers.front().at("code") == code;
    });
}

TEST_CASE("doctor names what keeps a phone from being driven", "[e2e][local]")
{
    const auto index = GENERATE(range(std::size_t{0}, broken_phones().size()));
    const auto& [description, code] = broken_phones().at(index);
    INFO(description);
    const virtual_phones phones({.phones = {description}});
    const auto home = std::make_shared<household>();
    {
        // One that starts runners would have this phone's running before it can be asked about it.
        const auto runners = code == "DRIVER_NOT_RUNNING" ? "off" : "on";
        const thimble_system daemon(phones, home, {"--runners", runners});
        REQUIRE(until_blocked(daemon, phones.at(0), code));
        check_names(consult(home->variables(phones), free_port_and(*home)), code);
    }
    // Without one, doctor looks itself. It would have to pair with a phone that has yet to be
    // trusted, for which it makes keys: that takes as long as it takes.
    if (!code.starts_with("TRUST_"))
        check_names(consult(home->variables(phones), free_port_and(*home)), code);
    CHECK(phones.at(0).events_of("touch").empty());
}

TEST_CASE("doctor names what is wrong with the machine", "[e2e][local]")
{
    const virtual_phones phones;
    const household home;
    const auto variables = home.variables(phones);

    SECTION("no usbmuxd")
    {
        phones.stop_mux();
        check_names(consult(variables, free_port_and(home)), "USBMUXD_NOT_RUNNING");
    }
    SECTION("no phone")
    {
        phones.at(0).make("unplug");
        check_names(consult(variables, free_port_and(home)), "phones");
    }
    SECTION("the port is taken")
    {
        boost::asio::io_context context;
        using boost::asio::ip::tcp;
        const tcp::acceptor other(context,
                                  {boost::asio::ip::address_v4::loopback(), std::uint16_t{0}});
        const auto taken = "127.0.0.1:" + std::to_string(other.local_endpoint().port());
        check_names(
            consult(variables, {"--listen", taken, "--state-dir", home.state.path().string()}),
            "REST port");
    }
    SECTION("the state directory is a file")
    {
        const auto file = home.state.path() / "file";
        std::ofstream(file) << "not a directory";
        check_names(consult(variables, {"--listen", "127.0.0.1:0", "--state-dir", file.string()}),
                    "state directory");
    }
}

TEST_CASE("doctor asks a running thimbled about the phone that it drives", "[e2e][linked]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const arguments other_state{"--listen", "127.0.0.1:0", "--state-dir",
                                (daemon.home().state.path() / "other").string()};
    CHECK(consult(daemon.home().variables(phones), other_state).code == 0);

    phone.make("lock");
    REQUIRE(until_blocked(daemon, phone, "LOCKED"));
    check_names(consult(daemon.home().variables(phones), other_state), "LOCKED");
}

} // namespace thimble::e2e
