// A walk over the whole contract: whatever is asked, the answer is one that the document has.
#include "tests/catch2.hpp"
#include "tests/service/document/request_variant.hpp"
#include "tests/service/document/walked_service.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// Asks, and holds the answer against the contract.
void check(walked_service& on, const operation& of, const request_variant& what)
{
    const auto answer = on.ask(what);
    const auto objection = on.contract().objection(of, answer);
    if (!objection.empty())
        FAIL_CHECK(what.method << " " << what.target.substr(0, 200) << ", " << what.says << " "
                               << what.body.substr(0, 200) << ": " << objection);
    if (!what.code.empty() && (answer.status < 400 || answer.error() != what.code))
        FAIL_CHECK(what.method << " " << what.target.substr(0, 200) << ", " << what.says << " "
                               << what.body.substr(0, 200) << ": " << answer.status << " "
                               << answer.body.substr(0, 300) << " instead of " << what.code);
}

/// True if it may refer to a picture: an action does, a read does not.
bool names_a_frame(const operation& of)
{
    const auto body = of.body_schema();
    return !body.is_null() && body.value("properties", json::object()).contains("frame_id");
}

void walk_valid(walked_service& on)
{
    for (const auto& each : on.contract().operations())
        check(on, each, valid_request(each, on.ids()));
}

} // namespace

TEST_CASE("what the contract calls valid is granted", "[service][contract]")
{
    walked_service on(world::ready);
    REQUIRE(on.contract().operations().size() > 100);
    for (const auto& each : on.contract().operations()) {
        const auto what = valid_request(each, on.ids());
        check(on, each, what);
        const auto answer = on.ask(what);
        INFO(what.method << " " << what.target << " " << what.body << ": " << answer.body);
        CHECK((!what.in_order || answer.status < 400));
    }
}

TEST_CASE("missing, wrong, extreme and repeated parameters get an answer of the contract",
          "[service][contract]")
{
    walked_service on(world::ready);
    std::size_t asked = 0;
    for (const auto& each : on.contract().operations())
        for (const auto& what : varied_requests(each, on.ids())) {
            check(on, each, what);
            ++asked;
        }
    CHECK(asked > 3000);
}

TEST_CASE("strangers and spoilt bodies get an answer of the contract", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& each : on.contract().operations())
        for (const auto& what : spoilt_requests(each, on.ids()))
            check(on, each, what);
}

TEST_CASE("a wrong method is told the right ones of the contract", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& [path, methods] : on.contract().value().at("paths").items()) {
        const auto allow = on.contract().allow(path);
        const operation any{
            .method = "GET", .path = path, .told = json{{"security", json::array()}}};
        auto what = valid_request(any, on.ids());
        for (const std::string method : {"GET", "POST", "PUT", "PATCH", "DELETE", "BREW", "HEAD"}) {
            if (allow.find(method) != std::string::npos)
                continue;
            what.method = method;
            const auto answer = on.ask(what);
            INFO(method << " " << path << ": " << answer.body);
            CHECK(answer.status == 405);
            CHECK(answer.field("allow") == allow);
            if (method != "HEAD")
                CHECK(answer.error() == "METHOD_NOT_ALLOWED");
        }
        what.method = "OPTIONS";
        const auto answer = on.ask(what);
        CHECK(answer.status == 204);
        CHECK(answer.field("allow") == allow);
    }
}

TEST_CASE("HEAD answers as GET does, without a body", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto& each : on.contract().operations()) {
        if (each.method != "GET")
            continue;
        auto what = valid_request(each, on.ids());
        const auto got = on.ask(what);
        what.method = "HEAD";
        const auto answer = on.ask(what);
        INFO(each.path);
        CHECK(answer.status == got.status);
        CHECK(answer.body.empty());
        CHECK(answer.field("content-type") == got.field("content-type"));
    }
}

TEST_CASE("every state of the phones gives an answer of the contract", "[service][contract]")
{
    for (const auto state : {world::empty, world::locked, world::incapable, world::unplugged,
                             world::desktop_away, world::undecided, world::crowded, world::lent}) {
        INFO(static_cast<int>(state));
        walked_service on(state);
        walk_valid(on);
    }
}

TEST_CASE("every failure of a desktop gives an answer of the contract", "[service][contract]")
{
    walked_service on(world::ready);
    for (const auto* code : {"ACTION_FAILED", "UNSUPPORTED_ACTION", "STALE_FRAME", "TIMEOUT",
                             "PHONE_NOT_CONNECTED", "PHONE_NOT_READY", "CANCELLED"}) {
        on.fail_with(code);
        for (const auto& each : on.contract().operations()) {
            const auto what = valid_request(each, on.ids());
            if (code == std::string("STALE_FRAME") && !names_a_frame(each))
                continue;
            check(on, each, what);
        }
    }
}

} // namespace thimble::service::test
