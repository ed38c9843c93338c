#include "tests/catch2.hpp"
#include "text/url.hpp"

#include <string>

namespace thimble::service {

TEST_CASE("a host is the whole name up to the port or the path", "[text]")
{
    CHECK(parse_url("https://a.example:81/x?y#z")->host() == "a.example");
    CHECK(parse_url("http://127.0.0.1:9/x")->host() == "127.0.0.1");
    CHECK(parse_url("http://127.0.0.1")->encoded_path().empty());
    CHECK(parse_url("http://[::1]/")->host() == "[::1]");
    CHECK(parse_url("myapp:anything")->scheme() == "myapp");
    for (const auto* wrong : {"http://[::1].example/", "/path", "a.example", "http://a b/", ""}) {
        INFO(wrong);
        CHECK_FALSE(parse_url(wrong));
    }
}

TEST_CASE("a host that goes on after an address is that name, or none", "[text]")
{
    for (const std::string name :
         {"127.0.0.1.evil.example", "127.0.0.1a", "10.0.0.1.example", "127.0.0.1."}) {
        INFO(name);
        for (const auto& url : {"http://" + name, "http://" + name + "/x",
                                "http://" + name + ":81/x", "http://user@" + name + "/"}) {
            const auto read = parse_url(url);
            CHECK((!read || std::string(read->host()) == name));
        }
    }
}

} // namespace thimble::service
