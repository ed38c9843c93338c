#include "service/document/html.hpp"
#include "tests/catch2.hpp"
#include "tests/service/http_client.hpp"
#include "tests/service/running_service.hpp"

#include <regex>
#include <set>

namespace thimble::service::test {

namespace {

struct with_page {
    running_service running;
    http_client client{running.port()};
    reply answer = client.ask("GET", "/docs", {});
    const std::string& page() const { return answer.body; }

    /// Matches of the expression's first group, each time.
    std::multiset<std::string> all(const std::string& expression) const
    {
        const std::regex wanted(expression);
        std::multiset<std::string> out;
        for (std::sregex_iterator at(page().begin(), page().end(), wanted), end; at != end; ++at)
            out.insert((*at)[1]);
        return out;
    }
};

} // namespace

TEST_CASE("the page loads its script and the dashboard's styles, and nothing from another host",
          "[service][contract]")
{
    with_page on;
    CHECK(on.answer.field("content-type") == "text/html; charset=utf-8");
    const auto policy = on.answer.field("content-security-policy");
    CHECK(policy.starts_with("default-src 'none'; script-src 'self';"));
    CHECK(on.all("<(script)").size() == 1);
    CHECK(on.all("<script type=\"module\" src=\"([^\"]*)\"></script>") ==
          std::multiset<std::string>{"/dashboard/reference.js"});
    CHECK(on.all("<link rel=\"stylesheet\" href=\"([^\"]*)\">") ==
          std::multiset<std::string>{"/dashboard/reference.css", "/dashboard/style.css"});
    CHECK(on.all("<(link)").size() == 2);
    for (const auto* foreign : {"<img", "<style", "@import", "url(", "onclick"})
        CHECK(on.page().find(foreign) == std::string::npos);
    for (const auto& target : on.all("(?:href|src)=\"([^\"]*)\"")) {
        INFO(target);
        if (!target.starts_with('#') && target != "/") // the dashboard
            CHECK(on.client.ask("GET", target, {}).status == 200);
    }
    CHECK(on.page().contains("href=\"/\""));
}

TEST_CASE("all that the page says is there without its script", "[service][contract]")
{
    const with_page on;
    CHECK(on.all("<(?:details|section|div|figure|input|button)[^>]* (hidden|disabled)").empty());
    CHECK(on.all("<(input|button)").empty()); // those are the script's
}

TEST_CASE("every link of the page leads to one place", "[service][contract]")
{
    const with_page on;
    const auto places = on.all("id=\"([^\"]*)\"");
    for (const auto& place : places)
        CHECK(places.count(place) == 1);
    const auto links = on.all("href=\"#([^\"]*)\"");
    CHECK(links.size() > 100);
    for (const auto& link : links) {
        INFO(link);
        CHECK(places.contains(link));
    }
}

TEST_CASE("the page and the document have the same paths", "[service][contract]")
{
    with_page on;
    const auto paths = on.client.ask("GET", "/openapi.json", {}).json().at("paths");
    for (const auto& [path, told] : paths.items()) {
        INFO(path);
        CHECK(on.page().find("<code>" + path + "</code>") != std::string::npos);
    }
}

TEST_CASE("the page says of each request what its key has to be good for", "[service][contract]")
{
    const with_page on;
    const auto said = on.all("<p class=\"needs\">(.*?)</p>");
    CHECK(said.size() == on.all("<(details)>").size());
    for (const auto* each :
         {"Needs no key.", "Any key will do.", "Scope: <code>act</code>.",
          "Scope: <code>read</code> or <code>act</code>.", "Scope: <code>admin</code>."})
        CHECK(said.contains(each));
    const auto record = on.page().find("<div id=\"post-v1-phones-phone-id-recordings\">");
    REQUIRE(record != std::string::npos);
    const auto needs = on.page().find("<p class=\"needs\">", record);
    CHECK(on.page().substr(needs).starts_with("<p class=\"needs\">Scope: <code>act</code>."));
}

TEST_CASE("the request of each example goes to the path above it", "[service][contract]")
{
    const with_page on;
    std::multiset<std::string> asked;
    for (const auto& path : on.all("\\$THIMBLE_URL(/[^<]*)</pre>"))
        asked.insert(std::regex_replace(path, std::regex("\\$PHONE_ID"), "{phone_id}"));
    CHECK(asked.size() == on.all("<(details)>").size());
    CHECK(asked == on.all("<summary><span class=\"method [a-z]+\">[A-Z]+</span> "
                          "<code>([^<]*)</code>"));
    CHECK(on.page().contains(" PHONE_ID=…</code>"));
}

TEST_CASE("the page names the headers that a request may have", "[service][contract]")
{
    const with_page on;
    for (const auto* header : {"Idempotency-Key", "If-None-Match"})
        CHECK(on.page().contains("<code>" + std::string(header) +
                                 "</code><br><span class=\"place\">header</span>"));
}

TEST_CASE("text is escaped for HTML, and code stands out", "[service][contract]")
{
    namespace html = contract::html;
    CHECK(html::escaped("<a href=\"x\">&</a>") == "&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
    CHECK(html::prose("send `a<b` now") == "send <code>a&lt;b</code> now");
    CHECK(html::prose("a ` alone") == "a <code> alone</code>");
    CHECK(html::anchor("POST /v1/phones/{phone_id}/tap-select") ==
          "post-v1-phones-phone-id-tap-select");
}

} // namespace thimble::service::test
