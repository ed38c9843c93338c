// Builders of model scripts: a conversation that begins with "The task:" is the second look.
#pragma once

#include <string>
#include <vector>

namespace thimble::service::test {

/// {"name","arguments"}
std::string use(const std::string& name, const std::string& arguments = "{}");

/// A turn with these uses.
std::string turn(const std::vector<std::string>& uses, const std::string& more = "");

/// The agent's turns, and what the second looks say.
std::string script(const std::vector<std::string>& turns,
                   const std::vector<std::string>& verdicts = {"YES: it is there."},
                   bool repeat_last = false);

/// Uses: a touch somewhere, and the claim that all is done.
std::string tap();
std::string claim();

/// An agent that taps, and then says that it is done.
std::string short_task();

/// A model that says nothing for a minute.
std::string slow_model();

} // namespace thimble::service::test
