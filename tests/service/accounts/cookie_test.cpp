// The cookie's name and what stands in it.
#include "service/accounts/cookie.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

namespace {

using boost::beast::http::field;

http::request asked(const std::string& host, const std::string& cookie = "")
{
    http::request out;
    out.head.set(field::host, host);
    if (!cookie.empty())
        out.head.set(field::cookie, cookie);
    return out;
}

} // namespace

TEST_CASE("two services of a host keep their cookies apart", "[sign_in]")
{
    const std::string both = "thimble-8344=one; thimble-8345=other; thimble=third";
    CHECK(sign_in_token(asked("127.0.0.1:8344", both)) == "one");
    CHECK(sign_in_token(asked("127.0.0.1:8345", both)) == "other");
    CHECK(sign_in_token(asked("[::1]:8345", both)) == "other");
    CHECK(sign_in_token(asked("thimble.example", both)) == "third");
    CHECK(sign_in_token(asked("[::1]", both)) == "third");
    CHECK(sign_in_token(asked("127.0.0.1:1", both)).empty());
    CHECK(sign_in_token(asked("127.0.0.1:8344")).empty());
}

TEST_CASE("what is set is what is read", "[sign_in]")
{
    for (const auto* host :
         {"localhost:8344", "localhost", "host:bad\"port", "host:99999999", ""}) {
        const auto set = cookie_with(asked(host), "ts_token", false);
        CHECK(sign_in_token(asked(host, set.substr(0, set.find(';')))) == "ts_token");
        CHECK(sign_in_token(asked(host, no_cookie(asked(host), false))).empty());
        CHECK(set.find('"') == std::string::npos);
    }
    CHECK(cookie_with(asked("a"), "t", true).ends_with("; Secure"));
    CHECK(no_cookie(asked("a"), true).ends_with("; Secure"));
}

} // namespace thimble::service::test
