#include "tests/e2e/sessions/agent_phone.hpp"

#include <algorithm>
#include <map>

namespace thimble::e2e {

using nlohmann::json;

agent_phone::agent_phone(const agent_setting& how)
    : model_(how.spoken),
      phones_({.phones = {how.phone, how.phone}, .device_time = how.device_time})
{
    home_->more = model_.variables();
    home_->more.insert(how.more.begin(), how.more.end());
    start();
}

void agent_phone::start()
{
    system_.emplace(phones_, home_);
    for (const auto& each : {phone(), twin()}) {
        REQUIRE(system_->until_ready(each, 2 * ready_limit));
        REQUIRE(eventually(3 * ready_limit, [&] { return is_known(each); }));
    }
}

/// The size of its screen, and what apps it has: the latter takes pairing, which makes keys.
bool agent_phone::is_known(const virtual_phone& which) const
{
    const auto record = system_->record_of(which);
    const auto& able = record.at("capabilities");
    return record.at("width").is_number() && std::ranges::find(able, "apps") != able.end();
}

void agent_phone::restart()
{
    system_.reset();
    start();
}

session_client
agent_phone::begin(const agent_script& plays, const std::string& instruction, const json& more)
{
    model_.play(script_of(plays));
    json order{{"instruction", instruction}, {"phone_id", system_->id_of(phone())}};
    order.update(more);
    return {system_->api(), order};
}

session_client
agent_phone::run(const agent_script& plays, const std::string& instruction, const json& more)
{
    auto session = begin(plays, instruction, more);
    const bool ended = session.until_ended(session_limit);
    INFO(session.told());
    REQUIRE(ended);
    return session;
}

json agent_phone::state_of(const std::string& app) const
{
    return phone().facts().at("apps").at(app);
}

/// The last that is known of each finger.
bool agent_phone::finger_is_down() const
{
    std::map<int, bool> down;
    for (const auto& event : phone().events_of("touch"))
        down[event.at("finger").get<int>()] = event.at("phase") != "up";
    return std::ranges::any_of(down, [](const auto& each) { return each.second; });
}

} // namespace thimble::e2e
