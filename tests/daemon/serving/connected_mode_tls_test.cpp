// A connected daemon and its service with everything in between: TLS, an authority of one's own, a
// proxy.
#include "tests/catch2.hpp"
#include "tests/daemon/uplink/scripted_server.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/service_program.hpp"

#include <nlohmann/json.hpp>

#include <csignal>

namespace thimble::e2e {

namespace {

constexpr auto far_url = "https://phones.example:8345"; // a name that only the proxy knows

/// A desktop that reaches the service at `far_url` through a proxy on this machine.
class far_desktop {
public:
    explicit far_desktop(std::uint16_t service_port)
        : proxy_(daemon::test::proxy_to(service_port, asked_, "HTTP/1.1 200 Go on\r\n\r\n"))
    {
    }

    environment variables() const
    {
        return {{"XDG_CONFIG_HOME", (folder_.path() / "config").string()},
                {"XDG_RUNTIME_DIR", folder_.path().string()},
                {"USBMUXD_SOCKET_ADDRESS", "UNIX:" + (folder_.path() / "no-mux").string()},
                {"https_proxy", "http://127.0.0.1:" + std::to_string(proxy_.port())},
                {"no_proxy", ""}};
    }

    arguments line(const arguments& first) const
    {
        arguments all = first;
        all.insert(all.end(), {"--service", far_url, "--state-dir", (folder_.path() / "s").string(),
                               "--ca-file", authorities().string()});
        return all;
    }

    /// The connected daemon's one file of authorities.
    std::filesystem::path authorities() const { return folder_.path() / "authorities.pem"; }

    void trust(const test_certificate& what) const
    {
        std::filesystem::copy_file(what.certificate(), authorities(),
                                   std::filesystem::copy_options::overwrite_existing);
    }

    /// A member of what status says of the link; null while nothing does.
    nlohmann::json link(const char* member) const
    {
        const auto told = run("thimbled", {"status", "--json"}, variables());
        if (told.code != 0)
            return nullptr;
        return nlohmann::json::parse(told.output).at("processes").at(0).at("link").at(member);
    }

    void enrol(const service_program& service) const
    {
        program enrolling("thimbled", line({"enroll"}), variables());
        REQUIRE(enrolling.prints("\n", 30s));
        const auto code = enrolling.output().substr(std::string("code: ").size(), 9);
        REQUIRE(service.admin({"desktop", "approve", code, "--account", "ada"}).code == 0);
        const auto ended = enrolling.wait(30s);
        REQUIRE(ended);
        REQUIRE(ended->code == 0);
    }

private:
    temporary_directory folder_;
    std::string asked_;
    daemon::test::threaded_server proxy_;
};

} // namespace

TEST_CASE("a connected daemon links over TLS and through a proxy, once it trusts its service",
          "[daemon]")
{
    const test_certificate shown(certificate_terms{.hosts = "DNS:phones.example"});
    const test_certificate other;
    const service_program service(
        {"--tls-cert", shown.certificate().string(), "--tls-key", shown.key().string()});
    REQUIRE(service.admin({"account", "create", "ada"}).code == 0);
    const far_desktop here(service.port());
    here.trust(shown);
    here.enrol(service);

    here.trust(other);
    program connected("thimbled", here.line({}), here.variables());
    REQUIRE(eventually(30s, [&] { return here.link("problem").is_string(); }));
    CHECK(here.link("problem").get<std::string>().find("not trusted") != std::string::npos);
    CHECK(here.link("state") != "connected");
    const auto told = run("thimbled", here.line({"doctor"}), here.variables());
    CHECK(told.code == 1);
    CHECK(told.output.find("--ca-file") != std::string::npos);

    here.trust(shown);
    connected.send_signal(SIGHUP);
    REQUIRE(eventually(10s, [&] { return here.link("state") == "connected"; }));
    CHECK(here.link("problem").is_null());
    CHECK(run("thimbled", {"status"}, here.variables())
              .output.find(std::string("connected to ") + far_url) != std::string::npos);
    CHECK(run("thimbled", here.line({"doctor"}), here.variables())
              .output.find("through the proxy 127.0.0.1:") != std::string::npos);
    const auto ended = connected.interrupt(5s);
    REQUIRE(ended);
    INFO(connected.errors());
    CHECK(ended->code == 0);
}

} // namespace thimble::e2e
