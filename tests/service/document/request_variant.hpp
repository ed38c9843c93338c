// Requests that somebody might make of an operation, from the contract alone.
#pragma once

#include "tests/service/document/contract_document.hpp"

#include <map>
#include <string>
#include <vector>

namespace thimble::service::test {

struct request_variant {
    std::string says; // "x is missing"
    std::string method;
    std::string target;
    headers fields;
    std::string body;
    std::string code = {}; // the error that it must get; empty: what the contract has will do
    bool in_order = false; // a phone that can do everything must grant it
};

/// Values for the places of a path.
using path_ids = std::map<std::string, std::string>;

/// As the contract's own example has it.
request_variant valid_request(const operation& of, const path_ids& ids);

/// Without a key, with a wrong one, with a body that is none.
std::vector<request_variant> spoilt_requests(const operation& of, const path_ids& ids);

/// Each parameter missing, of another type, at its limits, beyond them, and twice.
std::vector<request_variant> varied_requests(const operation& of, const path_ids& ids);

} // namespace thimble::service::test
