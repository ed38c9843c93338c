// The machine, the variables and the output of scripts that use remote_relay.mjs.
#pragma once

#include "tests/judges/go_ios_tunnels.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace thimble::judges {

/// Where appium-ios-remotexpc's classes dial: they know no other address that needs no root.
bool has_ipv6_loopback();

/// Its classes keep the port of their registry below the home of these.
e2e::environment relay_variables(const go_ios_tunnels& tunnels);

/// The last line as JSON; discarded when it is none.
nlohmann::json last_object_in(const std::string& output);

} // namespace thimble::judges
