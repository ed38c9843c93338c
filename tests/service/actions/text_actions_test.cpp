// Typing and the clipboard: what is sent, what is refused, and that the words stay with the user.
#include "contract/typed_text.hpp"
#include "tests/catch2.hpp"
#include "tests/service/service_with_phone.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

struct with_typing_phone : with_phone {
    with_typing_phone()
    {
        auto able = phone("udid-1");
        able.capabilities = {"type", "copy-text", "read-clipboard"};
        running.attach(able);
    }

    reply type(const json& text, const json& method = nullptr)
    {
        json body{{"text", text}};
        if (!method.is_null())
            body["method"] = method;
        return client.post(path("type"), body.dump());
    }

    link::action last_action() { return last_command().what; }
};

} // namespace

TEST_CASE("text is typed by keys unless another method is asked for", "[service]")
{
    with_typing_phone on;
    CHECK(on.type("Hello\tWorld\n").status == 200);
    CHECK(on.last_action() == link::action(link::type{.text = "Hello\tWorld\n"}));
    CHECK(on.type("Hello", "paste").status == 200);
    CHECK(on.last_action() ==
          link::action(link::type{.text = "Hello", .method = link::typing_method::paste}));
    for (const auto* method : {"auto", "shortcut", "shortcut_legacy"}) {
        CHECK(on.type("日本語 🧵 e\u0301", method).status == 200);
        CHECK(on.last_action() ==
              link::action(link::type{.text = "日本語 🧵 e\u0301",
                                      .method = link::typing_method::automatic}));
    }
    CHECK_FALSE(on.last_command().space);
}

TEST_CASE("the first character that cannot be typed is named by its position", "[service]")
{
    with_typing_phone on;
    const auto refused = [&](const json& text, const json& method = nullptr) {
        const auto answer = on.type(text, method);
        CHECK(answer.status == 422);
        CHECK(answer.json().at("error") == "INVALID_ARGUMENT");
        CHECK(answer.json().at("context").at("field") == "text");
        return answer.json().at("context");
    };
    CHECK(refused("abcé").at("position") == 3);
    CHECK(refused("abcé").at("reason") == "not_ascii");
    CHECK(refused("ab\x01").at("position") == 2);
    CHECK(refused("ab\x7f").at("reason") == "control_character");
    CHECK(refused(std::string("a\0b", 3)).at("position") == 1);
    CHECK(refused(std::string(101, 'a')).at("position") == 100);
    CHECK(refused(std::string(101, 'a')).at("reason") == "too_long");
    CHECK(refused("ééé\x1b", "auto").at("position") == 3);
    CHECK(refused(std::string(10'001, 'a'), "auto").at("position") == 10'000);
    CHECK(refused("").at("reason") == "too_short");
    CHECK(on.type(std::string(100, '~')).status == 200);
    CHECK(on.type(std::string(10'000, 'a'), "auto").status == 200);
    CHECK(on.type("\x7f\u0085\uffff", "auto").status == 200);
}

TEST_CASE("a text is measured by the limit of its method", "[service]")
{
    with_typing_phone on;
    const auto refused = [&](const json& text, const json& method) {
        const auto answer = on.type(text, method);
        CHECK(answer.status == 422);
        return answer.json();
    };
    for (const auto* method : {"keys", "paste"})
        for (const auto& text : {std::string(), std::string(101, 'a'), std::string(20'000, 'a')})
            CHECK(refused(text, method).at("context").at("maximum") == 100);
    for (const auto& text : {std::string(), std::string(10'001, 'a')})
        CHECK(refused(text, "auto").at("context").at("maximum") == 10'000);
    const auto message = refused("", "keys").at("message").get<std::string>();
    CHECK(message == "text must have 1 to 100 characters with the method keys.");
}

TEST_CASE("a text that keys cannot type is told which request can", "[service]")
{
    with_typing_phone on;
    for (const auto& text : {std::string("Grüße"), std::string(101, 'a')})
        CHECK(
            on.type(text).json().at("message").get<std::string>().contains(R"("method": "auto")"));
}

TEST_CASE("a text or method that is none is refused", "[service]")
{
    with_typing_phone on;
    CHECK(on.client.post(on.path("type"), "").json().at("error") == "EMPTY_BODY");
    CHECK(on.client.post(on.path("type"), "{}").json().at("context").at("field") == "text");
    CHECK(on.type(7).json().at("context").at("reason") == "not_a_string");
    CHECK(on.type("a", "telepathy").json().at("context").at("field") == "method");
    CHECK(on.running.seen().received.empty());
}

TEST_CASE("a text of up to 100000 characters is copied", "[service]")
{
    with_typing_phone on;
    const std::string most(100'000, 'x');
    for (const auto& text : {std::string("a\nb"), std::string(), most}) {
        CHECK(on.client.post(on.path("copy-text"), json{{"text", text}}.dump()).status == 200);
        CHECK(on.last_command().what == link::action(link::copy_text{.text = text}));
    }
    const auto too_long = on.client.post(on.path("copy-text"), json{{"text", most + "x"}}.dump());
    CHECK(too_long.status == 422);
    CHECK(too_long.body.size() < 1000); // the text does not come back
}

TEST_CASE("the clipboard stands beside the job, and in its result", "[service]")
{
    with_typing_phone on;
    on.running.direct([](auto& desktop) {
        desktop.script = [](const link::command& what) {
            auto out = success(what);
            out.value = {{"text", "secret words"}, {"empty", false}};
            return out;
        };
    });
    const auto record = on.client.post(on.path("read-clipboard")).json();
    CHECK(record.at("text") == "secret words");
    CHECK(record.at("empty") == false);
    CHECK(record.at("job_id") == record.at("id"));

    const auto job = on.client.post(on.path("read-clipboard?async=true")).json();
    const auto later = ended_job(on.client, "/v1/jobs/" + job.at("job_id").get<std::string>());
    CHECK(later.at("result") == json{{"text", "secret words"}, {"empty", false}});
}

TEST_CASE("no text stands in the log", "[service]")
{
    with_typing_phone on;
    CHECK(on.type("hunter2 typed").status == 200);
    CHECK(on.type("hunter2 é").status == 422);
    CHECK(on.client.post(on.path("copy-text"), R"({"text":"hunter2 copied"})").status == 200);
    CHECK(on.running.logs("copy-text")); // the request, without what it says
    CHECK_FALSE(on.running.logged().contains("hunter2"));
}

} // namespace thimble::service::test
