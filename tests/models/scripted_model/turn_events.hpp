// A scripted turn as the events of a provider's stream.
#pragma once

#include "tests/models/scripted_model/script.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace thimble::scripted_model {

enum class format : std::uint8_t { anthropic, openai };

/// Each with its empty line at the end.
std::vector<std::string> events_of(const turn& what, format as, std::string_view model);

/// The body of an answer that is no stream.
std::string error_body(const scripted_error& what, format as);

} // namespace thimble::scripted_model
