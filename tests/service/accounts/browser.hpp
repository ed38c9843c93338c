// A browser as far as the service can tell: it keeps the cookie, says where its pages are from, and
// shows the token that they have read.
#pragma once

#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"

#include <string>
#include <utility>

namespace thimble::service::test {

class browser {
public:
    explicit browser(std::uint16_t port) : client_(port) {}

    /// Request of a page of the service.
    reply ask(const std::string& method, const std::string& target, const std::string& body = "")
    {
        headers fields{{"Origin", own_origin}};
        if (method != "GET" && !csrf_token_.empty())
            fields["X-CSRF-Token"] = csrf_token_;
        return ask_with(method, target, std::move(fields), body);
    }

    /// The cookie goes along with whatever else is sent.
    reply ask_with(const std::string& method,
                   const std::string& target,
                   headers fields,
                   const std::string& body = "")
    {
        if (!cookie_.empty())
            fields["Cookie"] = cookie_;
        auto answer = client_.ask(method, target, fields, body);
        if (const auto set = answer.field("set-cookie"); !set.empty())
            cookie_ = set.substr(0, set.find(';'));
        return answer;
    }

    reply sign_in(const std::string& name, const std::string& password)
    {
        auto answer = ask("POST", "/v1/sign-in",
                          nlohmann::json{{"name", name}, {"password", password}}.dump());
        if (answer.status == 200)
            csrf_token_ = answer.json().at("csrf_token");
        return answer;
    }

    /// First request of a page.
    reply look_who_is_there()
    {
        auto answer = ask("GET", "/v1/me");
        if (answer.status == 200)
            csrf_token_ = answer.json().at("csrf_token");
        return answer;
    }

    unsigned status_of_phones() { return ask("GET", "/v1/phones").status; }

    const std::string& cookie() const { return cookie_; }
    const std::string& csrf_token() const { return csrf_token_; }

    static inline const std::string own_origin = "http://localhost";

private:
    http_client client_;
    std::string cookie_; // name and value
    std::string csrf_token_;
};

} // namespace thimble::service::test
