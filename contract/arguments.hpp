// The checked parameters of one request.
#pragma once

#include "contract/parameter.hpp"
#include "http/request.hpp"
#include "text/target.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// The names are those of the endpoint's parameters: asking for another, or for the wrong type, is
/// a mistake of ours and throws.
class arguments {
public:
    /// True where it was given or has a default; null counts as given where null is allowed.
    bool has(const std::string& name) const { return values_.contains(name); }

    std::int64_t integer(const std::string& name) const;

    /// An integer that has been checked against limits within int.
    int small_integer(const std::string& name) const;
    bool flag(const std::string& name) const;
    std::string text(const std::string& name) const;
    std::vector<std::string> texts(const std::string& name) const;
    const nlohmann::json& value(const std::string& name) const { return values_.at(name); }

    void set(const std::string& name, nlohmann::json value) { values_[name] = std::move(value); }

private:
    nlohmann::json values_ = nlohmann::json::object();
};

/// Reads the query into `out`. Unknown names are ignored; a known one may stand once.
result<void>
read_query(const std::vector<parameter>& expected, const http::target& where, arguments& out);

/// Reads an object's members into `out`. Unknown ones are ignored.
result<void>
read_fields(const std::vector<parameter>& expected, const nlohmann::json& object, arguments& out);

/// Reads the body into `out`: media type, size, JSON and types, in this order.
/// `one_needed`: a body without any of the expected fields is EMPTY_BODY.
result<void> read_body(const std::vector<parameter>& expected,
                       bool one_needed,
                       const http::request& what,
                       arguments& out);

} // namespace thimble::service
