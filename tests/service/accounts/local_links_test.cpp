// Links that sign in, of local mode.
#include "service/accounts/one_time_links.hpp"
#include "tests/service/accounts/browser.hpp"
#include "tests/service/accounts_fixture.hpp"
#include "tests/service/live_view/websocket_client.hpp"

namespace thimble::service::test {

namespace {

std::string make_link(running_service& on)
{
    std::string out;
    on.at_home([&] { out = on.service().make_sign_in_link().value(); });
    return out;
}

} // namespace

TEST_CASE("a link opens once", "[sign_in]")
{
    one_time_links links;
    const one_time_links::clock::time_point now{};
    const auto one = links.make(now);
    const auto other = links.make(now);
    CHECK_FALSE(links.use("tl_nobodys", now));
    CHECK_FALSE(links.use("", now));
    CHECK(links.use(one, now));
    CHECK_FALSE(links.use(one, now));
    CHECK(links.use(other, now));
}

TEST_CASE("a link opens for ten minutes, and the oldest give way", "[sign_in]")
{
    one_time_links links;
    const one_time_links::clock::time_point now{};
    const auto late = links.make(now);
    CHECK_FALSE(links.use(late, now + life_of_link));
    const auto in_time = links.make(now);
    CHECK(links.use(in_time, now + life_of_link - std::chrono::milliseconds(1)));
    const auto oldest = links.make(now);
    const auto next = links.make(now);
    for (std::size_t more = 1; more < most_open_links; ++more)
        links.make(now);
    CHECK_FALSE(links.use(oldest, now));
    CHECK(links.use(next, now));
}

TEST_CASE("who opens the link first is signed in as the local account", "[sign_in]")
{
    running_service running;
    const auto link = make_link(running);
    browser first(running.port());
    const auto opened = first.ask("GET", link);
    CHECK(opened.status == 303);
    CHECK(opened.field("location") == "/");
    CHECK(opened.field("cache-control") == "no-store");
    CHECK(opened.field("referrer-policy") == "no-referrer");
    const auto me = first.look_who_is_there();
    CHECK(me.status == 200);
    CHECK(me.json().at("account").at("name") == "local");
    CHECK(first.ask("PUT", "/v1/secrets/mail", R"({"value":"secret"})").status == 204);

    browser second(running.port());
    const auto late = second.ask("GET", link);
    CHECK(late.status == 303);
    CHECK(late.field("location") == "/#used-link");
    CHECK(second.cookie().empty());
    CHECK(first.ask("GET", link).field("location") == "/"); // who is in stays in
    CHECK(first.status_of_phones() == 200);
}

TEST_CASE("a link is not used up by who only looks where it leads", "[sign_in]")
{
    running_service running;
    const auto link = make_link(running);
    http_client looker(running.port());
    CHECK(looker.ask("HEAD", link, {}).field("set-cookie").empty());
    browser first(running.port());
    CHECK(first.ask("GET", link).field("location") == "/");
}

TEST_CASE("a link that is opened through a TLS proxy sets a cookie for TLS alone", "[sign_in]")
{
    running_service running;
    const auto cookie_for = [&](const headers& fields) {
        http_client looker(running.port());
        return looker.ask("GET", make_link(running), fields).field("set-cookie");
    };
    CHECK(cookie_for({{"X-Forwarded-Proto", "https"}}).find("; Secure") != std::string::npos);
    CHECK(cookie_for({{"X-Forwarded-Proto", "http"}}).find("; Secure") == std::string::npos);
    CHECK(cookie_for({}).find("; Secure") == std::string::npos);
}

TEST_CASE("a link's token is in no log", "[sign_in]")
{
    running_service running;
    const auto link = make_link(running);
    browser first(running.port());
    first.ask("GET", link);
    REQUIRE(running.logs("route=/sign-in"));
    CHECK(running.logged().find(link.substr(link.find('=') + 1)) == std::string::npos);
}

TEST_CASE("without a local account there are no links", "[sign_in]")
{
    running_service running({}, std::chrono::seconds(2),
                            [](server_options& given) { given.api_key = std::nullopt; });
    running.at_home([&] { CHECK_FALSE(running.service().make_sign_in_link()); });
    browser stranger(running.port());
    CHECK(stranger.ask("GET", "/sign-in?token=tl_nobodys").field("location") == "/#used-link");
}

TEST_CASE("what a browser watches ends when it is signed out", "[sign_in]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1"));
    browser first(running.port());
    first.ask("GET", make_link(running));
    first.look_who_is_there();
    websocket_client viewer(running.port(), "/v1/phones/" + id + "/stream",
                            {{"Cookie", first.cookie()}, {"Origin", browser::own_origin}});
    REQUIRE(viewer.status() == 101);
    CHECK(first.ask("POST", "/v1/sign-out").status == 204);
    CHECK(viewer.close_reason() == "1008 key_revoked");
}

} // namespace thimble::service::test
