// Virtual phones whose installed runner does not run, and a fleet that keeps runners running.
#pragma once

#include "tests/device/fleet/attached_fleet.hpp"

#include <string>

namespace thimble::tests {

using e2e::operator""ms;
using e2e::operator""s;

inline constexpr auto start_limit = 30s;
inline constexpr auto in_lockdown = "iPhone SE 2,ios=16.7";
inline constexpr auto in_tunnel = "iPhone 15 Pro,ios=18.5";

inline device::fleet_options keeping(device::restart_limit limit = {})
{
    device::fleet_options options;
    options.tunnels = true;
    options.runners = true;
    options.runner_restarts = limit;
    return options;
}

struct desk_of_runners {
    explicit desk_of_runners(const std::string& phone, device::restart_limit limit = {})
        : world({.phones = {phone + ",runner=dead"}, .device_time = "0"}),
          desk(world, keeping(limit)), phone(world.at(0))
    {
    }

    bool becomes(const std::string& state, std::chrono::milliseconds limit = start_limit)
    {
        return desk.until_state(phone, state, limit);
    }

    bool says(const std::string& words)
    {
        return desk.until(start_limit, [&] {
            const auto found = desk.phone(phone);
            return found && !found->blockers().empty() &&
                   (found->blockers().front().message + found->blockers().front().remedy)
                       .contains(words);
        });
    }

    std::string runner() const { return phone.facts().at("runner").get<std::string>(); }
    void kill() const { phone.make("runner", {{"state", "dead"}}); }

    e2e::virtual_phones world;
    attached_fleet desk;
    e2e::virtual_phone phone;
};

} // namespace thimble::tests
