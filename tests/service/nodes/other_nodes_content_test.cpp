// Jobs, pictures, recordings, frames and use of phones that are at one node, asked for at another.
#include "tests/service/nodes/phone_with_pictures.hpp"

namespace thimble::service::test {

TEST_CASE("a job of another node is shown as it goes", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(hers.messages);
    REQUIRE(command);
    const auto becomes = [&](const std::string& status) {
        return two_nodes::until(hers.messages, [&] {
            const auto seen = hers.ask(hers.there, "/v1/jobs/" + job_id);
            return seen.status == 200 && seen.json().at("status") == status;
        });
    };
    const auto listed = [&](const std::string& query) {
        const auto found = hers.ask(hers.there, "/v1/jobs" + query).json().at("jobs");
        return !found.empty() && found.at(0).at("id") == job_id;
    };
    CHECK(becomes("pending"));
    CHECK(listed("?status=pending"));
    hers.messages.say(link::started{job_id});
    CHECK(becomes("running"));
    CHECK(listed("?status=running"));
    CHECK_FALSE(listed("?status=pending"));
    CHECK(listed(""));
    CHECK_FALSE(hers.ask(hers.there, "/v1/jobs/" + job_id).json().at("started_at").is_null());
    hers.messages.say(two_nodes::success_of(*command));
    CHECK(becomes("completed"));
    CHECK(listed("?status=completed"));
    CHECK_FALSE(listed("?status=running"));
}

TEST_CASE("the picture of a job is downloaded at every node", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    const auto begun = hers.ask(hers.here, hers.path("screenshot?async=true"));
    REQUIRE(begun.status == 200);
    const std::string job_id = begun.json().at("job_id");
    hers.give_picture("a picture");
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    for (auto* const at : {&hers.here, &hers.there}) {
        const auto got = hers.ask(*at, "/v1/jobs/" + job_id + "/download");
        CHECK(got.status == 200);
        CHECK(got.body == "a picture");
        CHECK(got.field("content-type") == "image/png");
    }
}

TEST_CASE("pictures in the store outlive their node", "[service][nodes]")
{
    two_nodes on(nullptr, two_nodes::pictures_in::store);
    phone_with_pictures hers(on);
    const auto begun = hers.ask(hers.here, hers.path("screenshot?async=true"));
    REQUIRE(begun.status == 200);
    const std::string job_id = begun.json().at("job_id");
    hers.give_picture("a picture");
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    CHECK_FALSE(std::filesystem::exists(on.here->state_dir() / "pictures"));
    on.here.reset();
    const auto got = hers.ask(hers.there, "/v1/jobs/" + job_id + "/download");
    CHECK(got.status == 200);
    CHECK(got.body == "a picture");
}

TEST_CASE("a frame that one node has given may be named at another", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    hers.here.send("GET " + hers.path("screenshot") +
                   " HTTP/1.1\r\nHost: x\r\nX-API-Key: " + on.there.ada_key + "\r\n\r\n");
    hers.give_picture("a picture");
    const auto seen = hers.here.receive();
    REQUIRE(seen.status == 200);
    auto fields = on.there.ada();
    fields["traceparent"] = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const auto tap = [&](const std::string& frame_id) {
        return hers.there.ask(
            "POST", hers.path("tap?async=true"), fields,
            nlohmann::json{{"x", 310}, {"y", 600}, {"frame_id", frame_id}}.dump());
    };
    CHECK(tap(seen.field("x-frame-id")).status == 200);
    CHECK(on.here->logs("asked=frame trace=0af7651916cd43dd8448eb211c80319c node="));
    CHECK(tap("0b2f7a0e-5c53-4c0e-9d0e-0a4f4f0a8d11").error() == "STALE_FRAME");
}

TEST_CASE("a recording of another node is listed, read, stopped and removed", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    const auto begun = hers.here.ask("POST", hers.path("recordings"), on.there.ada(), "{}");
    REQUIRE(begun.status == 201);
    const std::string recording = begun.json().at("id");
    const auto stream = hers.told();
    CHECK(stream.on);
    hers.show(stream, "one");
    REQUIRE(hers.becomes(hers.there, recording, "pictures", 1));
    const auto listed = hers.ask(hers.there, hers.path("recordings")).json().at("recordings");
    REQUIRE(listed.size() == 1);
    CHECK(listed.at(0).at("id") == recording);
    const auto stopped =
        hers.there.ask("POST", hers.path("recordings/" + recording + "/stop"), on.there.ada());
    CHECK(stopped.status == 200);
    CHECK(stopped.json().at("status") == "completed");
    const auto content = [&](std::uint16_t port, const headers& more) {
        auto fields = on.there.ada();
        fields.insert(more.begin(), more.end());
        return http_client(port).ask("GET", hers.path("recordings/" + recording + "/content"),
                                     fields);
    };
    const auto whole = content(on.here->port(), {});
    REQUIRE(whole.status == 200);
    const auto elsewhere = content(on.there.running.port(), {});
    CHECK(elsewhere.status == 200);
    CHECK(elsewhere.body == whole.body);
    const auto part = content(on.there.running.port(), {{"Range", "bytes=2-5"}});
    CHECK(part.status == 206);
    CHECK(part.body == whole.body.substr(2, 4));
    const auto one = hers.path("recordings/" + recording);
    CHECK(hers.there.ask("DELETE", one, on.there.ada()).status == 204);
    CHECK(hers.ask(hers.here, one).error() == "RECORDING_NOT_FOUND");
    CHECK(hers.ask(hers.there, one).error() == "RECORDING_NOT_FOUND");
}

TEST_CASE("a recording is not for another account at another node", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    const auto begun = hers.here.ask("POST", hers.path("recordings"), on.there.ada(), "{}");
    REQUIRE(begun.status == 201);
    const auto one = hers.path("recordings/" + begun.json().at("id").get<std::string>());
    const headers bob{{"X-API-Key", on.there.bob_key}};
    CHECK(hers.ask(hers.there, one).status == 200);
    CHECK(hers.there.ask("GET", one, bob).error() == "RECORDING_NOT_FOUND");
    CHECK(hers.there.ask("DELETE", one, bob).error() == "RECORDING_NOT_FOUND");
    CHECK(hers.ask(hers.here, one).status == 200);
}

TEST_CASE("the use of a phone by another node is told", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    const auto becomes = [&](std::size_t depth) {
        return two_nodes::until(hers.messages, [&] {
            return hers.ask(hers.there, hers.path("status")).json().at("queue_depth") == depth;
        });
    };
    const auto job_id = on.tap(*on.here);
    const auto command = two_nodes::hear<link::command>(hers.messages);
    REQUIRE(command);
    CHECK(becomes(1));
    on.tap(on.there.running);
    CHECK(becomes(2));
    hers.messages.say(two_nodes::success_of(*command));
    CHECK(on.ended(*on.here, job_id).at("status") == "completed");
    CHECK(becomes(1));
}

TEST_CASE("one request that comes to two nodes at once is carried out once", "[service][nodes]")
{
    two_nodes on;
    phone_with_pictures hers(on);
    const std::string body = R"({"x":310,"y":600})";
    constexpr int rounds = 10;
    for (int round = 0; round < rounds; ++round) {
        const auto request = "POST /v1/tap HTTP/1.1\r\nHost: x\r\nX-API-Key: " + on.there.ada_key +
                             "\r\nIdempotency-Key: once-" + std::to_string(round) +
                             "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
                             body;
        hers.here.send(request);
        hers.there.send(request);
        const auto command = two_nodes::hear<link::command>(hers.messages);
        REQUIRE(command);
        hers.messages.say(two_nodes::success_of(*command));
        for (auto* const at : {&hers.here, &hers.there}) {
            const auto answer = at->receive();
            INFO(answer.body);
            CHECK(answer.status == 200);
            CHECK(answer.json().at("id") == command->job_id);
        }
    }
}

} // namespace thimble::service::test
