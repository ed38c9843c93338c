// Phones and what keeps them from being ready, in lines for a person.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace thimble::daemon {

/// A list in a record that another process may have written; empty where it is none.
nlohmann::ordered_json list_in(const nlohmann::ordered_json& record, const char* name);

/// "CODE: what is wrong. What to do.", a line each.
std::string lines_of_blockers(const nlohmann::ordered_json& blockers, std::string_view indent);

/// The same of a phone's `readiness`; things to do soon stand beside those that are in the way.
std::string lines_of_readiness(const nlohmann::ordered_json& readiness, std::string_view indent);

/// "Ada's iPhone (iPhone 15 Pro, iOS 18.5, WebDriverAgent 9.15.3)", or "(looking…)" before a phone
/// has told anything.
std::string introduction_of(const nlohmann::ordered_json& phone);

/// "ready", "not ready", or "looking…" while neither is known.
std::string_view readiness_word(const nlohmann::ordered_json& phone);

/// Two lines a phone and what is in its way; one where there is none.
std::string lines_of_phones(const nlohmann::ordered_json& phones);

} // namespace thimble::daemon
