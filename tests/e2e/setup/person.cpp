#include "tests/e2e/setup/person.hpp"

#include "tests/e2e/eventually.hpp"

#include <csignal>
#include <sstream>

namespace thimble::e2e {

using nlohmann::json;

set_up::set_up(const virtual_phones& phones, const household& home, arguments more)
    : phones_(phones), home_(home),
      arguments_{"setup", "--json", "--state-dir", home.state.path().string()}
{
    arguments_.insert(arguments_.end(), more.begin(), more.end());
    begin();
}

void set_up::begin()
{
    process_ = std::make_unique<program>("thimbled", arguments_, home_.variables(phones_));
}

void set_up::kill()
{
    process_->send_signal(SIGKILL);
    process_->wait(10s);
}

/// A line that is being written is not looked at yet.
std::vector<json> set_up::records() const
{
    std::vector<json> all;
    std::istringstream in(process_->output());
    for (std::string line; std::getline(in, line) && !in.eof();)
        if (auto record = json::parse(line, nullptr, false); record.is_object())
            all.push_back(std::move(record));
    return all;
}

std::string set_up::current() const
{
    std::string now;
    for (const auto& each : records()) {
        if (!each.contains("step"))
            continue;
        if (each.at("state") == "current")
            now = each.at("step").get<std::string>();
        else if (each.at("step") == now)
            now.clear();
    }
    return now;
}

std::vector<std::string> set_up::states_of(const std::string& step) const
{
    std::vector<std::string> states;
    for (const auto& each : records())
        if (each.contains("step") && each.at("step") == step &&
            (states.empty() || each.at("state") != states.back()))
            states.push_back(each.at("state").get<std::string>());
    return states;
}

arguments with_images(const image_folder& images, const signing_server& server)
{
    return {"--image-dir", images.path(), "--image-server", server.url()};
}

void person::take(const std::string& step) const
{
    const auto facts = phone_.facts();
    if (step == "cable" && facts.at("plugged") == false)
        phone_.make("plug");
    else if (step == "unlock" && facts.at("locked") == true)
        phone_.make("unlock");
    else if (step == "trust")
        phone_.make("trust", {{"state", "yes"}});
    else if (step == "developer_mode")
        turn_developer_mode_on();
    else if (step == "runner_installed" && facts.at("runner_id") == "")
        phone_.make("install_runner");
    else if (step == "certificate_trusted" || step == "ui_automation" || step == "runner_started")
        let_runner_start();
}

void person::turn_developer_mode_on() const
{
    const auto facts = phone_.facts();
    if (facts.at("locked") == true || facts.at("developer_mode") == true)
        return;
    if (facts.at("developer_question") == true)
        phone_.make("developer_mode", {{"state", "confirm"}});
    else if (facts.at("developer_menu") == true)
        phone_.make("developer_mode", {{"state", "on"}});
}

/// The developer is trusted, the passcode entered; thimbled starts the runner.
void person::let_runner_start() const
{
    const auto facts = phone_.facts();
    for (const auto& each : facts.at("untrusted_apps"))
        phone_.make("app_trust", {{"bundle_id", each}, {"state", "yes"}});
    phone_.make("automation", {{"state", "on"}});
}

} // namespace thimble::e2e
