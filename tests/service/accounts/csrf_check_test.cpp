// Requests that come from our own pages.
#include "service/accounts/csrf_check.hpp"
#include "tests/catch2.hpp"

#include <map>

namespace thimble::service::test {

namespace {

using boost::beast::http::verb;

constexpr std::string_view cookie_token = "ts_token";

http::request sent(verb method, const std::map<std::string, std::string>& fields)
{
    http::request out;
    out.head.method(method);
    out.head.set("Host", "thimble.example:8345");
    for (const auto& [name, value] : fields)
        out.head.set(name, value);
    return out;
}

/// The code of its refusal; "" where it is let in.
std::string refusal(verb method, const std::map<std::string, std::string>& fields)
{
    const auto checked = check_csrf(sent(method, fields), cookie_token);
    return checked ? "" : checked.error().code;
}

} // namespace

TEST_CASE("the address of a page is compared with that of the service", "[sign_in]")
{
    const auto origin = [](const std::string& value) {
        return check_origin(sent(verb::post, {{"Origin", value}})).has_value();
    };
    CHECK(origin("http://thimble.example:8345"));
    CHECK(origin("https://Thimble.Example:8345"));
    for (const auto* other :
         {"https://thimble.example", "https://thimble.example:83450", "https://page.example:8345",
          "https://thimble.example:8345.page.example", "null", "", "https://"})
        CHECK_FALSE(origin(other));
    CHECK(check_origin(sent(verb::post, {})));
}

TEST_CASE("reads need nothing, writes need the token", "[sign_in]")
{
    const auto shown = csrf_token_of(cookie_token);
    for (const auto method : {verb::get, verb::head, verb::options})
        CHECK(refusal(method, {}).empty());
    for (const auto method : {verb::post, verb::put, verb::patch, verb::delete_}) {
        CHECK(refusal(method, {{"X-CSRF-Token", shown}}).empty());
        CHECK(refusal(method, {}) == "INVALID_CSRF_TOKEN");
        CHECK(refusal(method, {{"X-CSRF-Token", std::string(cookie_token)}}) ==
              "INVALID_CSRF_TOKEN");
        CHECK(refusal(method, {{"X-CSRF-Token", csrf_token_of("ts_other")}}) ==
              "INVALID_CSRF_TOKEN");
        CHECK(refusal(method, {{"X-CSRF-Token", shown}, {"Origin", "null"}}) == "FOREIGN_ORIGIN");
    }
}

TEST_CASE("a WebSocket needs its origin", "[sign_in]")
{
    CHECK(refusal(verb::get, {{"Upgrade", "websocket"}}) == "FOREIGN_ORIGIN");
    CHECK(refusal(verb::get, {{"Upgrade", "websocket"}, {"Origin", "https://page.example"}}) ==
          "FOREIGN_ORIGIN");
    CHECK(refusal(verb::get, {{"Upgrade", "websocket"}, {"Origin", "http://thimble.example:8345"}})
              .empty());
}

TEST_CASE("the token for pages tells nothing of the cookie", "[sign_in]")
{
    CHECK(csrf_token_of(cookie_token).size() == 64);
    CHECK(csrf_token_of(cookie_token) == csrf_token_of(cookie_token));
    CHECK(csrf_token_of(cookie_token) != csrf_token_of("ts_other"));
    CHECK(csrf_token_of(cookie_token).find("token") == std::string::npos);
}

} // namespace thimble::service::test
