// thimble-service as a program: TLS, its operator, its end.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/test_certificate.hpp"

#include <algorithm>
#include <csignal>
#include <fstream>

namespace thimble::e2e {

namespace {

arguments encrypted(const test_certificate& with)
{
    return {"--tls-cert", with.certificate().string(), "--tls-key", with.key().string()};
}

/// Run of curl against the service, trusting that certificate alone.
run_result curl(const service_program& service,
                const test_certificate& trusted,
                const std::string& path,
                const arguments& more = {})
{
    arguments all{"--silent",   "--show-error",
                  "--max-time", "60",
                  "--cacert",   trusted.certificate().string(),
                  "--noproxy",  "*"};
    all.insert(all.end(), more.begin(), more.end());
    all.push_back("https://localhost:" + std::to_string(service.port()) + path);
    return run("curl", all);
}

void replace(const test_certificate& shown, const test_certificate& with)
{
    std::filesystem::remove(shown.key());
    std::filesystem::copy_file(with.key(), shown.key());
    std::filesystem::copy_file(with.certificate(), shown.certificate(),
                               std::filesystem::copy_options::overwrite_existing);
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the service says its version and what reads PNG", "[e2e]")
{
    const auto said = run("thimble-service", {"--version"});
    CHECK(said.code == 0);
    CHECK(said.output.starts_with("thimble-service "));
    CHECK(said.output.find("\nPNG: lib") != std::string::npos);
}

TEST_CASE("the service says what comes first, until there is an account", "[e2e]")
{
    const auto state = std::make_shared<temporary_directory>();
    {
        service_program fresh({}, state);
        CHECK(fresh.process().prints("There is no account yet", 30s));
        CHECK(fresh.process().prints("thimble-service admin --state-dir " + state->path().string() +
                                         " account create NAME",
                                     30s));
        CHECK(contains(fresh.process().output(), "Dashboard: http://127.0.0.1:"));
        CHECK_FALSE(fresh.key_of("ada").empty());
    }
    service_program later({}, state);
    CHECK(later.process().prints("Dashboard: ", 30s));
    CHECK_FALSE(contains(later.process().output(), "There is no account yet"));
    CHECK(contains(later.admin({"account", "list"}).output, "\tada\t"));
    const auto unsure = later.admin({"account", "delete", "ada"});
    CHECK(unsure.code == 1);
    CHECK(contains(unsure.errors, "keys (1)"));
    CHECK(later.admin({"account", "delete", "ada", "--yes"}).code == 0);
    CHECK(later.admin({"account", "show", "ada"}).code == 1);
    CHECK(contains(later.admin({"account", "lsit"}).errors, "Did you mean list?"));
}

TEST_CASE("curl speaks to the service over TLS", "[e2e]")
{
    const test_certificate shown;
    service_program service(encrypted(shown));
    CHECK(contains(service.process().output(), "https://127.0.0.1:"));
    CHECK(contains(curl(service, shown, "/healthz").output, "ok"));
    CHECK(curl(service, shown, "/openapi.json", {"--compressed"}).output.size() > 10'000);
    const test_certificate other;
    CHECK(curl(service, other, "/healthz").code == 60); // not trusted
    CHECK(curl(service, shown, "/healthz", {"--tls-max", "1.1"}).code != 0);
    CHECK(contains(curl(service, shown, "/healthz", {"--tls-max", "1.2"}).output, "ok"));
    CHECK(service.process().interrupt(5s)->code == 0);
}

TEST_CASE("SIGHUP brings a new certificate, and a bad one changes nothing", "[e2e]")
{
    const test_certificate shown;
    const test_certificate renewed("renewed");
    service_program service(encrypted(shown));
    const test_certificate before;
    replace(before, shown);
    CHECK(contains(curl(service, before, "/healthz").output, "ok"));

    replace(shown, renewed);
    CHECK(contains(curl(service, before, "/healthz").output, "ok")); // nobody has said so yet
    service.process().send_signal(SIGHUP);
    REQUIRE(eventually(10s, [&] { return curl(service, renewed, "/healthz").code == 0; }));
    CHECK(curl(service, before, "/healthz").code == 60);

    std::ofstream(shown.certificate()) << "nonsense";
    service.process().send_signal(SIGHUP);
    REQUIRE(eventually(10s, [&] {
        return contains(service.process().errors(), "the certificate from before stays in use");
    }));
    CHECK(contains(curl(service, renewed, "/healthz").output, "ok"));
}

TEST_CASE("a wrong certificate at the start is one clear line", "[e2e]")
{
    const temporary_directory state;
    const test_certificate one;
    const test_certificate other;
    const auto refused = [&](const arguments& tls) {
        arguments all{"--listen", "127.0.0.1:0", "--state-dir", state.path().string()};
        all.insert(all.end(), tls.begin(), tls.end());
        const auto result = run("thimble-service", all);
        INFO(result.errors);
        CHECK(result.code > 0);
        CHECK(result.output.empty());
        CHECK(std::count(result.errors.begin(), result.errors.end(), '\n') <= 2);
        return result.errors;
    };
    CHECK(
        contains(refused({"--tls-cert", "/nowhere.pem", "--tls-key", one.key()}), "/nowhere.pem"));
    CHECK(contains(refused({"--tls-cert", one.certificate(), "--tls-key", other.key()}),
                   "another certificate"));
    CHECK(contains(refused({"--tls-cert", one.certificate()}), "--tls-key"));
    const auto open = run("thimble-service", {"--listen", "0.0.0.0:0"});
    CHECK(open.code == 2);
    CHECK(contains(open.errors, "--insecure-listen"));
}

/// A state directory in which a service has run.
std::shared_ptr<temporary_directory> used_state()
{
    auto state = std::make_shared<temporary_directory>();
    service_program service({}, state);
    service.process().send_signal(SIGTERM);
    REQUIRE(service.process().wait(30s));
    return state;
}

TEST_CASE("an operator's command makes no state where there is none", "[e2e]")
{
    const temporary_directory folder;
    const auto mistyped = folder.path() / "mistyped";
    for (const arguments& command :
         {arguments{"key", "list"}, {"account", "create", "ada"}, {"account", "password", "ada"}}) {
        arguments all{"admin", "--state-dir", mistyped.string()};
        all.insert(all.end(), command.begin(), command.end());
        const auto ran = run("thimble-service", all);
        CHECK(ran.code == 73);
        CHECK(contains(ran.errors, "There is no service state in " + mistyped.string()));
        CHECK(ran.output.empty());
        CHECK_FALSE(std::filesystem::exists(mistyped));
    }
    const temporary_directory empty;
    CHECK(run_admin(empty, {"account", "create", "ada"}).code == 73);
    CHECK(std::filesystem::is_empty(empty.path()));
}

TEST_CASE("an operator works with the service running and without it", "[e2e]")
{
    const auto state = used_state();
    CHECK(run_admin(*state, {"account", "create", "ada"}).code == 0);
    const auto key = run_admin(*state, {"key", "create", "--account", "ada", "--name", "first"});
    CHECK(key.code == 0);
    CHECK(key.output.size() == 47);
    const auto by_key = [&](const service_program& service) {
        return http_client(service.port(), {{"X-API-Key", key.output.substr(0, 46)}})
            .get("/v1/phones")
            .status;
    };
    service_program service({}, state);
    CHECK(by_key(service) == 200);
    const auto again = service.admin({"account", "create", "ada"});
    CHECK(again.code == 1);
    CHECK(contains(again.errors, "already"));

    CHECK(service.admin({"account", "subscription", "ada", "none"}).code == 0);
    CHECK(by_key(service) == 402);
    CHECK(service.admin({"account", "subscription", "ada", "active", "--minutes", "60"}).code == 0);
    CHECK(by_key(service) == 200);

    const auto list = service.admin({"key", "list"}).output;
    CHECK(contains(list, "first"));
    CHECK_FALSE(contains(list, key.output.substr(0, 46)));
    const auto id = list.substr(list.find('\n') + 1, 36);
    CHECK(service.admin({"key", "revoke", id}).code == 0);
    CHECK(by_key(service) == 401);
    CHECK(service.admin({"key", "revoke", id}).code == 1);
    CHECK(service.process().interrupt(5s)->code == 0);
    CHECK(run_admin(*state, {"key", "list"}).code == 0);
    CHECK(run_admin(*state, {"key", "destroy"}).code == 2);
    CHECK(run_admin(*state, {}).code == 2);
}

TEST_CASE("a password comes from standard input and is kept as a hash", "[e2e]")
{
    const auto used = used_state();
    const auto& state = *used;
    REQUIRE(run_admin(state, {"account", "create", "ada"}).code == 0);
    const auto set = [&](const std::string& password) {
        return run("sh", {"-c",
                          "printf '%s\\n' \"$1\" | \"$2\" admin --state-dir \"$3\" "
                          "account password ada",
                          "sh", password, find_program("thimble-service"), state.path().string()});
    };
    CHECK(set("short").code == 2);
    CHECK(set("planted correct horse").code == 0);
    for (const auto& entry : std::filesystem::directory_iterator(state.path()))
        if (entry.is_regular_file())
            CHECK_FALSE(contains(content_of(entry.path()), "planted"));
}

TEST_CASE("SIGTERM ends thimble-service and takes its socket along", "[e2e]")
{
    service_program service;
    const auto socket = service.state()->path() / "admin.sock";
    CHECK(std::filesystem::exists(socket));
    service.process().send_signal(SIGTERM);
    const auto ended = service.process().wait(5s);
    REQUIRE(ended);
    CHECK(ended->code == 0);
    CHECK_FALSE(std::filesystem::exists(socket));
}

TEST_CASE("a service that was killed starts again and takes operators", "[e2e]")
{
    const auto state = std::make_shared<temporary_directory>();
    {
        service_program service({}, state);
        CHECK(service.client_of("ada").get("/v1/phones").status == 200);
        service.process().send_signal(SIGKILL);
        CHECK(service.process().wait(5s)->signal == SIGKILL);
    }
    CHECK(run_admin(*state, {"account", "create", "bob"}).code == 0); // past the dead socket
    service_program service({}, state);
    CHECK(service.admin({"key", "create", "--account", "bob"}).code == 0);
}

} // namespace thimble::e2e
