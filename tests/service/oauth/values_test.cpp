// Verifiers, addresses and names, as values.
#include "service/oauth/authorization_request.hpp"
#include "service/oauth/document_request.hpp"
#include "service/oauth/own_origin.hpp"
#include "service/oauth/pkce.hpp"
#include "service/oauth/redirect_uri.hpp"
#include "service/oauth/registered_client.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::oauth::test {

using nlohmann::json;

TEST_CASE("a verifier answers the challenge of RFC 7636 and no other", "[oauth]")
{
    constexpr auto verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    constexpr auto challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    CHECK(is_verifier(verifier));
    CHECK(is_challenge(challenge));
    CHECK(answers(verifier, challenge));
    CHECK_FALSE(answers(verifier, verifier));
    CHECK_FALSE(is_verifier(std::string(42, 'a')));
    CHECK_FALSE(is_verifier(std::string(129, 'a')));
    CHECK_FALSE(is_verifier(std::string(42, 'a') + "+"));
    CHECK_FALSE(is_challenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw"));
    CHECK_FALSE(is_challenge("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw+cM"));
}

TEST_CASE("answers go to https, or to a program of this machine", "[oauth]")
{
    for (const auto* fine :
         {"https://claude.ai/api/mcp/auth_callback", "http://127.0.0.1:3118/callback",
          "http://localhost/", "http://[::1]:80/x?y=z", "https://host.example:8443/"}) {
        INFO(fine);
        CHECK(check_redirect_uri(fine));
    }
    for (const auto* wrong :
         {"", "callback", "/callback", "http://evil.example/", "javascript:alert(1)",
          "javascript://x/%0aalert(1)", "data:text/html,x", "https:///path",
          "https://user@host.example/", "https://host.example/#part", "ftp://localhost/",
          "http://localhost.evil.example/", "http://127.0.0.2/",
          "http://127.0.0.1.evil.example/"}) {
        INFO(wrong);
        CHECK_FALSE(check_redirect_uri(wrong));
    }
    CHECK_FALSE(check_redirect_uri("https://host.example/" + std::string(500, 'a')));
}

TEST_CASE("on this machine the port may be another, and nothing else", "[oauth]")
{
    CHECK(is_same_redirect("https://a.example/x", "https://a.example/x"));
    CHECK_FALSE(is_same_redirect("https://a.example/x", "https://a.example/x/"));
    CHECK_FALSE(is_same_redirect("https://a.example/x", "https://a.example:444/x"));
    CHECK(is_same_redirect("http://127.0.0.1/x", "http://127.0.0.1:9999/x"));
    CHECK_FALSE(is_same_redirect("http://127.0.0.1/x", "http://127.0.0.1:9999/y"));
    CHECK_FALSE(is_same_redirect("http://127.0.0.1/x", "http://localhost:9999/x"));
    CHECK_FALSE(is_same_redirect("http://127.0.0.1/x", "http://127.0.0.1:9/x?more=1"));
}

TEST_CASE("an answer keeps the query that the address has", "[oauth]")
{
    CHECK(with_parameters("https://a.example/x?y=1", {{"code", "c&d"}, {"state", ""}}) ==
          "https://a.example/x?y=1&code=c%26d");
    CHECK(shown_host("http://127.0.0.1:9/x") == "this computer");
    CHECK(shown_host("https://Claude.AI/x") == "claude.ai");
    CHECK(is_on_this_machine("http://127.0.0.1:3118/callback"));
    CHECK_FALSE(is_on_this_machine("https://127.0.0.1.evil.example/"));
}

TEST_CASE("a resource is one server, however it is written", "[oauth]")
{
    CHECK(is_same_resource("https://a.example/mcp", "HTTPS://A.example:443/mcp/"));
    CHECK_FALSE(is_same_resource("https://a.example/mcp", "https://a.example/"));
    CHECK_FALSE(is_same_resource("https://a.example/mcp", "http://a.example/mcp"));
    CHECK_FALSE(is_same_resource("https://a.example/mcp", "https://a.example:8443/mcp"));
    CHECK_FALSE(is_same_resource("https://a.example/mcp#x", "https://a.example/mcp#x"));
    CHECK(is_audience("https://a.example/mcp", "A.example"));
    CHECK(is_audience("http://localhost:8344/mcp", "localhost:8344"));
    CHECK_FALSE(is_audience("https://a.example/mcp", "b.example"));
    CHECK_FALSE(is_audience("https://a.example/other", "a.example"));
    CHECK_FALSE(is_audience("a.example", "a.example"));
}

TEST_CASE("a registration is kept in its id, which nobody else makes", "[oauth]")
{
    const client_ids ids("secret");
    const client one{.name = "Ada's program", .redirect_uris = {"https://a.example/x"}};
    const auto id = ids.make(one).value();
    const auto read = ids.read(id);
    REQUIRE(read);
    CHECK(read->id == id);
    CHECK(read->name == one.name);
    CHECK(read->redirect_uris == one.redirect_uris);
    CHECK_FALSE(read->documented);
    CHECK_FALSE(client_ids("another").read(id));
    auto changed = id;
    changed[10] = changed[10] == 'a' ? 'b' : 'a';
    CHECK_FALSE(ids.read(changed));
    for (const auto* wrong : {"", "tc_", "tc_.", "tc_a.b", "https://a.example/x"})
        CHECK_FALSE(ids.read(wrong));
    const client long_one{.name = "x",
                          .redirect_uris = {5, "https://a.example/" + std::string(400, 'a')}};
    CHECK_FALSE(ids.make(long_one));
}

TEST_CASE("the id that is an address is https, with a path and no tricks", "[oauth]")
{
    CHECK(check_document_url("https://a.example/client.json"));
    CHECK(check_document_url("https://a.example:8443/x/y?z=1"));
    for (const auto* wrong :
         {"http://a.example/client.json", "https://a.example", "https://a.example/",
          "https://user:word@a.example/x", "https://a.example/x#part", "https://a.example/../x",
          "https://a.example/./x", "a.example/x", "https:///x", "file:///etc/passwd"}) {
        INFO(wrong);
        CHECK_FALSE(check_document_url(wrong));
    }
}

TEST_CASE("a client's description is read within limits", "[oauth]")
{
    const json good{{"client_name", "A\nprogram"}, {"redirect_uris", {"https://a.example/x"}}};
    const auto read = read_client("id", good);
    REQUIRE(read);
    CHECK(read->name == "A program");
    auto nameless = good;
    nameless.erase("client_name");
    CHECK_FALSE(read_client("id", nameless)->name.empty());
    auto tall = good;
    tall["client_name"] = std::string(1000, 'a');
    CHECK(read_client("id", tall)->name.size() <= 80);
    for (const auto& [name, value] : std::initializer_list<std::pair<const char*, json>>{
             {"redirect_uris", nullptr},
             {"redirect_uris", json::array()},
             {"redirect_uris", {1}},
             {"redirect_uris", {"http://evil.example/"}},
             {"redirect_uris", json(std::vector<std::string>(11, "https://a.example/x"))},
             {"grant_types", {"client_credentials"}},
             {"response_types", {"token"}}}) {
        auto wrong = good;
        wrong[name] = value;
        INFO(wrong.dump());
        CHECK_FALSE(read_client("id", wrong));
    }
    CHECK_FALSE(read_client("id", json::array()));
    CHECK_FALSE(read_client("id", json()));
}

} // namespace thimble::service::oauth::test
