// The proxy that the environment means.
#include "http/client/proxy.hpp"
#include "tests/catch2.hpp"
#include "text/url.hpp"

#include <map>
#include <vector>

namespace thimble::service::http::test {

namespace {

using variables = std::map<std::string, std::string>;

std::expected<std::optional<proxy>, std::string> proxy_in(const variables& all,
                                                          const std::string& service)
{
    const auto url = parse_url(service);
    REQUIRE(url);
    const auto address = server_of(*url);
    REQUIRE(address);
    return proxy_for(*address, [&](const char* name) -> std::optional<std::string> {
        const auto found = all.find(name);
        return found == all.end() ? std::nullopt : std::optional(found->second);
    });
}

struct row {
    variables set;
    std::string service;
    std::string expected; // "host:port"; empty: none
};

} // namespace

TEST_CASE("the environment says which proxy, if any", "[service]")
{
    const std::string service = "https://phones.example:8345";
    const std::string by = "http://proxy.example:3128";
    const std::vector<row> rows{
        {{}, service, ""},
        {{{"https_proxy", by}}, service, "proxy.example:3128"},
        {{{"HTTPS_PROXY", by}}, service, "proxy.example:3128"},
        {{{"https_proxy", "http://a.example:1"}, {"HTTPS_PROXY", by}}, service, "a.example:1"},
        {{{"all_proxy", by}}, service, "proxy.example:3128"},
        {{{"ALL_PROXY", by}}, service, "proxy.example:3128"},
        {{{"all_proxy", "http://a.example:1"}, {"https_proxy", by}}, service, "proxy.example:3128"},
        {{{"http_proxy", by}, {"HTTP_PROXY", by}}, service, ""},
        {{{"https_proxy", "proxy.example:3128"}}, service, "proxy.example:3128"},
        {{{"https_proxy", "http://proxy.example/"}}, service, "proxy.example:80"},
        {{{"https_proxy", "http://[2001:db8::1]:3128"}}, service, "[2001:db8::1]:3128"},
        {{{"https_proxy", by}, {"no_proxy", "*"}}, service, ""},
        {{{"https_proxy", by}, {"NO_PROXY", "phones.example"}}, service, ""},
        {{{"https_proxy", by}, {"no_proxy", "PHONES.Example"}}, service, ""},
        {{{"https_proxy", by}, {"no_proxy", "a.example, example ,b"}}, service, ""},
        {{{"https_proxy", by}, {"no_proxy", ".example"}}, service, ""},
        {{{"https_proxy", by}, {"no_proxy", "phones.example:8345"}}, service, ""},
        {{{"https_proxy", by}, {"no_proxy", "phones.example:1"}}, service, "proxy.example:3128"},
        {{{"https_proxy", by}, {"no_proxy", "nes.example"}}, service, "proxy.example:3128"},
        {{{"https_proxy", by}, {"no_proxy", "my.phones.example"}}, service, "proxy.example:3128"},
        {{{"https_proxy", by}, {"no_proxy", ",, ,.,:"}}, service, "proxy.example:3128"},
        {{{"https_proxy", by}, {"no_proxy", "none"}, {"NO_PROXY", "*"}},
         service,
         "proxy.example:3128"},
        {{{"https_proxy", by}, {"no_proxy", "192.0.2.7"}}, "https://192.0.2.7", ""},
        {{{"https_proxy", by}, {"no_proxy", "2001:db8::7"}}, "https://[2001:db8::7]", ""},
        {{{"https_proxy", by}, {"no_proxy", "[2001:db8::7]:443"}}, "https://[2001:db8::7]", ""},
        {{{"https_proxy", by}}, "https://localhost:8345", ""},
        {{{"https_proxy", by}, {"http_proxy", by}}, "http://127.0.0.1:8345", ""},
    };
    for (const auto& each : rows) {
        std::string set;
        for (const auto& [name, value] : each.set)
            set.append(name).append("=").append(value).append(" ");
        INFO(set << each.service);
        const auto found = proxy_in(each.set, each.service);
        REQUIRE(found);
        CHECK((*found ? place_of(**found) : "") == each.expected);
    }
}

TEST_CASE("a proxy's user and password become its authorization", "[service]")
{
    const auto found =
        proxy_in({{"https_proxy", "http://ada:p%40ss@proxy.example"}}, "https://phones.example");
    REQUIRE(found);
    CHECK((*found)->authorization == "Basic YWRhOnBAc3M="); // ada:p@ss
    CHECK((*proxy_in({{"https_proxy", "proxy.example"}}, "https://phones.example"))
              ->authorization.empty());
}

TEST_CASE("a proxy that cannot be used is named by its variable alone", "[service]")
{
    for (const auto* value :
         {"https://secret@proxy.example", "socks5://secret:1@proxy.example", "http://secret:x y@z",
          "http://ada:secret@:80", "http://secret@proxy.example:99999", "http://"}) {
        const auto found = proxy_in({{"HTTPS_PROXY", value}}, "https://phones.example");
        INFO(value);
        REQUIRE_FALSE(found);
        CHECK(found.error().find("HTTPS_PROXY") != std::string::npos);
        CHECK(found.error().find("secret") == std::string::npos);
    }
}

} // namespace thimble::service::http::test
