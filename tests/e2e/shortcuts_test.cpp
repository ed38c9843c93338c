// The library of shortcuts and what its entries do, and pages of the web, from the REST request on.
#include "tests/catch2.hpp"
#include "tests/e2e/campaign.hpp"
#include "tests/e2e/local_thimbled.hpp"

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto notes = "com.apple.mobilenotes";
constexpr auto safari = "com.apple.mobilesafari";
constexpr auto shortcuts = "com.apple.shortcuts";

/// One phone that takes no time, ready.
struct shortcut_phone {
    explicit shortcut_phone(const std::string& model)
        : phones({.phones = {model}, .device_time = action_time()}), phone(phones.at(0)),
          daemon(phones)
    {
        INFO(model);
        REQUIRE(daemon.until_ready(phone, ready_limit));
    }

    void act(const std::string& name, const json& body) const
    {
        const auto answer = daemon.api().post(daemon.path(phone, "/" + name), body.dump());
        INFO(name << ": " << answer.body);
        REQUIRE(answer.status == 200);
    }

    json library() const
    {
        return daemon.api().get(daemon.path(phone, "/shortcuts")).json().at("shortcuts");
    }

    json state_of(const char* app) const { return phone.facts().at("apps").at(app); }

    virtual_phones phones;
    virtual_phone phone;
    local_thimbled daemon;
};

const char* each_model()
{
    return GENERATE("iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16.7", "iPad 9,ios=17.5");
}

} // namespace

TEST_CASE("the names of shortcuts are kept as they were put", "[e2e]")
{
    const shortcut_phone on(each_model());
    CHECK(on.library() == json::array());
    const json names{"Open Maps", "Add note", "Über mich"};
    const auto put = on.daemon.api().send("PUT", on.daemon.path(on.phone, "/shortcuts"),
                                          json{{"shortcuts", names}}.dump(), {});
    CHECK(put.status == 200);
    CHECK(on.library() == names);

    on.act("shortcut", {{"index", 1}, {"input", "Buy thread & \"silk\""}});
    CHECK(on.state_of(shortcuts).at("last") == "Add note");
    CHECK(on.state_of(shortcuts).at("input") == "Buy thread & \"silk\"");
    CHECK(on.state_of(notes).at("text") == "Buy thread & \"silk\"");
    on.act("shortcut", {{"name", "Open Maps"}});
    CHECK(on.phone.facts().at("front_app") == "com.apple.Maps");
    CHECK(on.state_of(shortcuts).at("runs") == 2);
}

TEST_CASE("pages of the web are opened after each other", "[e2e]")
{
    const shortcut_phone on(each_model());
    on.act("open-url", {{"url", "https://example.com"}});
    on.act("open-url", {{"url", "http://needles.example/page/2"}});
    CHECK(on.phone.facts().at("front_app") == safari);
    CHECK(on.state_of(safari).at("url") == "http://needles.example/page/2");
    CHECK(on.state_of(safari).at("history") ==
          json{"https://example.com", "http://needles.example/page/2"});
}

} // namespace thimble::e2e
