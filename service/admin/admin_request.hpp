// An operator's command, and its answer.
#pragma once

#include <map>
#include <string>

namespace thimble::service {

struct admin_request {
    std::string command;                                       // "account create"
    std::map<std::string, std::string, std::less<>> arguments; // "name" -> "Ada"
};

struct admin_answer {
    bool done = false;
    std::string text; // what was asked for, or why it was not done; may be empty
};

} // namespace thimble::service
