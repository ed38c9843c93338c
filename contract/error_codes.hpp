// The error codes of the REST contract: the status that each is answered with, and its meaning.
#pragma once

#include <span>
#include <string_view>

namespace thimble::service {

struct error_code {
    std::string_view name;
    unsigned status = 500;    // of HTTP
    std::string_view meaning; // for whoever reads the contract
};

/// All of them, in the order in which a reader should meet them.
std::span<const error_code> error_codes();

/// nullptr for a code that is not in the contract.
const error_code* find_error_code(std::string_view name);

} // namespace thimble::service
