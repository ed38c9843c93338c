// A daemon of version 0.1.0 that links with this service: its messages are that version's texts.
#include "tests/catch2.hpp"
#include "tests/service/link_peer.hpp"
#include "tests/service/server/serving_first_version.hpp"

#include <fstream>
#include <memory>
#include <set>
#include <string>

namespace thimble::service::test {

namespace {

using nlohmann::json;

/// A message of that version, from its golden files.
json message_of_first_version(const std::string& name)
{
    std::ifstream file(std::string(THIMBLE_MESSAGES_OF_FIRST_VERSION) + "/" + name + ".json");
    REQUIRE(file);
    return json::parse(file);
}

/// All that a service of that version said.
const std::set<std::string> said_by_first_service{"cancel",   "command", "drain",  "heartbeat",
                                                  "keyframe", "settled", "stream", "welcome"};

class daemon_of_first_version {
public:
    /// Has said its hello, which knows of no job.
    explicit daemon_of_first_version(std::uint16_t port)
        : port_(port), wire_(port, state_of_first_version::token)
    {
        REQUIRE(wire_.status() == 101);
        auto hello = message_of_first_version("hello");
        hello["open_jobs"] = json::array();
        say(hello);
        welcome = hear("welcome");
    }

    void say(const json& what) { wire_.say_text(what.dump()); }

    /// The next message of that kind; whatever comes before has to be known to that version.
    json hear(const std::string& type)
    {
        for (;;) {
            const auto text = wire_.hear_text();
            REQUIRE(text);
            auto heard = json::parse(*text);
            INFO(*text);
            CHECK(said_by_first_service.contains(heard.at("type").get<std::string>()));
            if (heard.at("type").get<std::string>() == type)
                return heard;
        }
    }

    /// Says of a job's command that it has come, and that it is being done.
    void begin(const json& command)
    {
        for (const auto* const name : {"ack", "started"}) {
            auto told = message_of_first_version(name);
            told["job_id"] = command.at("job_id");
            say(told);
        }
    }

    void send_picture(const json& command, const std::string& content)
    {
        frames_peer frames(port_, state_of_first_version::token,
                           welcome.at("epoch").get<std::int64_t>());
        frames.send({.udid = state_of_first_version::udid,
                     .frame_id = command.at("job_id"),
                     .stream_id = "",
                     .codec = link::codec::jpeg,
                     .size = {.width = 620, .height = 1344},
                     .captured_at = {}},
                    content);
        hear("settled"); // before the connection goes
    }

    json welcome;

private:
    std::uint16_t port_;
    link_peer wire_;
};

/// Each field that the former has, of the same type.
void check_fields(const json& present, const json& former)
{
    INFO(present.dump());
    for (const auto& [name, value] : former.items()) {
        INFO(name);
        REQUIRE(present.contains(name));
        CHECK(std::string(present.at(name).type_name()) == value.type_name());
    }
}

} // namespace

TEST_CASE("a daemon of the first version is welcomed in words that it knows", "[service]")
{
    serving_first_version on;
    const daemon_of_first_version daemon(on.running.port());
    check_fields(daemon.welcome, message_of_first_version("welcome"));
    CHECK(daemon.welcome.at("protocol") == message_of_first_version("welcome").at("protocol"));
    for (const auto& each : daemon.welcome.at("features"))
        CHECK(each == "h264"); // all that it has offered
    const auto phones = on.get("/v1/phones");
    REQUIRE(phones.size() == 2);
    CHECK(phones.at(0).at("connection_status") == "online");
    CHECK(phones.at(0).at("readiness").at("ready") == true);
}

TEST_CASE("a daemon of the first version taps", "[service]")
{
    serving_first_version on;
    daemon_of_first_version daemon(on.running.port());
    const auto asked = on.client.ask("POST", "/v1/tap?async=true", on.ada, R"({"x":310,"y":672})");
    INFO(asked.body);
    REQUIRE(asked.status == 200);
    const auto command = daemon.hear("command");
    const auto former = message_of_first_version("action_tap");
    check_fields(command, former);
    CHECK(command.at("action") == former.at("action"));
    CHECK(command.at("space") == former.at("space"));
    CHECK(command.at("lane") == former.at("lane"));
    daemon.begin(command);
    auto result = message_of_first_version("result");
    result["job_id"] = command.at("job_id");
    result.erase("frame");
    daemon.say(result);
    const auto job = on.job_that_is("completed", command.at("job_id"));
    CHECK(job.at("result") == result.at("value"));
    CHECK(job.at("receipt").at("effect") == "changed");
    CHECK(daemon.hear("settled").at("job_id") == command.at("job_id"));
}

TEST_CASE("a failure of a daemon of the first version is told as it is", "[service]")
{
    serving_first_version on;
    daemon_of_first_version daemon(on.running.port());
    const auto asked = on.client.ask("POST", "/v1/home?async=true", on.ada);
    REQUIRE(asked.status == 200);
    const auto command = daemon.hear("command");
    CHECK(command.at("action") == message_of_first_version("command").at("action"));
    daemon.begin(command);
    auto result = message_of_first_version("result_failed");
    result["job_id"] = command.at("job_id");
    daemon.say(result);
    const auto job = on.job_that_is("failed", command.at("job_id"));
    CHECK(job.at("result").at("error") == "ELEMENT_NOT_FOUND");
}

TEST_CASE("a daemon of the first version takes a picture", "[service]")
{
    serving_first_version on;
    daemon_of_first_version daemon(on.running.port());
    const auto asked = on.client.ask("GET", "/v1/screenshot?async=true", on.ada);
    INFO(asked.body);
    REQUIRE(asked.status == 200);
    const auto command = daemon.hear("command");
    check_fields(command.at("action"), {{"screenshot", json::object()}});
    CHECK(command.at("lane") == "frames");
    daemon.begin(command);
    auto result = message_of_first_version("result");
    result["job_id"] = command.at("job_id");
    result["value"] = json::object();
    result.erase("receipt");
    daemon.say(result);
    daemon.send_picture(command, "a picture");
    const auto id = command.at("job_id").get<std::string>();
    on.job_that_is("completed", id);
    const auto shown = on.client.ask("GET", "/v1/jobs/" + id + "/download", on.ada);
    CHECK(shown.status == 200);
    CHECK(shown.body == "a picture");
    CHECK(shown.field("x-screen-width") == "620");
}

} // namespace thimble::service::test
