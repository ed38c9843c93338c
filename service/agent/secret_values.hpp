// Takes the values of secrets out of what comes back from the phone.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// The secrets that a session may have typed. A value; no thread of its own.
class secret_values {
public:
    /// Both have been found valid: see secrets.hpp. A value that is too short is not looked for.
    void add(std::string name, std::string_view value);

    /// `text` with `{{secret:name}}` in place of every value. Values are found in any case and with
    /// spaces and hyphens between their characters, as phones show the numbers of cards; where one
    /// begins with another, the longer counts.
    std::string without_secrets(std::string_view text) const;

    /// The same for every text within, the names of members included. Numbers stay: "1234" as the
    /// place of an element is no secret.
    nlohmann::json without_secrets_in(const nlohmann::json& value) const;

private:
    struct row {
        std::string name;
        std::string wanted; // lower case, without spaces and hyphens
    };

    /// Bytes of one of our names with its braces at the beginning of `text`; 0 where there is none.
    std::size_t name_at(std::string_view text) const;

    /// The value at the beginning of `text`, and its bytes there; nullptr where there is none.
    const row* find_at(std::string_view text, std::size_t& length) const;

    std::vector<row> rows_; // the longest first
};

} // namespace thimble::service::agent
