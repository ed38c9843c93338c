// `thimbled --service` before and after its enrolment.
#include "tests/catch2.hpp"
#include "tests/daemon/uplink/scripted_service.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/program.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <fstream>
#include <map>

namespace thimble::e2e {

namespace {

constexpr auto url = "http://127.0.0.1:9";

class desktop_home {
public:
    desktop_home()
    {
        std::filesystem::create_directory(state());
        std::filesystem::permissions(state(), std::filesystem::perms::owner_all);
    }

    void enrol_at(const std::string& service) const
    {
        const auto file = state() / "enrolment";
        std::ofstream(file) << R"({"service":")" << service
                            << R"(","desktop_id":"0190c3d2-1111-7abc-8def-0123456789ab",)"
                               R"("token":"td_0123456789abcdefghij","name":""})";
        std::filesystem::permissions(file, std::filesystem::perms(0600));
    }

    arguments line(const std::string& service) const
    {
        return {"--service", service, "--state-dir", state().string()};
    }

    environment variables() const
    {
        return {{"XDG_CONFIG_HOME", (folder_.path() / "config").string()},
                {"XDG_RUNTIME_DIR", folder_.path().string()},
                {"USBMUXD_SOCKET_ADDRESS", "UNIX:" + (folder_.path() / "no-mux").string()}};
    }

    std::filesystem::path state() const { return folder_.path() / "state"; }

private:
    temporary_directory folder_;
};

bool mentions(const run_result& ended, const std::string& part)
{
    return ended.errors.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a connected daemon that has not enrolled says how to", "[daemon]")
{
    const desktop_home here;
    const auto ended = run("thimbled", here.line(url), here.variables());
    CHECK(ended.code == 78);
    CHECK(mentions(ended, std::string("thimbled enroll --service ") + url + " --state-dir " +
                              here.state().string()));

    here.enrol_at("https://phones.example");
    const auto elsewhere = run("thimbled", here.line(url), here.variables());
    CHECK(elsewhere.code == 78);
    CHECK(mentions(elsewhere, "https://phones.example"));
}

TEST_CASE("a connected daemon that its service refuses says how to enrol again", "[daemon]")
{
    const daemon::test::scripted_service service(
        [](const auto&) { return daemon::test::json_answer(401, "{}"); });
    const desktop_home here;
    here.enrol_at(service.url());
    const program connected("thimbled", here.line(service.url()), here.variables());
    CHECK(eventually(30s, [&] {
        return connected.errors().find("thimbled enroll --service " + service.url() +
                                       " --state-dir " + here.state().string() + " --force") !=
               std::string::npos;
    }));
}

TEST_CASE("a connected daemon runs until a signal, and tells how it is", "[daemon]")
{
    const desktop_home here;
    here.enrol_at(url);
    program connected("thimbled", here.line(url), here.variables());
    REQUIRE(
        eventually(30s, [&] { return run("thimbled", {"status"}, here.variables()).code == 0; }));
    const auto second = run("thimbled", here.line(url), here.variables());
    CHECK(second.code == 73);
    CHECK(mentions(second, "in use"));
    connected.send_signal(SIGHUP);
    REQUIRE(eventually(10s, [&] { // it has been handled when it is said
        return connected.errors().find("enrolment") != std::string::npos;
    }));
    connected.send_signal(SIGTERM);
    const auto ended = connected.wait(5s);
    REQUIRE(ended);
    INFO(connected.errors());
    CHECK(ended->code == 0);
}

TEST_CASE("status tells why there is no link, once or each second", "[daemon]")
{
    const desktop_home here;
    here.enrol_at(url);
    auto line = here.line(url);
    line.insert(line.end(), {"--reconnect-cap", "100"});
    const program connected("thimbled", line, here.variables());
    const auto link = [&] {
        const auto told = run("thimbled", {"status", "--json"}, here.variables());
        const auto record = nlohmann::json::parse(told.output, nullptr, false);
        return told.code == 0 ? record.at("processes").at(0).at("link") : nlohmann::json();
    };
    REQUIRE(
        eventually(30s, [&] { return link().is_object() && link().at("problem").is_string(); }));
    CHECK(link().at("service") == url);
    CHECK(link().at("epoch").is_null());
    CHECK(link().at("unsettled") == 0);
    CHECK(link().at("problem").get<std::string>().find("Nobody answers") != std::string::npos);
    const auto told = run("thimbled", {"status"}, here.variables()).output;
    CHECK(told.find(url) != std::string::npos);
    CHECK(told.find("Nobody answers") != std::string::npos);

    program watching("thimbled", {"status", "--watch", "--json"}, here.variables());
    REQUIRE(eventually(30s, [&] {
        const auto printed = watching.output();
        return std::ranges::count(printed, '\n') >= 2;
    }));
    const auto ended = watching.interrupt(5s);
    REQUIRE(ended);
    CHECK(ended->code == 0);
}

TEST_CASE("doctor looks at the service instead of the port of local mode", "[daemon]")
{
    const desktop_home here;
    here.enrol_at(url);
    const auto told = run("thimbled", {"doctor", "--json", "--state-dir", here.state().string()},
                          here.variables());
    CHECK(told.code == 1);
    std::map<std::string, bool> checks;
    for (const auto& one : nlohmann::json::parse(told.output).at("checks"))
        checks[one.at("name").get<std::string>()] = one.at("ok").get<bool>();
    CHECK(checks.at("enrolment"));
    CHECK_FALSE(checks.at("service"));
    CHECK_FALSE(checks.contains("REST port"));
    CHECK(told.output.find("td_") == std::string::npos);
}

TEST_CASE("a connected daemon's file of authorities has to be one", "[daemon]")
{
    const desktop_home here;
    here.enrol_at("https://phones.example");
    auto line = here.line("https://phones.example");
    line.insert(line.end(), {"--ca-file", "/nowhere.pem"});
    const auto ended = run("thimbled", line, here.variables());
    CHECK(ended.code == 78);
    CHECK(mentions(ended, "/nowhere.pem"));

    auto variables = here.variables();
    variables["https_proxy"] = "socks5://proxy.example";
    variables["no_proxy"] = "none";
    const auto by = run("thimbled", here.line("https://phones.example"), variables);
    CHECK(by.code == 78);
    CHECK(mentions(by, "https_proxy"));
}

} // namespace thimble::e2e
