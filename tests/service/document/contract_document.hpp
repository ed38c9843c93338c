// The OpenAPI document as a client reads it, and what it says of an answer.
#pragma once

#include "tests/service/http_client.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace thimble::service::test {

/// One method at one path.
struct operation {
    std::string method; // "POST"
    std::string path;   // "/v1/phones/{phone_id}/tap"
    nlohmann::json told;

    bool needs_key() const { return !told.contains("security") || !told.at("security").empty(); }

    /// The schema of its body, or null.
    nlohmann::json body_schema() const;
};

class contract_document {
public:
    explicit contract_document(nlohmann::json document);

    const nlohmann::json& value() const noexcept { return document_; }
    /// Operations that remove something come last.
    const std::vector<operation>& operations() const noexcept { return operations_; }

    /// Value of `Allow` at a path.
    std::string allow(const std::string& path) const;

    /// Difference of the answer from the document, or nothing. An internal error is never in order,
    /// whatever the document says.
    std::string objection(const operation& asked, const reply& answer) const;

private:
    std::string objection_to_content(const nlohmann::json& told, const reply& answer) const;

    nlohmann::json document_;
    std::vector<operation> operations_;
};

} // namespace thimble::service::test
