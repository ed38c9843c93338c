// Result of a check of doctor.
#pragma once

#include <string>
#include <vector>

namespace thimble::daemon {

struct finding {
    std::string name; // what was looked at: "REST port", "phone Ada's iPhone"
    bool ok = true;
    std::string message; // how it is
    std::string remedy;  // what to do about it; empty when it is well
    std::string code;    // of a blocker of the REST contract, else empty
};

using findings = std::vector<finding>;

} // namespace thimble::daemon
