// JSON schemas in the dialect of OpenAPI 3.1, made of small pieces.
#pragma once

#include "contract/parameter.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::contract {

using schema = nlohmann::ordered_json;

schema text_schema();
schema uuid_schema();
schema time_schema(); // ISO 8601, UTC
schema integer_schema();
schema number_schema();
schema flag_schema();
schema list_schema(schema members);
schema words_schema(const std::vector<std::string>& words);

/// An object of which nothing more is said.
schema anything_schema();

/// The record of this name; see records.hpp.
schema record_reference(std::string_view name);

/// Any of these records; one or more.
schema record_reference(const std::vector<std::string>& names);

/// Name of the record that a reference leads to.
std::string referenced_record(const schema& reference);

/// The same schema, which null fits as well.
schema or_null(schema what);

/// The same schema with an example, for readers.
schema such_as(schema what, schema value);

/// A member of a record, which is always there.
struct member {
    std::string name;
    schema of;
    std::string meaning = {};
};

schema object_schema(const std::vector<member>& members);

/// Schema of a parameter, with its limits, default and meaning.
schema schema_of(const parameter& what);

/// An object with these parameters as its members.
schema object_schema(const std::vector<parameter>& fields);

} // namespace thimble::service::contract
