// Refusals of the control.
#include "tests/virtualphone/control/controlled.hpp"

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using thimble::virtualphone::control_server;

TEST_CASE("bad input gets 400 and a sentence", "[virtualphone]")
{
    controlled control;
    const std::vector<std::pair<std::string, std::string>> wrong{
        {"trust", R"({"state":"maybe"})"},
        {"trust", "{}"},
        {"trust", "[]"},
        {"trust", "nonsense"},
        {"rotate", R"({"orientation":"sideways"})"},
        {"rotate", R"({"orientation":7})"},
        {"alert", R"({"text":"no title"})"},
        {"alert", R"({"title":"x","buttons":[]})"},
        {"alert", R"({"title":"x","buttons":[7]})"},
        {"alert", R"({"title":"x","buttons":["1","2","3","4","5","6","7","8","9"]})"},
        {"alert", R"({"title":"x","kind":"banner"})"},
        {"alert", R"({"title":"x","kind":"sheet"})"},
        {"window", R"({"bundle_id":"com.thimble.sketch","mode":"tiny"})"},
        {"window", R"({"bundle_id":"com.thimble.sketch","mode":"left_half"})"},
        {"window", R"({"bundle_id":"no.such.app","mode":"full"})"},
        {"opening", R"({"ms":-1})"},
        {"app_trust", R"({"bundle_id":"com.thimble.sketch","state":"perhaps"})"},
        {"app_trust", R"({"state":"no"})"},
        {"automation", R"({"state":"perhaps"})"},
        {"edges", R"({"state":"mine"})"},
        {"runner", R"({"state":"tired"})"},
        {"clipboard", R"({"text":null})"},
        {"clipboard", R"({"text":")" + std::string(70'000, 'x') + R"("})"},
        {"open", "{}"},
        {"open", R"({"bundle_id":"no.such.app"})"},
        {"fault", R"({"service":"wda","kind":"sulk"})"},
        {"fault", R"({"kind":"hang"})"},
        {"fault", R"({"service":"wda","kind":"delay","ms":-5})"},
        {"fault", R"({"service":"wda","kind":"delay","ms":1e300})"},
        {"fault", R"({"service":"wda","kind":"delay","count":1e300})"},
        {"lock", std::string(100'000, '[')},
        {"lock", R"({"a":)" + std::string(1000, '[') + std::string(1000, ']') + "}"},
    };
    for (const auto& [call, body] : wrong)
        CHECK(control.refused(verb::post, control.path(call), body) == 400);
    for (const char* since : {"events?since=-1", "events?since=x", "events?since=", "events?x=1",
                              "events?since=99999999999999999999999"})
        CHECK(control.refused(verb::get, control.path(since)) == 400);
}

TEST_CASE("what is not there is 404, another method 405", "[virtualphone]")
{
    controlled control;
    CHECK(control.refused(verb::get, "/") == 404);
    CHECK(control.refused(verb::get, "/phones/none") == 404);
    CHECK(control.refused(verb::get, "/phones/none/frame.png") == 404);
    CHECK(control.refused(verb::post, control.path("dance")) == 404);
    CHECK(control.refused(verb::post, "/mux/restart") == 404);
    CHECK(control.refused(verb::get, "/mux/stop") == 405);
    CHECK(control.refused(verb::post, "/phones") == 405);
    CHECK(control.refused(verb::get, control.path("unplug")) == 405);
    const auto response = control.client.ask(verb::get, control.path("fault"));
    CHECK(response.result_int() == 405);
    CHECK(response[http::field::allow] == "POST, DELETE");
}

TEST_CASE("a request that is malformed or too large gets 400 and the end", "[virtualphone]")
{
    controlled control;
    control.client.send_raw(
        GENERATE("nonsense\r\n\r\n", "POST /phones HTTP/1.1\r\nContent-Length: 9999999\r\n\r\n"));
    CHECK(control.client.receive().result_int() == 400);
    control.client.begin_receive();
    control.runner.run_until([&] { return control.client.closed(); });
}

TEST_CASE("an address that cannot be listened on is explained", "[virtualphone]")
{
    virtual_runner runner;
    recording_world around;
    for (const char* address :
         {"", "nonsense", "127.0.0.1:x", "127.0.0.1:99999", "/no/such/dir/s"}) {
        const auto opened =
            control_server::open(runner.context.get_executor(), address, {}, around);
        REQUIRE_FALSE(opened);
        CHECK_FALSE(opened.error().empty());
    }
}
