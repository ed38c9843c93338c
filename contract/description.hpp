// Documentation of an endpoint of the REST contract: source of the OpenAPI document and of /docs.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace thimble::service {

/// The chapters of the contract, in the order in which they are read.
enum class chapter : std::uint8_t {
    phones,
    pictures,
    touches,
    elements,
    text,
    commands,
    apps,
    jobs,
    sessions,
    keys,
    sign_in,
    secrets,
    desktops,
    service,
};

/// One kind of answer of a request that is granted.
struct good_answer {
    unsigned status = 200;
    std::string meaning;
    std::vector<std::string> records = {};     // what its JSON may be: names in contract/records
    std::vector<std::string> media_types = {}; // what else it may be

    /// Of records beside others, by their names: "with `async`", on which that depends.
    std::map<std::string, std::string> when = {};

    std::vector<std::string> headers = {}; // beside those that every answer has

    /// Members that an example of its records has for its own; null: none.
    nlohmann::ordered_json example = nullptr;
};

struct description {
    chapter in = chapter::service;
    std::string summary;      // a line without a full stop
    std::string details = {}; // sentences
    std::vector<good_answer> answers;

    /// Codes of errors, beside those that follow from the row: key, body, query and phone.
    std::vector<std::string> failures = {};

    /// Answers name the phone that they are about, although the request does not.
    bool finds_phone = false;
};

} // namespace thimble::service
