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
        habits_.install_runner ? habits_.install_runner() : phone_.make("install_runner");
    const bool starting =
        step == "certificate_trusted" || step == "ui_automation" || step == "runner_started";
    if (step == "certificate_trusted" || (starting && !habits_.step_by_step))
        trust_developer();
    if (step == "ui_automation" || (starting && !habits_.step_by_step))
        allow_automation();
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

void person::trust_developer() const
{
    const auto facts = phone_.facts();
    for (const auto& each : facts.at("untrusted_apps"))
        phone_.make("app_trust", {{"bundle_id", each}, {"state", "yes"}});
}

/// By the passcode.
void person::allow_automation() const
{
    phone_.make("automation", {{"state", "on"}});
}

} // namespace thimble::e2e
