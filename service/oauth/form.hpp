// Parameters of OAuth requests: each may stand once, and an empty one counts as left out.
#pragma once

#include "http/request.hpp"
#include "service/oauth/oauth_error.hpp"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace thimble::service::oauth {

class form {
public:
    /// Those of the query.
    static outcome<form> of_query(const http::request& what);

    /// Those of a body of application/x-www-form-urlencoded.
    static outcome<form> of_body(const http::request& what);

    /// Empty where it was not given.
    const std::string& operator[](std::string_view name) const;

    bool has(std::string_view name) const { return !(*this)[name].empty(); }

    /// invalid_request where it is missing or has more bytes than that.
    outcome<std::string> needed(std::string_view name, std::size_t most_bytes) const;

private:
    static outcome<form> read(std::string_view target);

    std::map<std::string, std::string, std::less<>> values_;
};

} // namespace thimble::service::oauth
