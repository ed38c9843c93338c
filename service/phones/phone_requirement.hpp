// Description of any phone that will do: labels, iOS, model, an app that is installed.
#pragma once

#include "contract/parameter.hpp"
#include "service/phones/phones.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// "17.2" as its numbers.
using version_numbers = std::vector<int>;

struct phone_requirement {
    std::string text; // as it was asked for
    std::vector<std::string> labels = {};
    std::optional<version_numbers> from = {}; // the oldest iOS
    std::optional<version_numbers> to = {};   // the newest; "17" includes 17.6
    std::optional<std::string> model = {};    // as it is sold, or its product type
    std::optional<std::string> app = {};      // bundle id

    /// By what is known of the phone, be it attached or not.
    bool fits(const known_phone& phone) const;
};

/// Terms with semicolons between them: "labels=smoke,blue;ios=17..18;model=iPhone 15;app=com.a.b".
/// "any" is one without terms. INVALID_ARGUMENT for anything else.
result<phone_requirement> parse_requirement(std::string_view text);

/// `phone` and `wait_s`, of a query or a body.
std::vector<parameter> requirement_parameters();

} // namespace thimble::service
