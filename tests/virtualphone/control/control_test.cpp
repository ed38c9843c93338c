// The control over real sockets: what it tells, what it does, and what it refuses.
#include "tests/catch2.hpp"
#include "tests/virtualphone/wda/http_client.hpp"
#include "virtualphone/control/control_server.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <filesystem>
#include <unistd.h>

using namespace thimble::virtualphone::tests;
using boost::beast::http::verb;
using nlohmann::json;
using thimble::virtualphone::control_server;
using thimble::virtualphone::phone;
using thimble::virtualphone::stream;
using thimble::virtualphone::world;
namespace asio = boost::asio;
namespace virtualphone = thimble::virtualphone;

namespace {

/// Notes what it is told to do.
class recording_world final : public world {
public:
    void plug(phone& which) override
    {
        which.plugged = true;
        done.emplace_back("plug");
    }
    void unplug(phone& which) override
    {
        which.plugged = false;
        done.emplace_back("unplug");
    }
    void set_trust(phone& which, virtualphone::trust answer) override
    {
        which.trust = answer;
        done.emplace_back("trust");
    }
    void stop_mux() override { done.emplace_back("stop"); }
    void start_mux() override { done.emplace_back("start"); }

    std::vector<std::string> done;
};

std::string socket_path()
{
    return (std::filesystem::temp_directory_path() /
            ("thimble-control-" + std::to_string(::getpid())))
        .string();
}

/// A control for one phone, and a client of it.
struct controlled {
    explicit controlled(const std::string& address = "127.0.0.1:0")
        : server(*control_server::open(
              runner.context.get_executor(), address, {{&runner.device, &runner.agent}}, around)),
          client(runner, connect())
    {
    }

    stream connect()
    {
        const std::string& address = server->address();
        if (address.starts_with("UNIX:")) {
            asio::local::stream_protocol::socket socket(runner.context);
            socket.connect(address.substr(5));
            return socket;
        }
        const auto port = std::stoi(address.substr(address.rfind(':') + 1));
        asio::ip::tcp::socket socket(runner.context);
        socket.connect({asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)});
        return socket;
    }

    std::string path(const std::string& call) const
    {
        return "/phones/" + runner.device.os.who().udid + (call.empty() ? "" : "/" + call);
    }

    json get(const std::string& call)
    {
        return json::parse(client.ask(verb::get, path(call)).body());
    }

    json post(const std::string& call, const json& body = json::object())
    {
        const auto response = client.ask(verb::post, path(call), body.dump());
        INFO(response.body());
        CHECK(response.result_int() == 200);
        return json::parse(response.body());
    }

    /// The status of a call that must be refused with a sentence.
    unsigned refused(verb method, const std::string& target, const std::string& body = "")
    {
        const auto response = client.ask(method, target, body);
        INFO(target << ' ' << body);
        CHECK_FALSE(json::parse(response.body()).at("error").get<std::string>().empty());
        return response.result_int();
    }

    virtual_runner runner;
    recording_world around;
    std::unique_ptr<control_server> server;
    http_client client;
};

} // namespace

TEST_CASE("the control tells all about a phone", "[virtualphone]")
{
    controlled control;
    const json told = control.get("");
    CHECK(told["udid"] == "00008130-000000000000001A");
    CHECK(told["name"] == "Test Phone");
    CHECK(told["model"] == "iPhone 15 Pro");
    CHECK(told["ios"] == "18.5");
    CHECK(told["width_px"] == 1179);
    CHECK(told["height_px"] == 2556);
    CHECK(told["width_pt"] == 393);
    CHECK(told["height_pt"] == 852);
    CHECK(told["scale"] == 3);
    CHECK(told["orientation"] == "portrait");
    CHECK(told["locked"] == false);
    CHECK(told["plugged"] == true);
    CHECK(told["front_app"] == "com.apple.springboard");
    CHECK(told["keyboard_shown"] == false);
    CHECK(told["clipboard"] == "");
    CHECK(told["runner"] == "running");
    CHECK(told["apps"].is_object());
    CHECK(json::parse(control.client.ask(verb::get, "/phones").body()) == json::array({told}));
}

TEST_CASE("a frame is the panel's PNG", "[virtualphone]")
{
    controlled control;
    const auto response = control.client.ask(verb::get, control.path("frame.png"));
    CHECK(response[http::field::content_type] == "image/png");
    CHECK(response.body().starts_with("\x89PNG"));
}

TEST_CASE("events are told from any index on", "[virtualphone]")
{
    controlled control;
    const json none = control.get("events?since=100000");
    CHECK(none["events"].empty());
    control.post("clipboard", {{"text", "hello"}});
    const json all = control.get("events");
    REQUIRE_FALSE(all["events"].empty());
    CHECK(all["events"].back()["kind"] == "clipboard");
    CHECK(all["next"] == all["events"].size());
    const std::string last = std::to_string(all["events"].size() - 1);
    CHECK(control.get("events?since=" + last)["events"].size() == 1);
}

TEST_CASE("the world acts on a phone", "[virtualphone]")
{
    controlled control;
    CHECK(control.post("clipboard", {{"text", "copied"}})["clipboard"] == "copied");
    CHECK(control.post("open", {{"bundle_id", "com.thimble.sketch"}})["front_app"] ==
          "com.thimble.sketch");
    const json turned = control.post("rotate", {{"orientation", "landscape_left"}});
    CHECK(turned["orientation"] == "landscape_left");
    CHECK(turned["width_px"] == 2556);
    CHECK(turned["width_pt"] == 852);
    CHECK(control.post("lock")["locked"] == true);
    CHECK(control.post("unlock")["locked"] == false);
    control.post("alert", {{"title", "Hello"}, {"buttons", {"A", "B"}}});
    CHECK(control.runner.device.os.alert()->buttons == std::vector<std::string>{"A", "B"});
    CHECK(control.post("runner", {{"state", "dead"}})["runner"] == "dead");
    CHECK(control.runner.device.ports.find(8100) == nullptr);
    CHECK(control.post("runner", {{"state", "hung"}})["runner"] == "hung");
}

TEST_CASE("cables, trust and the mux are the world's", "[virtualphone]")
{
    controlled control;
    CHECK(control.post("unplug")["plugged"] == false);
    CHECK(control.post("plug")["plugged"] == true);
    control.post("trust", {{"state", "ask"}});
    CHECK(control.runner.device.trust == virtualphone::trust::ask);
    CHECK(control.client.ask(verb::post, "/mux/stop").result_int() == 200);
    CHECK(control.client.ask(verb::post, "/mux/start").result_int() == 200);
    CHECK(control.around.done ==
          std::vector<std::string>{"unplug", "plug", "trust", "stop", "start"});
}

TEST_CASE("a reboot loses the runner and the image, and the phone comes back", "[virtualphone]")
{
    controlled control;
    const json told = control.post("reboot");
    CHECK(told["plugged"] == true);
    CHECK(told["runner"] == "dead");
    CHECK(told["front_app"] == "com.apple.springboard");
    CHECK_FALSE(control.runner.device.developer_image_mounted);
    CHECK(control.around.done == std::vector<std::string>{"unplug", "plug"});
}

TEST_CASE("faults are set and cleared", "[virtualphone]")
{
    controlled control;
    wda_client client(control.runner);
    control.post("fault", {{"service", "wda"}, {"kind", "error"}, {"count", 1}});
    CHECK(client.ask(verb::get, "/status").result_int() == 500);
    CHECK(client.ask(verb::get, "/status").result_int() == 200);
    control.post("fault", {{"service", "wda"}, {"kind", "error"}});
    CHECK(client.ask(verb::get, "/status").result_int() == 500);
    CHECK(control.client.ask(verb::delete_, control.path("fault")).result_int() == 200);
    CHECK(client.ask(verb::get, "/status").result_int() == 200);
}

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

TEST_CASE("a Unix socket serves as well and is gone after the end", "[virtualphone]")
{
    const std::string path = socket_path();
    {
        controlled control(path);
        CHECK(control.get("")["plugged"] == true);
        CHECK((std::filesystem::status(path).permissions() & std::filesystem::perms::mask) ==
              (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
        control.server->stop();
        control.client.begin_receive();
        control.runner.run_until([&] { return control.client.closed(); });
    }
    CHECK_FALSE(std::filesystem::exists(path));
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
