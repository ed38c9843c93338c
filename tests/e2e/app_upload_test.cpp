// POST P/apps: an app that comes by REST, in local mode and in a service.
#include "tests/e2e/app_desk.hpp"
#ifdef __linux__
#include "tests/e2e/file_limits.hpp"
#endif

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto sketch_id = "com.thimble.sketch"; // the phone has one of its own, which opens

/// An app in the place of one that the phone has.
tests::made_app sketch_for(const virtual_phone& phone)
{
    auto app = runner_for(phone);
    app.root = "Payload/Sketch.app";
    app.bundle_id = sketch_id;
    app.executable = "Sketch";
    app.runner_version.clear();
    return app;
}

std::string ipa_of(const tests::made_app& app, std::size_t weight = 0)
{
    auto entries = tests::entries_of(app);
    if (weight > 0)
        entries.push_back({.path = app.root + "/blob",
                           .content = std::string(weight, 'b'),
                           .link_target = {},
                           .is_folder = false});
    return tests::zip_of(entries);
}

} // namespace

TEST_CASE("an app that comes by REST is installed once, and opens", "[e2e][local]")
{
    const app_desk desk;
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto content = ipa_of(sketch_for(phone), 3U << 20U); // more than a request may have else
    const auto first = send_app(daemon, phone, content, {{"Idempotency-Key", "one"}});
    const auto job = ended_job(daemon, first);
    INFO(job.dump(2));
    CHECK(job.at("status") == "completed");
    CHECK(job.at("action") == "install-app");
    CHECK(job.at("result").at("bundle_id") == sketch_id);
    CHECK(job.at("progress").is_null());
    CHECK(eventually(10s, [&] { return files_in_uploads(daemon) == 0; }));
    const auto apps = desk.remembered();
    REQUIRE(apps.size() == 1);
    CHECK(apps.at(0).at("bundle_id") == sketch_id);
    CHECK(apps.at(0).at("file") == "");

    const auto again = send_app(daemon, phone, content, {{"Idempotency-Key", "one"}});
    CHECK(again.status == 200);
    CHECK(again.json() == first.json());
    const auto other =
        send_app(daemon, phone, ipa_of(sketch_for(phone)), {{"Idempotency-Key", "one"}});
    CHECK(other.status == 409);
    CHECK(other.json().at("error") == "IDEMPOTENCY_MISMATCH");
    const auto jobs = daemon.api().get("/v1/jobs").json().at("jobs");
    CHECK(std::ranges::count(jobs, json("install-app"),
                             [](const json& each) { return each.at("action"); }) == 1);

    const auto opened =
        daemon.api().post(daemon.path(phone, "/open-app"), R"({"app_name": "com.thimble.sketch"})");
    INFO(opened.body);
    CHECK(opened.status == 200);
    CHECK(phone.facts().at("front_app") == sketch_id);
}

TEST_CASE("the job of an app tells how far it is", "[e2e][local]")
{
    const app_desk desk;
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    phone.make("fault", {{"service", "afc"}, {"kind", "delay"}, {"ms", 1000}, {"count", 100'000}});
    const auto answer = send_app(daemon, phone, ipa_of(sketch_for(phone), 8U << 20U));
    REQUIRE(answer.status == 200);
    const auto path = "/v1/jobs/" + answer.json().at("job_id").get<std::string>();
    CHECK(eventually(30s, [&] {
        const auto record = daemon.api().get(path).json();
        return record.at("status") == "running" && record.at("progress").is_object() &&
               record.at("progress").at("step") == "sending";
    }));
    phone.clear_faults();
    CHECK(ended_job(daemon, answer).at("status") == "completed");
}

TEST_CASE("an app that comes by REST and is not for the phone stays here", "[e2e][local]")
{
    const app_desk desk;
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    desk.close_staging();
    auto app = sketch_for(phone);
    app.profile = tests::signed_profile(
        {.phones = {"00008130-00000000000000FF"}, .expires = this_moment() + a_month});
    const auto job = ended_job(daemon, send_app(daemon, phone, ipa_of(app)));
    INFO(job.dump(2));
    CHECK(job.at("status") == "failed");
    CHECK(job.at("result").at("error") == "ACTION_FAILED");
    const auto& context = job.at("result").at("context");
    CHECK(context.at("outcome") == "not_sent");
    CHECK(context.at("cause") == "package_refused");
    CHECK(context.at("problems").at(0).at("code") == "phone_not_in_profile");
    const auto damaged = ended_job(daemon, send_app(daemon, phone, "PK no archive"));
    CHECK(damaged.at("status") == "failed");
    CHECK(damaged.at("result").at("context").at("outcome") == "not_sent");
    CHECK(eventually(10s, [&] { return files_in_uploads(daemon) == 0; }));
    CHECK(desk.remembered().empty());
}

TEST_CASE("an app is not received that is too large, empty or nobody's", "[e2e][local]")
{
    const app_desk desk;
    desk.home()->more["THIMBLE_UPLOAD_LIMIT"] = "1";
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const std::string large((1U << 20U) + 1, 'x');
    const auto in_pieces =
        daemon.api().raw("POST " + daemon.path(phone, "/apps") +
                             " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + daemon.key() +
                             "\r\nTransfer-Encoding: chunked\r\n\r\n100001\r\n" + large + "\r\n",
                         30s);
    CHECK(in_pieces.contains("413"));
    const auto refused = send_app(daemon, phone, large);
    CHECK(refused.status == 413);
    CHECK(refused.json().at("error") == "PAYLOAD_TOO_LARGE");
    CHECK(refused.json().at("context").at("limit") == 1U << 20U);
    CHECK(send_app(daemon, phone, "").json().at("error") == "EMPTY_BODY");
    const auto stranger = daemon.stranger().post(daemon.path(phone, "/apps"), large);
    CHECK(stranger.status == 401);
    CHECK(files_in_uploads(daemon) == 0);
    CHECK(daemon.api().get("/healthz").status == 200);
}

#ifdef __linux__ // where another program's limits can be set
TEST_CASE("an app for which the disk has no room is refused and leaves nothing", "[e2e][local]")
{
    const app_desk desk;
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto content = std::string(2U << 20U, 'x');
    limit_files(daemon.process(), 600'000);
    const auto refused = send_app(daemon, phone, content);
    INFO(refused.body);
    CHECK(refused.status == 507);
    CHECK(refused.json().at("error") == "STORAGE_FULL");
    CHECK(eventually(10s, [&] { return files_in_uploads(daemon) == 0; }));
    allow_files(daemon.process());
    const auto job = ended_job(daemon, send_app(daemon, phone, ipa_of(sketch_for(phone))));
    CHECK(job.at("status") == "completed");
}
#endif

TEST_CASE("an upload that breaks off leaves nothing behind", "[e2e][local]")
{
    const app_desk desk;
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto path = daemon.path(phone, "/apps");
    const auto head = "POST " + path +
                      " HTTP/1.1\r\nHost: localhost\r\nX-API-Key: " + daemon.key() +
                      "\r\nContent-Length: 3000000\r\n\r\n";
    std::size_t seen = 0;
    {
        boost::asio::io_context context;
        boost::asio::ip::tcp::socket client(context);
        client.connect({boost::asio::ip::address_v4::loopback(), daemon.port()});
        boost::asio::write(client, boost::asio::buffer(head + std::string(1U << 20U, 'x')));
        CHECK(eventually(10s, [&] { return (seen = files_in_uploads(daemon)) == 1; }));
    }
    CHECK(seen == 1);
    CHECK(eventually(10s, [&] { return files_in_uploads(daemon) == 0; }));
    CHECK(daemon.api().get("/v1/jobs").json().at("jobs").empty());
}

TEST_CASE("no app travels over a link", "[e2e][linked]")
{
    const app_desk desk;
    const auto phone = desk.phone();
    const thimble_system daemon(desk.phones(), desk.home());
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto answer = send_app(daemon, phone, ipa_of(sketch_for(phone)));
    INFO(answer.body);
    if (arrangement_under_test() == arrangement::local) {
        CHECK(ended_job(daemon, answer).at("status") == "completed");
        return;
    }
    CHECK(answer.status == 409);
    CHECK(answer.json().at("error") == "UNSUPPORTED_ACTION");
    CHECK(answer.json().at("message").get<std::string>().contains("thimbled app install"));
}

} // namespace thimble::e2e
