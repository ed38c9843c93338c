// The golden files: one message each, as it goes over the wire but with line breaks.
#pragma once

#include <nlohmann/json.hpp>

#include <set>
#include <string>

namespace thimble::link {

/// The message in golden/`name`.json. Throws where there is none.
nlohmann::json golden(const std::string& name);

/// The names of all of them.
std::set<std::string> golden_names();

/// A golden message with another value, in JSON, at one place ("/action/tap/x"). An empty value
/// removes what is there.
std::string golden_with(const std::string& name, const std::string& place, const std::string& json);

} // namespace thimble::link
