// The state directory of version 0.1.0, served by this one.
#include "service/secrets/secret_rows.hpp"
#include "tests/catch2.hpp"
#include "tests/service/accounts/accounts_with_passwords.hpp"
#include "tests/service/link_peer.hpp"
#include "tests/service/server/serving_first_version.hpp"

#include <memory>
#include <string>
#include <variant>

namespace thimble::service::test {

namespace {

using nlohmann::json;
using first_state = state_of_first_version;

/// Links as the desktop of that state, which remembers one of its jobs.
std::unique_ptr<link_peer> link_desktop(serving_first_version& on)
{
    auto out = std::make_unique<link_peer>(on.running.port(), first_state::token);
    REQUIRE(out->status() == 101);
    auto mine = phone(first_state::udid);
    mine.capabilities = {"home", "screenshot", "tap"};
    link::hello said;
    said.desktop_id = first_state::desktop;
    said.name = "Workbench";
    said.version = "0.1.0";
    said.boot_id = "b5b3c0de-1111-4222-8333-444455556666";
    said.journal_id = "7c1e4a90b2d3f586";
    said.phones = {mine};
    said.open_jobs = {{.job_id = on.state.remembered, .reached = link::open_job::stage::finished}};
    out->say(said);
    return out;
}

template <class Message>
Message next_message_of(link_peer& at)
{
    for (;;) {
        auto heard = at.hear();
        REQUIRE(heard);
        if (auto* const found = std::get_if<Message>(&*heard))
            return std::move(*found);
    }
}

link::result done_by_first(const std::string& job_id)
{
    link::result out;
    out.job_id = job_id;
    out.udid = first_state::udid;
    return out;
}

} // namespace

TEST_CASE("keys, browsers and passwords of the first version open what they opened", "[service]")
{
    serving_first_version on;
    CHECK(on.get("/v1/me").at("account").at("name") == "ada");
    const auto keys = on.get("/v1/keys");
    REQUIRE(keys.size() == 1);
    CHECK(keys.at(0).at("name") == "first");
    const auto made = on.client.ask("POST", "/v1/keys", on.ada, R"({"name":"second"})");
    CHECK(made.status == 201); // with all rights, as every key of that version
    const headers cookie{{"Cookie", "thimble=" + std::string(first_state::cookie)}};
    CHECK(on.client.ask("GET", "/v1/phones", cookie).status == 200);
    browser by_name(on.running.port());
    CHECK(by_name.sign_in("ada", with_passwords::adas_password).status == 200);
    CHECK(by_name.sign_in("ada", "another").error() == "SIGN_IN_FAILED");
}

TEST_CASE("phones of the first version are known as they were", "[service]")
{
    serving_first_version on;
    const auto phones = on.get("/v1/phones");
    REQUIRE(phones.size() == 1);
    CHECK(phones.at(0).at("id") == first_state::phone);
    CHECK(phones.at(0).at("display_name") == "Red one");
    CHECK(phones.at(0).at("device_name") == "iPhone 15 Pro");
    CHECK(phones.at(0).at("width") == 620);
    CHECK(phones.at(0).at("connection_status") == "offline");
    CHECK(phones.at(0).at("selected") == true);
    CHECK(phones.at(0).at("unique_id") == first_state::udid);
    const auto settings = on.get("/v1/phones/" + std::string(first_state::phone) + "/settings");
    CHECK(settings.at("typing_method") == "paste");
    CHECK(settings.at("speed") == 80);
    const auto desktops = on.get("/v1/desktops").at("desktops");
    REQUIRE(desktops.size() == 1);
    CHECK(desktops.at(0).at("id") == first_state::desktop);
    CHECK(desktops.at(0).at("name") == "Workbench");
}

TEST_CASE("ended jobs of the first version are shown with their pictures", "[service]")
{
    serving_first_version on;
    CHECK(on.get("/v1/jobs?limit=100").at("jobs").size() == 6);
    const auto tapped = on.get("/v1/jobs/" + on.state.tapped);
    CHECK(tapped.at("status") == "completed");
    CHECK(tapped.at("action") == "tap");
    CHECK(tapped.at("result") == json{{"bundle_id", "com.apple.Maps"}});
    CHECK(tapped.at("timing").at("device_ms") == 212.25);
    CHECK(tapped.at("timing").at("total_ms") == 250);
    CHECK(tapped.at("receipt").at("effect") == "changed");
    CHECK(tapped.at("receipt").at("frame").at("region").at("width") == 30);
    CHECK(tapped.at("receipt").at("frame").at("captured_at") == "2026-11-25T12:00:00.123Z");
    const auto refused = on.get("/v1/jobs/" + on.state.refused);
    CHECK(refused.at("status") == "failed");
    CHECK(refused.at("result").at("error") == "ELEMENT_NOT_FOUND");
    CHECK(refused.at("result").at("context").at("candidates").at(0) == "Save");
    const auto picture =
        on.client.ask("GET", "/v1/jobs/" + on.state.captured + "/download", on.ada);
    CHECK(picture.status == 200);
    CHECK(picture.body == first_state::picture);
    CHECK(picture.field("x-frame-id") == "019a-frame");
    CHECK(picture.field("x-screen-width") == "620");
}

TEST_CASE("a request of the first version is answered again as it was", "[service]")
{
    serving_first_version on;
    auto keyed = on.ada;
    keyed["Idempotency-Key"] = "once";
    const auto path = "/v1/phones/" + std::string(first_state::phone) + "/home";
    const auto again = on.client.ask("POST", path, keyed);
    CHECK(again.status == 200);
    CHECK(again.json() == json{{"id", on.state.homed}});
    CHECK(again.field("x-phone-id") == first_state::phone);
    CHECK(on.client.ask("POST", path, keyed, R"({"a":1})").error() == "IDEMPOTENCY_MISMATCH");
}

TEST_CASE("sessions of the first version are shown, and one that was cut off has failed",
          "[service]")
{
    serving_first_version on;
    CHECK(on.get("/v1/sessions").at("sessions").size() == 2);
    const auto ended = on.get("/v1/sessions/" + on.state.ended);
    CHECK(ended.at("status") == "completed");
    CHECK(ended.at("instruction") == "Water the plants");
    CHECK(ended.at("result") == "Done.");
    CHECK(ended.at("cost_usd") == 0.0015);
    CHECK(ended.at("max_cost_usd") == 0.5);
    const auto events = on.get("/v1/sessions/" + on.state.ended + "/events").at("events");
    REQUIRE(events.size() == 4);
    CHECK(events.at(2).at("type") == "text");
    CHECK(events.at(2).at("data").at("text") == "I see a can.");
    const auto live = on.get("/v1/sessions/" + on.state.live);
    CHECK(live.at("status") == "failed");
    CHECK(live.at("error").get<std::string>().starts_with("SERVICE_RESTARTED: "));
    CHECK(on.get("/v1/sessions/" + on.state.live + "/events").at("events").size() == 5);
}

TEST_CASE("secrets of the first version are there, and opened by its key", "[service]")
{
    serving_first_version on;
    const auto secrets = on.get("/v1/secrets").at("secrets");
    REQUIRE(secrets.size() == 1);
    CHECK(secrets.at(0).at("name") == "wifi");
    CHECK(secrets.at(0).at("apps") == json{"com.apple.Preferences", "com.apple.Maps"});
    on.running.stop();
    auto file = store::database_file::open(on.state.path() / store::database_name).value();
    const auto rows = file.run(all_secrets);
    REQUIRE(rows);
    REQUIRE(rows->size() == 1);
    const auto& row = rows->front();
    const auto opened =
        master_key_of_first_version()->open(row.sealed, about_secret(row.account_id, row.name));
    REQUIRE(opened);
    CHECK(opened->view() == first_state::secret);
}

TEST_CASE("the desktop of the first version links, and its journal settles what was cut off",
          "[service]")
{
    serving_first_version on;
    const auto link = link_desktop(on);
    const auto welcome = next_message_of<link::welcome>(*link);
    CHECK(welcome.epoch == 17);
    link->say(done_by_first(on.state.remembered));
    CHECK(on.job_that_is("completed", on.state.remembered).at("result") == json::object());
    CHECK(next_message_of<link::settled>(*link).job_id == on.state.remembered);
    const auto lost = on.job_that_is("failed", on.state.lost);
    CHECK(lost.at("result").at("error") == "JOB_LOST");
    const auto asked = on.client.ask("POST", "/v1/tap?async=true", on.ada, R"({"x":310,"y":600})");
    REQUIRE(asked.status == 200); // the phone is the selected one
    const auto command = next_message_of<link::command>(*link);
    CHECK(command.udid == first_state::udid);
    CHECK(command.job_id == asked.json().at("job_id").get<std::string>());
    link->say(done_by_first(command.job_id));
    on.job_that_is("completed", command.job_id);
}

} // namespace thimble::service::test
