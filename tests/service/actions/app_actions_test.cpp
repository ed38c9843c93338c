// Apps, addresses and shortcuts: what is kept, what is sent, what is refused.
#include "contract/url_check.hpp"
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

const json three_apps = json::parse(R"([
    {"name":"Maps","bundle_id":"com.apple.Maps","version":"1.0","type":"system"},
    {"name":"Café","bundle_id":"org.example.cafe","version":"2.1","type":"user"},
    {"name":"Notes","bundle_id":"com.apple.mobilenotes","version":"1.0","type":"system"}])");

link::phone_state phone_with_apps()
{
    auto able = phone("udid-1");
    able.capabilities = {"apps", "open-app", "open-url", "shortcut"};
    return able;
}

/// A phone that has three apps.
struct with_apps : with_phone {
    with_apps()
    {
        running.attach(phone_with_apps());
        running.direct([](auto& desktop) {
            desktop.script = [](const link::command& what) {
                auto out = success(what);
                if (std::holds_alternative<link::list_apps>(what.what))
                    out.value["apps"] = three_apps;
                return out;
            };
        });
    }

    reply act(const std::string& name, const json& body)
    {
        return client.post(path(name), body.dump());
    }

    reply put_shortcuts(const std::string& body)
    {
        return client.ask("PUT", path("shortcuts"), {{"X-API-Key", api_key}}, body);
    }

    std::size_t commands() { return running.seen().received.size(); }
};

} // namespace

TEST_CASE("the apps are read on first use and kept from then on", "[service]")
{
    with_apps on;
    const auto first = on.client.get(on.path("apps")).json();
    CHECK(first.at("source") == "device");
    CHECK(first.at("app_count") == 3);
    CHECK(first.at("apps").at(0) == json{{"name", "Café"},
                                         {"bundle_id", "org.example.cafe"},
                                         {"version", "2.1"},
                                         {"type", "user"}});
    CHECK(first.at("apps").at(2).at("name") == "Notes");
    CHECK(first.at("updated_at").get<std::string>().size() == 24);

    auto second = on.client.get("/v1/apps").json();
    CHECK(second.at("source") == "database");
    CHECK(second.at("updated_at") == first.at("updated_at"));
    CHECK(on.commands() == 1);
}

TEST_CASE("a refresh reads the phone again, whatever async says", "[service]")
{
    with_apps on;
    for (const auto* query : {"", "?async=true", "?async=nonsense"}) {
        const auto read = on.client.post(on.path("apps/refresh") + query);
        CHECK(read.status == 200);
        CHECK(read.json().at("source") == "device");
    }
    CHECK(on.commands() == 3);
    CHECK(on.client.get("/v1/jobs").json().dump().find("\"apps\"") == std::string::npos);
}

TEST_CASE("kept apps are told of a phone that is away", "[service]")
{
    with_apps on;
    on.client.get(on.path("apps"));
    auto away = phone("udid-1");
    away.attached = false;
    on.running.at_home([&] { on.running.service().phone_changed(desktop_id, away); });
    CHECK(on.client.get(on.path("apps")).json().at("source") == "database");
    CHECK(on.client.post(on.path("apps/refresh")).json().at("error") == "PHONE_NOT_CONNECTED");
}

TEST_CASE("a phone that nobody can drive tells its apps all the same", "[service]")
{
    with_apps on;
    auto locked = phone_with_apps();
    locked.blockers = {
        {.code = "LOCKED", .message = "It is locked.", .remedy = "Unlock it.", .since = {}}};
    on.running.attach(locked);
    CHECK(on.client.get(on.path("apps")).status == 200);
    CHECK(on.act("open-app", {{"app_name", "Maps"}}).json().at("error") == "PHONE_NOT_READY");
}

TEST_CASE("a name in the kept list is sent as its bundle id, any other as it is", "[service]")
{
    with_apps on;
    const auto opened = [&](const std::string& name) {
        CHECK(on.act("open-app", {{"app_name", name}}).status == 200);
        return std::get<link::open_app>(on.last_command().what).app_name;
    };
    CHECK(opened("cafe") == "cafe");
    on.client.get(on.path("apps"));
    CHECK(opened("cafe") == "org.example.cafe");
    CHECK(opened("Not") == "com.apple.mobilenotes");
    CHECK(opened("com.apple.Maps") == "com.apple.Maps");
    CHECK(opened("Weather") == "Weather");
    CHECK(on.act("open-app", {{"app_name", ""}}).status == 422);
    CHECK(on.act("open-app", json::object()).json().at("context").at("field") == "app_name");
}

TEST_CASE("an address is opened and answered with its action id", "[service]")
{
    with_apps on;
    const auto answer =
        on.act("open-url", {{"url", "https://example.com/a?b=%20c#d"}, {"consume_mode", 3}});
    CHECK(answer.status == 200);
    CHECK(answer.json().at("action_id") == answer.json().at("id"));
    CHECK(on.last_command().what ==
          link::action(link::open_url{.url = "https://example.com/a?b=%20c#d"}));
}

TEST_CASE("only absolute addresses of the web and of apps are taken", "[service]")
{
    for (const auto* good :
         {"http://a", "https://user@example.com:8080/x?y#z", "HTTPS://EXAMPLE.COM", "maps://?q=x",
          "shortcuts://run-shortcut?name=a", "mailto:ada@example.com", "tel:123",
          "https://[2001:db8::1]/"})
        CHECK(check_url(good));
    const auto reason = [](std::string_view url) {
        const auto checked = check_url(url);
        return checked ? "" : checked.error().context.at("reason").get<std::string>();
    };
    CHECK(reason("example.com") == "not_absolute");
    CHECK(reason("/path") == "not_absolute");
    CHECK(reason("1http://a") == "not_absolute");
    CHECK(reason("://a") == "not_absolute");
    CHECK(reason("https://") == "no_host");
    CHECK(reason("https:///path") == "no_host");
    CHECK(reason("https://:80/") == "no_host");
    CHECK(reason("http:example.com") == "no_host");
    CHECK(reason("https://exämple.com") == "not_percent_encoded");
    CHECK(reason("https://example.com/a b") == "not_percent_encoded");
    CHECK(reason("javascript:alert(1)") == "scheme_not_allowed");
    CHECK(reason("FILE:///etc/passwd") == "scheme_not_allowed");
    CHECK(reason("maps:") == "empty");
}

TEST_CASE("what is no letter of an address is percent-encoded", "[service]")
{
    CHECK(percent_encoded("a-Z_0.9~") == "a-Z_0.9~");
    CHECK(percent_encoded("é &=\n") == "%C3%A9%20%26%3D%0A");
}

TEST_CASE("the shortcuts of a phone are those that were put", "[service]")
{
    with_apps on;
    const auto put = [&](const json& body) { return on.put_shortcuts(body.dump()); };
    CHECK(on.client.get(on.path("shortcuts")).json() == json{{"shortcuts", json::array()}});
    const json two{{"shortcuts", {"Add note", "Über uns"}}};
    CHECK(put(two).json() == two);
    CHECK(on.client.get("/v1/shortcuts").json() == two);
    CHECK(put({{"shortcuts", {"a", 7}}}).json().at("context").at("field") == "shortcuts[1]");
    CHECK(put({{"shortcuts", {"a", ""}}}).status == 422);
    CHECK(put({{"shortcuts", "a"}}).json().at("context").at("reason") == "not_a_list");
    CHECK(put({{"shortcuts", std::vector<std::string>(1001, "a")}}).status == 422);
    CHECK(on.client.get(on.path("shortcuts")).json() == two);
    CHECK(on.commands() == 0);
}

TEST_CASE("a shortcut is run by its index or by its name", "[service]")
{
    with_apps on;
    CHECK(on.act("shortcut", {{"name", "Anything"}}).status == 200);
    CHECK(on.last_command().what ==
          link::action(link::shortcut{.shortcut_name = "Anything", .input = {}}));
    on.put_shortcuts(R"({"shortcuts":["Add note","Open Maps"]})");
    CHECK(on.act("shortcut", {{"index", 1}, {"input", "x"}}).status == 200);
    CHECK(on.last_command().what ==
          link::action(link::shortcut{.shortcut_name = "Open Maps", .input = "x"}));
    CHECK(on.act("shortcut", {{"name", "Add note"}}).status == 200);

    const auto beyond = on.act("shortcut", {{"index", 2}});
    CHECK(beyond.status == 404);
    CHECK(beyond.json().at("error") == "SHORTCUT_NOT_FOUND");
    CHECK(beyond.json().at("context").at("candidates") == json{"Add note", "Open Maps"});
    const auto unknown = on.act("shortcut", {{"name", "open map"}}).json();
    CHECK(unknown.at("error") == "SHORTCUT_NOT_FOUND");
    CHECK(unknown.at("context").at("candidates").at(0) == "Open Maps");

    for (const auto& body : {json::object(), json{{"index", 0}, {"name", "Add note"}},
                             json{{"index", -1}}, json{{"index", 1.0}}})
        CHECK(on.act("shortcut", body).json().at("error") == "INVALID_ARGUMENT");
}

} // namespace thimble::service::test
