#include "tests/e2e/tunnelled_phone.hpp"

#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"

#include <algorithm>
#include <memory>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto sketch_app = "com.thimble.sketch";
constexpr auto notes_app = "com.apple.mobilenotes";

std::shared_ptr<household> tunnel_home()
{
    auto out = std::make_shared<household>();
    out->more = {{"THIMBLE_TUNNELS", "on"}, {"THIMBLE_RUNNER_RESTARTS", "1000"}};
    return out;
}

} // namespace

tunnelled_phone::tunnelled_phone(const std::string& model, const std::string& device_time)
    : has_runner_(!model.contains("runner=absent")),
      phones_({.phones = {model + ",touch_gate=open"}, .device_time = device_time}),
      phone(phones_.at(0)), daemon(phones_, tunnel_home())
{
    reset();
    if (has_touches())
        learn_touches();
}

bool tunnelled_phone::is_driven_through_tunnel() const
{
    const auto able = daemon.record_of(phone).value("capabilities", json::array());
    if (std::ranges::find(able, json("screenshot")) == able.end())
        return false;
    const auto job = perform("copy-text", {{"text", "x"}});
    return job.at("status") == "completed" && job.at("receipt").at("driver") == "coredevice";
}

void tunnelled_phone::reset() const
{
    phone.clear_faults();
    phone.make("unlock");
    phone.make("open", {{"bundle_id", sketch_app}});
    phone.make("rotate", {{"orientation", "portrait"}});
    REQUIRE(eventually(ready_limit, [&] {
        const auto record = daemon.record_of(phone);
        return record.is_object() && is_driven_through_tunnel();
    }));
    REQUIRE(eventually(ready_limit, [&] { // a picture is what makes the daemon look again
        daemon.api().get(daemon.path(phone, "/screenshot"));
        return daemon.record_of(phone).at("orientation") == "portrait";
    }));
}

/// The first touches are looked at, and of some nobody knows whether they landed.
void tunnelled_phone::learn_touches() const
{
    int landed = 0;
    int made = 0;
    REQUIRE(eventually(60s, [&] {
        ++made; // each has an effect of its own
        const auto job = perform("tap", {{"x", 100 + 37 * made}, {"y", 300 + 31 * made}});
        landed = job.at("status") == "completed" ? landed + 1 : 0;
        return landed == 2;
    }));
}

void tunnelled_phone::show_keyboard() const
{
    constexpr int within_note = 315; // a pixel of the screenshot, in both directions
    phone.make("open", {{"bundle_id", notes_app}});
    const auto job = perform("tap", {{"x", within_note}, {"y", within_note}});
    INFO(job.dump());
    REQUIRE(job.at("status") == "completed");
    REQUIRE(eventually(5s, [&] { return fact("keyboard_shown") == true; }));
}

json tunnelled_phone::perform(const std::string& name, const json& body) const
{
    const auto path = daemon.path(phone, "/" + name + "?async=true");
    const auto begun =
        name == "screenshot" ? daemon.api().get(path) : daemon.api().post(path, body.dump());
    if (begun.status != 200)
        return {{"status", "refused"}, {"answer", begun.body}};
    const auto job_path = "/v1/jobs/" + begun.json().at("job_id").get<std::string>();
    json job;
    REQUIRE(eventually(60s, [&] {
        job = daemon.api().get(job_path).json();
        return job.at("status") == "completed" || job.at("status") == "failed";
    }));
    return job;
}

} // namespace thimble::e2e
