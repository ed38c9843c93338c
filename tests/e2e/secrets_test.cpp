// Twenty secrets go through each program. Afterwards they are nowhere but where they belong.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/service_program.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <array>

namespace thimble::e2e {

namespace {

/// Digits alone can be a time or a size by chance; these are long enough.
constexpr auto right_passcode = "73915264";
constexpr auto wrong_passcode = "91827364";

/// Secrets that people and programs give away to the service, or that it gives to them alone.
struct planted {
    std::vector<std::string> texts;

    void add(std::string text) { texts.push_back(std::move(text)); }

    std::string make(const std::string& name)
    {
        texts.push_back("planted-" + name + "-x9Qk");
        return texts.back();
    }
};

std::string json(const nlohmann::json& what)
{
    return what.dump();
}

/// Requests that succeed and requests that fail, each with something to keep to oneself.
void use(const http_client& api, planted& secrets)
{
    secrets.add(api.post("/v1/keys", R"({"name":"one"})").json().at("key"));
    const auto post = [&](const std::string& path, const nlohmann::json& body) {
        api.post(path, json(body));
        api.post(path + "?async=true", json(body), {{"Idempotency-Key", path.substr(4)}});
    };
    post("/v1/type", {{"text", secrets.make("typed")}});
    post("/v1/type", {{"text", secrets.make("pasted")}, {"method", "auto"}});
    post("/v1/type", {{"text", secrets.make("unfit") + "\x01"}});
    post("/v1/type", {{"text", secrets.make("wrong-method")}, {"method", "telepathy"}});
    post("/v1/copy-text", {{"text", secrets.make("copied")}});
    const auto clipboard = api.post("/v1/read-clipboard");
    INFO(clipboard.body);
    CHECK(clipboard.status == 200);
    CHECK(clipboard.json().value("text", "") == secrets.texts.back()); // it has been there
    post("/v1/open-url", {{"url", "https://shop.example/?token=" + secrets.make("url-token")}});
    post("/v1/open-url", {{"url", "no-url " + secrets.make("bad-url")}});
    post("/v1/shortcut", {{"name", "None"}, {"input", secrets.make("shortcut-input")}});
    post("/v1/batch", {{"steps", {{{"action", "type"}, {"text", secrets.make("batch")}}}}});
    api.post("/v1/read-clipboard", "", {{"Idempotency-Key", "read-and-answered-once"}});
    post("/v1/copy-text", {{"txt", secrets.make("misspelt-field")}});
}

/// The answer to an unlock once the phone can be unlocked: that it is locked may be known before
/// its runner has answered, and 409 says that nothing was entered.
int unlock(const http_client& api, const std::string& passcode)
{
    int status = 0;
    eventually(ready_limit, [&] {
        status = api.post("/v1/unlock", json({{"passcode", passcode}})).status;
        return status != 409;
    });
    return status;
}

/// Credentials that open nothing, and texts in places where nothing is expected.
void try_doors(const http_client& stranger, const http_client& api, planted& secrets)
{
    stranger.get("/v1/phones", {{"X-API-Key", secrets.make("wrong-key")}});
    stranger.get("/v1/phones", {{"Authorization", "Bearer " + secrets.make("bearer")}});
    api.get("/v1/phones?api_key=" + secrets.make("query"));
    api.get("/v1/" + secrets.make("path"));
    api.post("/v1/tap", "{\"x\": 1, \"y\": \"" + secrets.make("wrong-type") + "\"}");
    api.post("/v1/tap", "{\"" + secrets.make("broken-json"));
}

void check_without(const std::string& where, const std::string& text, const planted& secrets)
{
    INFO("in " << where);
    for (const auto& each : secrets.texts) {
        INFO("in " << where << ": " << each);
        CHECK(text.find(each) == std::string::npos);
    }
}

void check_files(const std::filesystem::path& folder, const planted& secrets)
{
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file())
            check_without(entry.path().string(), content_of(entry.path()), secrets);
}

void check_process(const program& one, const planted& secrets)
{
    CHECK(one.command_line().find("--log-level") != std::string::npos);
    check_without("the process list", one.command_line(), secrets);
#ifdef __linux__ // where /proc is
    const auto limits = content_of("/proc/" + std::to_string(one.pid()) + "/limits");
    const auto core = limits.substr(limits.find("Max core file size"), 60);
    CHECK(core.find(" 0 ") != std::string::npos);
#endif
}

/// Everything that a service without phones refuses, with something in it.
void ask_in_vain(const http_client& api, planted& secrets)
{
    const auto post = [&](const std::string& path, const nlohmann::json& body) {
        CHECK(api.post(path, json(body), {{"Idempotency-Key", secrets.make("key")}}).status >= 400);
        CHECK(api.post(path + "?async=true", json(body)).status >= 400);
    };
    post("/v1/type", {{"text", secrets.make("typed")}});
    post("/v1/type", {{"text", secrets.make("unfit") + "\x01"}});
    post("/v1/copy-text", {{"text", secrets.make("copied")}});
    post("/v1/unlock", {{"passcode", wrong_passcode}});
    post("/v1/open-url", {{"url", "https://shop.example/?token=" + secrets.make("url-token")}});
    post("/v1/shortcut", {{"name", "None"}, {"input", secrets.make("shortcut-input")}});
    post("/v1/batch", {{"steps", {{{"action", "type"}, {"text", secrets.make("batch")}}}}});
    post("/v1/tap/select", {{"selector", secrets.make("selector")}});
}

} // namespace

TEST_CASE("twenty planted secrets appear in no log, error, metric, file or process list", "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,passcode=73915264,locked"}});
    thimble_system daemon(phones, {"--log-level", "trace"});
    REQUIRE(daemon.until_locked(phones.at(0), ready_limit));
    planted secrets{{daemon.key(), right_passcode, wrong_passcode}};
    CHECK(unlock(daemon.api(), wrong_passcode) == 502);
    CHECK(unlock(daemon.api(), right_passcode) == 200);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    use(daemon.api(), secrets);
    try_doors(daemon.stranger(), daemon.api(), secrets);
    CHECK(secrets.texts.size() >= 20);

    check_without("the metrics", daemon.api().get("/metrics").body, secrets);
    check_process(daemon.process(), secrets);
    check_files(daemon.home().state.path(), secrets); // as a thief finds them while it runs
    CHECK(daemon.process().interrupt(6s).has_value());
    check_files(daemon.home().state.path(), secrets);
    check_files(daemon.home().runtime.path(), secrets);
    check_without("the log", daemon.process().errors(), secrets);
}

TEST_CASE("twenty planted secrets appear nowhere around thimble-service either", "[e2e]")
{
    planted secrets{{wrong_passcode}};
    service_program service({"--log-level", "trace"});
    const auto admin = [&](const arguments& command) {
        const auto done = service.admin(command);
        CHECK(done.code == 0);
        return done.output.substr(0, done.output.find('\n'));
    };
    admin({"account", "create", "ada"});
    secrets.add(admin({"key", "create", "--account", "ada"}));
    const http_client api(service.port(), {{"X-API-Key", secrets.texts.back()}});
    secrets.add(api.post("/v1/keys", R"({"name":"one"})").json().at("key"));
    const auto password = secrets.make("password");
    const auto set = run("sh", {"-c",
                                "printf '%s\\n' \"$1\" | \"$2\" admin --state-dir \"$3\" account "
                                "password ada",
                                "sh", password, find_program("thimble-service"),
                                service.state()->path().string()});
    CHECK(set.code == 0);
    ask_in_vain(api, secrets);
    try_doors(http_client(service.port()), api, secrets);
    CHECK(secrets.texts.size() >= 20);

    check_without("the metrics", api.get("/metrics").body, secrets);
    check_without("the list of keys", api.get("/v1/keys").body, secrets);
    check_without("the operator's list of keys", service.admin({"key", "list"}).output, secrets);
    check_process(service.process(), secrets);
    check_files(service.state()->path(), secrets);
    CHECK(service.process().interrupt(6s).has_value());
    check_files(service.state()->path(), secrets);
    check_without("the log", service.process().errors(), secrets);
}

TEST_CASE("errors repeat nothing of what they refuse", "[e2e]")
{
    const virtual_phones phones;
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    const auto check = [&](const http_answer& answer) {
        INFO(answer.body);
        CHECK(answer.status >= 400);
        CHECK(answer.body.find("planted") == std::string::npos);
    };
    check(daemon.stranger().get("/v1/phones", {{"X-API-Key", "planted-key"}}));
    check(daemon.stranger().get("/v1/phones", {{"Authorization", "Bearer planted-bearer"}}));
    check(daemon.api().post("/v1/type", json({{"text", "planted \x01 text"}})));
    check(daemon.api().post("/v1/type", json({{"text", "planted"}, {"method", "x"}})));
    check(daemon.api().post("/v1/unlock", json({{"passcode", {"planted"}}})));
    check(daemon.api().post("/v1/copy-text", json({{"text", std::string(100'001, 'x')}})));
    check(daemon.api().post("/v1/tap", "{\"planted"));
}

} // namespace thimble::e2e
