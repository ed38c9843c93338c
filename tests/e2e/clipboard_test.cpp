// The clipboard, addresses and shortcuts, from the REST request to what the phone has then.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/local_thimbled.hpp"

#include <filesystem>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto notes = "com.apple.mobilenotes";
constexpr auto safari = "com.apple.mobilesafari";
constexpr auto shortcuts = "com.apple.shortcuts";
constexpr auto home_screen = "com.apple.springboard";

/// One phone that takes no time, ready, whose conversation is recorded.
struct recorded_phone {
    explicit recorded_phone(const std::string& model = "iPhone 15 Pro,ios=18.5")
        : phones({.phones = {model}, .device_time = action_time()}), phone(phones.at(0)),
          daemon(phones, {"--record", (directory.path() / "recording").string()})
    {
        REQUIRE(daemon.until_ready(phone, ready_limit));
    }

    json act(const std::string& name, const json& body = json::object())
    {
        const auto answer = daemon.api().post(daemon.path(phone, "/" + name), body.dump());
        INFO(name << ": " << answer.body);
        CHECK(answer.status == 200);
        return answer.json();
    }

    http_answer try_to(const std::string& name, const json& body)
    {
        return daemon.api().post(daemon.path(phone, "/" + name), body.dump());
    }

    std::string front_app() const { return phone.facts().at("front_app").get<std::string>(); }
    json state_of(const char* app) const { return phone.facts().at("apps").at(app); }

    /// Everything that was written down: the log, the state directory, the recording.
    std::string written()
    {
        auto text = daemon.process().output() + daemon.process().errors() +
                    content_of(directory.path() / "recording");
        namespace fs = std::filesystem;
        for (const auto& each : fs::recursive_directory_iterator(daemon.home().state.path()))
            if (each.is_regular_file())
                text += content_of(each.path());
        return text;
    }

    temporary_directory directory;
    virtual_phones phones;
    virtual_phone phone;
    local_thimbled daemon;
};

} // namespace

TEST_CASE("a text is copied and read back, and the user's app comes back", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5");
    recorded_phone on(model);
    for (const auto* app : {notes, home_screen}) {
        if (app == std::string(home_screen))
            on.act("home");
        else
            on.phone.make("open", {{"bundle_id", app}});
        const std::string text = "zwölf 🧵\nlines / slashes";
        on.act("copy-text", {{"text", text}});
        CHECK(on.phone.facts().at("clipboard") == text);
        CHECK(on.front_app() == app);
        const auto read = on.act("read-clipboard");
        CHECK(read.at("text") == text);
        CHECK(read.at("empty") == false);
        CHECK(on.front_app() == app);
    }
    on.act("copy-text", {{"text", ""}});
    CHECK(on.act("read-clipboard").at("empty") == true);
}

TEST_CASE("what another app has copied is read once the question is answered", "[e2e]")
{
    recorded_phone on;
    on.phone.make("open", {{"bundle_id", notes}});
    on.phone.make("clipboard", {{"text", "from elsewhere"}});
    CHECK(on.act("read-clipboard").at("text") == "from elsewhere");
    CHECK(on.front_app() == notes);
    CHECK(eventually(5s, [&] {
        return on.daemon.api().get(on.daemon.path(on.phone, "/status")).json().at("alert") ==
               nullptr;
    }));
}

TEST_CASE("a hundred thousand characters go through the clipboard", "[e2e]")
{
    recorded_phone on;
    std::string text;
    for (int i = 0; i < 25'000; ++i)
        text += "a🧵/é"; // four characters
    on.act("copy-text", {{"text", text}});
    CHECK(on.act("read-clipboard").at("text") == text);
}

TEST_CASE("typed and copied text is written down nowhere", "[e2e]")
{
    recorded_phone on;
    on.phone.make("open", {{"bundle_id", notes}});
    on.act("tap", {{"x", 300}, {"y", 400}});
    on.act("type", {{"text", "hunter2 typed"}});
    on.act("type", {{"text", "hunter2 pasted"}, {"method", "paste"}});
    on.act("copy-text", {{"text", "hunter2 copied"}});
    on.act("read-clipboard");
    on.act("shortcut", {{"name", "Set clipboard"}, {"input", "hunter2"}});
    const auto written = on.written();
    CHECK(written.contains("read-clipboard"));
    CHECK_FALSE(written.contains("hunter2"));
    CHECK_FALSE(written.contains("aHVudGVyMi")); // the same in base64
}

TEST_CASE("an address is opened by the app whose it is", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5");
    recorded_phone on(model);
    const std::string url = "https://example.com/a%20b?q=1#top";
    const auto record = on.act("open-url", {{"url", url}, {"consume_mode", "x"}});
    CHECK(record.at("action_id") == record.at("id"));
    CHECK(on.front_app() == safari);
    CHECK(on.state_of(safari).at("url") == url);
    on.act("open-url", {{"url", "maps://?q=Berlin"}});
    CHECK(on.front_app() == "com.apple.Maps");
}

TEST_CASE("an address that no app opens fails with its cause", "[e2e]")
{
    recorded_phone on;
    const auto answer = on.try_to("open-url", {{"url", "nobody://knows"}});
    CHECK(answer.status == 502);
    CHECK(answer.json().at("error") == "ACTION_FAILED");
    CHECK(answer.json().at("context").at("cause") == "no_app_for_url");
    CHECK(on.front_app() == home_screen);
}

TEST_CASE("a shortcut runs by name and by index, with its input", "[e2e]")
{
    const auto* model =
        GENERATE("iPhone SE 2,ios=16.7", "iPhone 15 Pro,ios=18.5", "iPad 9,ios=17.5");
    recorded_phone on(model);
    const std::string input = "50% & more? ü=1\n";
    on.act("shortcut", {{"name", "Set clipboard"}, {"input", input}});
    CHECK(on.state_of(shortcuts).at("input") == input);
    CHECK(on.phone.facts().at("clipboard") == input);
    on.daemon.api().send("PUT", on.daemon.path(on.phone, "/shortcuts"),
                         R"({"shortcuts":["Set clipboard","Über mich"]})", {});
    on.act("shortcut", {{"index", 1}});
    CHECK(on.state_of(shortcuts).at("last") == "Über mich");
    CHECK(on.state_of(shortcuts).at("input").is_null());
    CHECK(on.state_of(shortcuts).at("runs") == 2);
    CHECK(on.try_to("shortcut", {{"index", 2}}).json().at("error") == "SHORTCUT_NOT_FOUND");
}

} // namespace thimble::e2e
