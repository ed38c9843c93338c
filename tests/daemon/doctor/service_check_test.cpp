// Findings of doctor about the service.
#include "daemon/doctor/service_check.hpp"
#include "daemon/uplink/connect_failure.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/uplink/scripted_service.hpp"
#include "tests/e2e/kept_port.hpp"

namespace thimble::daemon {

namespace {

namespace enrolment = test::enrolment;
using test::http_request;
using test::json_answer;
using test::scripted_service;
using known = std::expected<std::optional<identity>, std::string>;

const service::environment no_variables = [](const char*) { return std::nullopt; };

identity enrolled_with(const std::string& url)
{
    return {.service = url,
            .desktop_id = enrolment::desktop_id,
            .token = enrolment::token,
            .name = "Ada's desk"};
}

findings look_at(const std::string& url, const known& who, const connection_settings& settings = {})
{
    options given;
    given.connection = settings;
    return check_service(parse_service_address(url).value(), given, who, no_variables);
}

scripted_service linking_with(int status, const std::string& body = "{}")
{
    return scripted_service([=](const http_request& request) {
        const bool known_here =
            request.target() == "/v1/link" && request[boost::beast::http::field::authorization] ==
                                                  std::string("Bearer ") + enrolment::token;
        return known_here ? json_answer(status, body) : std::string();
    });
}

} // namespace

TEST_CASE("a desktop that its service knows is well", "[daemon]")
{
    const auto service = linking_with(426);
    const auto found = look_at(service.url(), enrolled_with(service.url()));
    REQUIRE(found.size() == 3);
    for (const auto& one : found) {
        INFO(one.name << ": " << one.message);
        CHECK(one.ok);
        CHECK(one.message.find(enrolment::token) == std::string::npos);
    }
}

TEST_CASE("a desktop that its service knows no more has to enrol again", "[daemon]")
{
    const auto service = linking_with(GENERATE(401, 403));
    const auto found = look_at(service.url(), enrolled_with(service.url()));
    REQUIRE(found.size() == 3);
    CHECK(found[1].ok);
    CHECK_FALSE(found[2].ok);
    CHECK(found[2].remedy == "Run: thimbled enroll --service " + service.url() + " --force");
}

TEST_CASE("what is no service of ours is told from one", "[daemon]")
{
    const auto service = linking_with(200, "<html>");
    const auto found = look_at(service.url(), enrolled_with(service.url()));
    REQUIRE(found.size() == 3);
    CHECK_FALSE(found[2].ok);
    CHECK(found[2].message.find("200") != std::string::npos);
    CHECK(found[2].remedy.find("--service") != std::string::npos);
}

TEST_CASE("before the enrolment only the way is looked at", "[daemon]")
{
    const scripted_service service([](const http_request&) { return std::string(); });
    for (const auto& who : {known(std::nullopt), known(enrolled_with("https://phones.example")),
                            known(std::unexpected("The file is damaged"))}) {
        const auto found = look_at(service.url(), who);
        REQUIRE(found.size() == 2);
        CHECK_FALSE(found[0].ok);
        CHECK(found[0].remedy.starts_with("Run: thimbled enroll --service " + service.url()));
        CHECK(found[1].ok);
    }
    CHECK(service.requests().empty());
}

TEST_CASE("a way that fails has a remedy", "[daemon]")
{
    const e2e::kept_port nobodys;
    const auto gone = "http://127.0.0.1:" + std::to_string(nobodys.number());
    const auto unreached = look_at(gone, enrolled_with(gone));
    REQUIRE(unreached.size() == 2);
    CHECK_FALSE(unreached[1].ok);
    CHECK(unreached[1].remedy.find("runs") != std::string::npos);

    const auto no_authorities =
        look_at("https://localhost:9", std::nullopt, {.ca_file = "/nowhere.pem"});
    REQUIRE(no_authorities.size() == 2);
    CHECK(no_authorities[1].remedy.find("--ca-file") != std::string::npos);

    const auto no_proxy =
        check_service(parse_service_address("https://phones.example").value(), options(),
                      std::nullopt, [](const char* name) -> std::optional<std::string> {
                          return std::string_view(name) == "https_proxy"
                                     ? std::optional("socks5://x")
                                     : std::nullopt;
                      });
    REQUIRE(no_proxy.size() == 2);
    CHECK(no_proxy[1].remedy.find("https_proxy") != std::string::npos);
}

TEST_CASE("the service is the one that was named, else that of the enrolment", "[daemon]")
{
    const connection_settings named{.service = parse_service_address("https://a.example").value()};
    CHECK(service_of(named, enrolled_with("https://b.example"))->host == "a.example");
    CHECK(service_of({}, enrolled_with("https://b.example"))->host == "b.example");
    CHECK_FALSE(service_of({}, std::nullopt));
    CHECK_FALSE(service_of({}, std::unexpected("The file is damaged")));
}

TEST_CASE("a state directory of its own is part of what to type", "[daemon]")
{
    options given;
    const auto service = parse_service_address("https://phones.example").value();
    CHECK(enroll_command(given, service) == "thimbled enroll --service https://phones.example");
    given.state_dir = "/var/lib/thimble";
    given.usual_state_dir = false;
    CHECK(enroll_command(given, service) ==
          "thimbled enroll --service https://phones.example --state-dir /var/lib/thimble");
}

TEST_CASE("every step of the way has a remedy", "[daemon]")
{
    for (int step = 0; step <= static_cast<int>(connect_step::answer); ++step)
        CHECK(remedy_for(static_cast<connect_step>(step)).ends_with('.'));
}

} // namespace thimble::daemon
