// Commands, keys and unlocking: what is sent, what is refused, and what works on a locked phone.
#include "gesture/keys.hpp"
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr const char* secret = "Tr0ub4dor";

struct with_commanded_phone : with_phone {
    with_commanded_phone() { running.attach(able()); }

    static link::phone_state able()
    {
        auto state = phone("udid-1");
        state.capabilities = {"home",
                              "lock",
                              "unlock",
                              "spotlight",
                              "app-switcher",
                              "control-center",
                              "notification-center",
                              "escape",
                              "keypress",
                              "volume-up",
                              "volume-down",
                              "siri",
                              "action-button",
                              "rotate"};
        return state;
    }

    reply post(const std::string& action, const json& body = json::object())
    {
        return client.post(path(action), body.dump());
    }

    link::action sent(const std::string& action, const json& body = json::object())
    {
        CHECK(post(action, body).status == 200);
        return last_command().what;
    }

    json refused(const std::string& action, const json& body)
    {
        const auto answer = post(action, body);
        CHECK(answer.status == 422);
        CHECK(answer.json().at("error") == "INVALID_ARGUMENT");
        return answer.json().at("context");
    }
};

} // namespace

TEST_CASE_METHOD(with_commanded_phone,
                 "a command needs no body and is sent as it is called",
                 "[service]")
{
    CHECK(sent("lock") == link::action(link::lock{}));
    CHECK(sent("unlock") == link::action(link::unlock{}));
    CHECK(sent("spotlight") == link::action(link::spotlight{}));
    CHECK(sent("app-switcher") == link::action(link::app_switcher{}));
    CHECK(sent("control-center") == link::action(link::control_center{}));
    CHECK(sent("notification-center") == link::action(link::notification_center{}));
    CHECK(sent("escape") == link::action(link::escape{}));
    CHECK(sent("volume-up") == link::action(link::volume_up{}));
    CHECK(sent("volume-down") == link::action(link::volume_down{}));
    CHECK(sent("siri") == link::action(link::siri{}));
    CHECK(sent("action-button") == link::action(link::action_button{}));
    CHECK(client.post(path("lock"), "").status == 200);
}

TEST_CASE_METHOD(with_commanded_phone, "a key has modifiers and repeats", "[service]")
{
    CHECK(sent("keypress", {{"key", "enter"}}) ==
          link::action(link::keypress{.key = "enter", .modifiers = {}}));
    CHECK(sent("keypress", {{"key", "c"}, {"modifiers", {"command", "shift"}}, {"repeat", 100}}) ==
          link::action(link::keypress{.key = "c",
                                      .modifiers = {link::modifier::command, link::modifier::shift},
                                      .repeat = 100}));
    for (const auto name : gesture::key_names())
        CHECK(post("keypress", {{"key", std::string(name)}}).status == 200);
}

TEST_CASE_METHOD(with_commanded_phone, "what is wrong with a key is named", "[service]")
{
    CHECK(refused("keypress", {{"key", "f1"}}).at("field") == "key");
    CHECK(refused("keypress", {{"key", "A"}}).at("field") == "key");
    CHECK(post("keypress", {{"repeat", 2}}).status == 422);
    CHECK(refused("keypress", {{"key", "a"}, {"repeat", 0}}).at("field") == "repeat");
    CHECK(refused("keypress", {{"key", "a"}, {"repeat", 101}}).at("field") == "repeat");
    CHECK(refused("keypress", {{"key", "a"}, {"modifiers", {"hyper"}}}).at("field") == "modifiers");
    CHECK(refused("keypress", {{"key", "a"}, {"modifiers", {"shift", "shift"}}}).at("reason") ==
          "repeated");
    CHECK(running.seen().received.empty());
}

TEST_CASE_METHOD(with_commanded_phone,
                 "the interface turns by four names and two short ones",
                 "[service]")
{
    using screen::orientation;
    for (const auto& [name, to] : {std::pair("portrait", orientation::portrait),
                                   std::pair("left", orientation::landscape_left),
                                   std::pair("landscape_left", orientation::landscape_left),
                                   std::pair("right", orientation::landscape_right),
                                   std::pair("landscape_right", orientation::landscape_right),
                                   std::pair("upside_down", orientation::upside_down)})
        CHECK(sent("rotate", {{"orientation", name}}) == link::action(link::rotate{.to = to}));
    CHECK(refused("rotate", {{"orientation", "sideways"}}).at("field") == "orientation");
}

TEST_CASE_METHOD(with_commanded_phone,
                 "a passcode is sent, and stands in no answer and no log",
                 "[service]")
{
    const auto answer = post("unlock", {{"passcode", secret}});
    CHECK(answer.status == 200);
    CHECK(last_command().what == link::action(link::unlock{.passcode = secret}));
    const auto id = answer.json().at("id").get<std::string>();
    CHECK(answer.body.find(secret) == std::string::npos);
    CHECK(client.get("/v1/jobs/" + id).body.find(secret) == std::string::npos);
    CHECK(running.logged().find(secret) == std::string::npos);
}

TEST_CASE_METHOD(with_commanded_phone,
                 "a passcode that cannot be typed is not repeated",
                 "[service]")
{
    const std::string odd = std::string(secret) + "\n";
    for (const json& passcode :
         {json(odd), json(""), json(std::string(65, '7')), json("p\u00e4ss"), json(1234)}) {
        const auto answer = post("unlock", {{"passcode", passcode}});
        CHECK(answer.status == 422);
        CHECK(answer.json().at("context").at("field") == "passcode");
        CHECK(answer.body.find(secret) == std::string::npos);
        CHECK(answer.body.find("1234") == std::string::npos);
        CHECK(answer.body.find("7777") == std::string::npos);
    }
    CHECK(running.seen().received.empty());
}

TEST_CASE_METHOD(with_commanded_phone, "on a locked phone lock, unlock and home work", "[service]")
{
    auto locked = able();
    locked.locked = true;
    locked.blockers = {
        {.code = "LOCKED", .message = "Locked.", .remedy = "Unlock it.", .since = {}}};
    running.attach(locked);
    for (const auto* action : {"lock", "unlock", "home"})
        CHECK(post(action).status == 200);
    for (const auto* action : {"control-center", "siri", "volume-up", "escape"})
        CHECK(post(action).json().at("error") == "PHONE_NOT_READY");
}

} // namespace thimble::service::test
