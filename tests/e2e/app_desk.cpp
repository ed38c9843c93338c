#include "tests/e2e/app_desk.hpp"

#include "tests/e2e/file_content.hpp"

#include <algorithm>
#include <fstream>

namespace thimble::e2e {

using nlohmann::json;

namespace fs = std::filesystem;

std::chrono::sys_seconds this_moment()
{
    return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

tests::made_app runner_for(const virtual_phone& phone, std::chrono::seconds lasts)
{
    tests::made_app app;
    app.profile =
        tests::signed_profile({.phones = {phone.udid()}, .expires = this_moment() + lasts});
    return app;
}

app_desk::app_desk(const std::vector<std::string>& models)
    : phones_({.phones = models, .device_time = "0"})
{
    const thimble_system daemon(phones_); // pairs
    for (std::size_t i = 0; i < phones_.size(); ++i)
        REQUIRE(daemon.until_named(phones_.at(i), ready_limit));
}

std::string app_desk::write(const std::string& content, const std::string& name) const
{
    const auto draft = place_.path() / "draft";
    std::ofstream(draft, std::ios::binary) << content;
    fs::rename(draft, place_.path() / name);
    return (place_.path() / name).string();
}

std::string app_desk::write(const tests::made_app& app) const
{
    return write(tests::zip_of(tests::entries_of(app)));
}

arguments app_desk::with_state(arguments what) const
{
    what.insert(what.end(), {"--json", "--state-dir", state().string()});
    return what;
}

app_desk::told app_desk::ask(const arguments& what) const
{
    const auto ended =
        run("thimbled", with_state(what), home_->variables(phones_), std::chrono::seconds(60));
    INFO(ended.output << ended.errors);
    return {.code = ended.code,
            .record = json::parse(ended.output, nullptr, false),
            .errors = ended.errors};
}

json app_desk::remembered() const
{
    const auto file = state() / "installed-apps.json";
    return fs::exists(file) ? json::parse(content_of(file)).at("apps") : json::array();
}

void app_desk::close_staging() const
{
    phone().make("fault", {{"service", "afc"}, {"kind", "error"}, {"count", 100'000}});
}

bool has_app(const thimble_system& daemon, const virtual_phone& phone, const std::string& id)
{
    const auto job = daemon.api().post(daemon.path(phone, "/apps/refresh"), "{}");
    if (job.status != 200)
        return false;
    const auto apps = daemon.api().get(daemon.path(phone, "/apps")).json().at("apps");
    return std::ranges::any_of(apps, [&](const json& app) { return app.at("bundle_id") == id; });
}

std::size_t files_in_uploads(const thimble_system& daemon)
{
    const auto folder = daemon.home().state.path() / "uploads";
    return fs::exists(folder)
               ? static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}))
               : 0;
}

http_answer send_app(const thimble_system& daemon,
                     const virtual_phone& phone,
                     const std::string& content,
                     header_fields headers)
{
    headers["Content-Type"] = "application/octet-stream";
    return daemon.api().post(daemon.path(phone, "/apps"), content, headers);
}

json ended_job(const thimble_system& daemon, const http_answer& answer)
{
    INFO(answer.body);
    REQUIRE(answer.status == 200);
    const auto path = "/v1/jobs/" + answer.json().at("job_id").get<std::string>();
    REQUIRE(eventually(60s, [&] {
        const auto status = daemon.api().get(path).json().at("status");
        return status == "completed" || status == "failed";
    }));
    return daemon.api().get(path).json();
}

} // namespace thimble::e2e
