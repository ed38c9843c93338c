// Signing in with a password, and every way in which that ends.
#include "tests/service/accounts/accounts_with_passwords.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace thimble::service::test {

namespace {

using milliseconds = std::chrono::duration<double, std::milli>;

/// The processor's time, which no other program's work is part of; the service is in this process.
milliseconds time_of_attempt(browser& on, const std::string& name, const std::string& password)
{
    const auto began = std::clock();
    CHECK(on.sign_in(name, password).status == 401);
    return milliseconds(1000.0 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
}

/// Number of attempts in vain before one was refused; on a slow machine a few more than at once,
/// because time brings some back.
int attempts_until_refused(const std::function<reply()>& attempt)
{
    for (int made = 0; made < 200; ++made)
        if (const auto answer = attempt(); answer.status == 429)
            return made;
        else
            CHECK(answer.status == 401);
    FAIL("nothing limits the attempts");
    return 0;
}

/// Answer to the right password while wrong ones are refused. Just before it time may bring one
/// attempt back; then that is used up, too, and the right one is tried again.
reply told_while_refused(const std::function<reply()>& wrong, const std::function<reply()>& right)
{
    auto out = right();
    for (int more = 0; more < 10 && out.status == 200; ++more) {
        attempts_until_refused(wrong);
        out = right();
    }
    return out;
}

/// Which part of the time for eight comparisons somebody else has to wait.
double wait_of_others(with_passwords& with, const std::string& name)
{
    const auto body = nlohmann::json{{"name", name}, {"password", "a wrong password"}}.dump();
    std::vector<std::unique_ptr<http_client>> waiting;
    const auto began = std::chrono::steady_clock::now();
    for (int each = 0; each < 8; ++each) {
        waiting.push_back(std::make_unique<http_client>(with.running.port()));
        waiting.back()->send("POST /v1/sign-in HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
                             std::to_string(body.size()) + "\r\n\r\n" + body);
    }
    http_client other(with.running.port());
    CHECK(other.ask("GET", "/v1/phones", {{"X-API-Key", with.ada_key}}).status == 200);
    const milliseconds until_other = std::chrono::steady_clock::now() - began;
    for (const auto& each : waiting) {
        const auto status = each->receive().status;
        CHECK((status == 401 || status == 429)); // 429 where the comparisons have taken 20 s
    }
    const milliseconds until_all = std::chrono::steady_clock::now() - began;
    return until_other / until_all;
}

} // namespace

TEST_CASE("who has the password is let in until they sign out", "[sign_in]")
{
    with_passwords with;
    browser ada(with.running.port());
    CHECK(ada.status_of_phones() == 401);
    const auto begun = ada.sign_in("ada", with_passwords::adas_password);
    CHECK(begun.status == 200);
    CHECK(begun.json().at("account").at("name") == "ada");
    CHECK(begun.field("cache-control") == "no-store");
    CHECK(ada.status_of_phones() == 200);
    const auto me = ada.ask("GET", "/v1/me").json();
    CHECK(me.at("account") == begun.json().at("account"));
    CHECK(me.at("csrf_token") == begun.json().at("csrf_token"));

    browser same(with.running.port());
    CHECK(same.status_of_phones() == 401); // another browser is another matter
    const auto cookie = ada.cookie();
    CHECK(ada.ask("POST", "/v1/sign-out").status == 204);
    CHECK(ada.status_of_phones() == 401);
    CHECK(same.ask_with("GET", "/v1/phones", {{"Cookie", cookie}}).status == 401);
}

TEST_CASE("a wrong password, an unknown name and an account without one are told the same",
          "[sign_in]")
{
    with_passwords with;
    REQUIRE(with.ask("account create", {{"name", "eve"}}).done);
    browser stranger(with.running.port());
    const auto wrong = stranger.sign_in("ada", "a wrong password");
    CHECK(wrong.status == 401);
    CHECK(wrong.error() == "SIGN_IN_FAILED");
    CHECK(wrong.field("set-cookie").empty());
    for (const auto* name : {"nobody", "eve", "local"}) {
        const auto other = stranger.sign_in(name, "a wrong password");
        CHECK(other.status == wrong.status);
        CHECK(other.body == wrong.body);
    }
    CHECK(stranger.sign_in("bob", with_passwords::adas_password).status == 401);
}

TEST_CASE("an unknown name takes as long as a wrong password", "[sign_in]")
{
    with_passwords with;
    with.set_costly_password("ada", with_passwords::adas_password);
    browser stranger(with.running.port());
    time_of_attempt(stranger, "eve", "warming up");
    std::vector<milliseconds> known;
    std::vector<milliseconds> unknown;
    for (int round = 0; round < 5; ++round) {
        known.push_back(time_of_attempt(stranger, "ada", "a wrong password"));
        unknown.push_back(time_of_attempt(stranger, "nobody", "a wrong password"));
    }
    const auto quickest_known = std::ranges::min(known);
    const auto quickest_unknown = std::ranges::min(unknown);
    INFO(quickest_known.count() << " ms and " << quickest_unknown.count() << " ms");
    CHECK(quickest_unknown > 0.5 * quickest_known); // without a hash it would be a hundredth
    CHECK(quickest_known > 0.5 * quickest_unknown);
}

TEST_CASE("too many wrong passwords of an account are refused, the right one with them",
          "[sign_in]")
{
    with_passwords with;
    browser stranger(with.running.port());
    const auto wrong = [&] { return stranger.sign_in("ada", "a wrong password"); };
    CHECK(attempts_until_refused(wrong) >= 10);
    const auto refused = told_while_refused(
        wrong, [&] { return stranger.sign_in("ada", with_passwords::adas_password); });
    REQUIRE(refused.status == 429);
    CHECK(refused.error() == "RATE_LIMITED");
    CHECK(std::stoi(refused.field("retry-after")) > 0);
    CHECK(std::stoi(refused.field("retry-after")) <= 30);
    CHECK(stranger.sign_in("bob", "bob's password").status == 200);
}

TEST_CASE("too many wrong passwords from an address are refused", "[sign_in]")
{
    with_passwords with;
    // So many that none of them is refused for its own sake.
    constexpr int names = 20;
    for (int each = 0; each < names; ++each) {
        REQUIRE(with.ask("account create", {{"name", "name" + std::to_string(each)}}).done);
        with.set_password("name" + std::to_string(each), "a password of its own");
    }
    browser stranger(with.running.port());
    int attempts = 0;
    const auto wrong = [&] {
        return stranger.sign_in("name" + std::to_string(++attempts % names), "a wrong password");
    };
    CHECK(attempts_until_refused(wrong) >= 30);
    bool adas_turn = true; // one who gets in once is known there, and is not refused any more
    const auto right = [&] {
        return std::exchange(adas_turn, false)
                   ? stranger.sign_in("ada", with_passwords::adas_password)
                   : stranger.sign_in("bob", "bob's password");
    };
    CHECK(told_while_refused(wrong, right).status == 429);
    const headers by_proxy{{"X-Forwarded-For", "192.0.2.7, 198.51.100.4"}};
    const nlohmann::json body{{"name", "ada"}, {"password", with_passwords::adas_password}};
    CHECK(stranger.ask_with("POST", "/v1/sign-in", by_proxy, body.dump()).status == 200);
}

TEST_CASE("the right password is never refused for having been right often", "[sign_in]")
{
    with_passwords with;
    browser ada(with.running.port());
    for (int attempt = 0; attempt < 35; ++attempt)
        REQUIRE(ada.sign_in("ada", with_passwords::adas_password).status == 200);
}

TEST_CASE("while passwords are compared others are answered", "[sign_in]")
{
    with_passwords with;
    with.set_costly_password("ada", with_passwords::adas_password);
    with.set_costly_password("bob", "bob's password");
    std::vector<double> waits; // the least tells: what else the machine does makes them longer
    for (const auto* name : {"ada", "bob", "nobody"}) // each may be tried ten times
        waits.push_back(wait_of_others(with, name));
    CHECK(std::ranges::min(waits) < 0.5); // else they would have waited for all of them
}

TEST_CASE("a new password ends what the former one has opened", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    browser bob(with.running.port());
    REQUIRE(bob.sign_in("bob", "bob's password").status == 200);
    with.set_password("ada", "another password");
    CHECK(ada.status_of_phones() == 401);
    CHECK(bob.status_of_phones() == 200);
    CHECK(ada.sign_in("ada", with_passwords::adas_password).status == 401);
    CHECK(ada.sign_in("ada", "another password").status == 200);
}

TEST_CASE("a subscription that ends is told in a browser, too", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    with.set_subscription("ada", "none");
    CHECK(ada.status_of_phones() == 402);
}

TEST_CASE("a password and a cookie are in no log and no file", "[sign_in]")
{
    with_passwords with;
    const auto signed_in = with.signed_in();
    auto& ada = *signed_in;
    ada.sign_in("ada", "planted-wrong-password");
    const auto token = ada.cookie().substr(ada.cookie().find('=') + 1);
    REQUIRE(with.running.logs("route=/v1/sign-in"));
    const auto check_without = [&](const std::string& text) {
        for (const auto& each : {with_passwords::adas_password, token, ada.csrf_token(),
                                 std::string("planted-wrong-password")})
            CHECK(text.find(each) == std::string::npos);
    };
    check_without(with.running.logged());
    with.running.stop();
    for (const auto& each : std::filesystem::recursive_directory_iterator(with.running.state_dir()))
        if (each.is_regular_file())
            check_without(e2e::content_of(each.path()));
}

} // namespace thimble::service::test
