// Bad input of every kind gets an error record, and the service goes on.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/thimble_system.hpp"

namespace thimble::e2e {

namespace {

void check_error(const http_answer& answer, int status, const std::string& code)
{
    INFO(answer.status << " " << answer.body);
    CHECK(answer.status == status);
    const auto record = answer.json();
    REQUIRE(record.is_object());
    CHECK(record.at("error") == code);
    CHECK(record.at("message").get<std::string>().size() > 10);
    CHECK(record.at("context").is_object());
}

struct bad_tap {
    std::string body;
    int status = 0;
    std::string code;
};

const std::vector<bad_tap>& bad_taps()
{
    static const std::vector<bad_tap> all{
        {"", 400, "EMPTY_BODY"},
        {" \n ", 400, "EMPTY_BODY"},
        {"{}", 422, "INVALID_ARGUMENT"},
        {"[]", 422, "INVALID_ARGUMENT"},
        {"17", 422, "INVALID_ARGUMENT"},
        {"null", 422, "INVALID_ARGUMENT"},
        {R"({"x": 1})", 422, "INVALID_ARGUMENT"},
        {R"({"x": 1.0, "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": "1", "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": true, "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": null, "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": -1, "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": 620, "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": 1, "y": 1344})", 422, "INVALID_ARGUMENT"},
        {R"({"x": 99999999999999999999, "y": 2})", 422, "INVALID_ARGUMENT"},
        {R"({"x": 1e400, "y": 2})", 400, "INVALID_JSON"},
        {R"({"x": 1, "y": 2)", 400, "INVALID_JSON"},
        {R"({"x": 1, "y": 2} {})", 400, "INVALID_JSON"},
        {R"({'x': 1, 'y': 2})", 400, "INVALID_JSON"},
        {R"({"x": NaN, "y": 2})", 400, "INVALID_JSON"},
        {"{\"x\": 1, \"y\": 2, \"z\": \"\xff\xfe\"}", 400, "INVALID_JSON"},
        {std::string("{\"x\": 1\0, \"y\": 2}", 17), 400, "INVALID_JSON"},
        {std::string(100'000, '['), 400, "INVALID_JSON"},
    };
    return all;
}

/// The status line of an answer to bytes that are no proper request; empty when only the
/// connection was closed.
std::string status_line(const thimble_system& daemon, const std::string& bytes)
{
    const auto heard = daemon.stranger().raw(bytes, 5s);
    return heard.substr(0, heard.find('\r'));
}

} // namespace

TEST_CASE("a bad body gets its error and touches nothing", "[e2e]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto first = phone.next_event();

    for (const auto& [body, status, code] : bad_taps()) {
        INFO(body.substr(0, 60));
        check_error(daemon.api().post("/v1/tap", body), status, code);
        check_error(daemon.api().post(daemon.path(phone, "/tap"), body), status, code);
        check_error(daemon.api().post("/v1/tap?async=true", body), status, code);
    }
    CHECK(phone.events(first).empty());
    CHECK(daemon.api().post("/v1/tap", R"({"x": 1, "y": 2, "unknown": []})").status == 200);
}

TEST_CASE("a bad route, method, key, query or size gets its error", "[e2e]")
{
    const virtual_phones phones;
    const auto phone = phones.at(0);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phone, ready_limit));
    const auto& api = daemon.api();
    const std::string tap = R"({"x": 1, "y": 2})";

    check_error(daemon.stranger().get("/v1/phones"), 401, "AUTH_REQUIRED");
    check_error(daemon.stranger().get("/v1/phones", {{"X-API-Key", "tk_wrong"}}), 401,
                "INVALID_API_KEY");
    check_error(daemon.stranger().get("/v1/phones", {{"Authorization", "Bearer tk_wrong"}}), 401,
                "INVALID_API_KEY");
    CHECK(daemon.stranger()
              .get("/v1/phones", {{"Authorization", std::string("Bearer ") + daemon.key()}})
              .status == 200);
    check_error(api.get("/v1/nonsense"), 404, "NOT_FOUND");
    check_error(api.get("/nonsense"), 404, "NOT_FOUND");
    check_error(api.get("/v1/phones/../../etc/passwd"), 404, "NOT_FOUND");
    check_error(api.get("/v1/tap"), 405, "METHOD_NOT_ALLOWED");
    CHECK(api.get("/v1/tap").header("Allow").find("POST") != std::string::npos);
    check_error(api.send("BREW", "/v1/tap", tap, {}), 405, "METHOD_NOT_ALLOWED");
    check_error(api.get("/v1/phones/11111111-1111-4111-8111-111111111111/info"), 404,
                "PHONE_NOT_FOUND");
    check_error(api.get("/v1/jobs/11111111-1111-4111-8111-111111111111"), 404, "JOB_NOT_FOUND");
    check_error(api.post("/v1/tap?async=perhaps", tap), 422, "INVALID_ARGUMENT");
    check_error(api.post("/v1/tap", tap, {{"Content-Type", "text/plain"}}), 415,
                "UNSUPPORTED_MEDIA_TYPE");
    check_error(
        api.post("/v1/tap", R"({"x": 1, "y": 2, "z": ")" + std::string(1U << 20U, 'z') + "\"}"),
        413, "PAYLOAD_TOO_LARGE");
    check_error(api.get("/v1/phones", {{"X-Padding", std::string(20'000, 'p')}}), 431,
                "HEADERS_TOO_LARGE");
    check_error(api.post("/v1/flick", R"({"x": 1, "y": 2, "direction": "sideways"})"), 422,
                "INVALID_ARGUMENT");
    check_error(api.get("/v1/screenshot?format=bmp"), 422, "INVALID_ARGUMENT");
    check_error(api.get("/v1/screenshot?quality=0"), 422, "INVALID_ARGUMENT");
    check_error(api.get("/v1/screenshot?max_edge=-5"), 422, "INVALID_ARGUMENT");
    CHECK(phone.events().empty());
}

TEST_CASE("bytes that are no HTTP end with an error or a closed connection", "[e2e][direct]")
{
    const virtual_phones phones;
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));

    CHECK(status_line(daemon, "hello\r\n\r\n").find("400") != std::string::npos);
    CHECK(status_line(daemon, "GET /v1/phones HTTP/9.9\r\n\r\n").find("400") != std::string::npos);
    CHECK(status_line(daemon, "POST /v1/tap HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n")
              .find("400") != std::string::npos);
    status_line(daemon, std::string(300'000, '\xee'));
    status_line(daemon, std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 11));
    status_line(daemon, "POST /v1/tap HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                        "ffffffffffffffffff\r\n");
    CHECK(daemon.api().get("/v1/phones").status == 200);
    CHECK(daemon.stranger().get("/healthz").status == 200);
}

TEST_CASE("routes without a phone say when there is none, and which of several", "[e2e][linked]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16"}});
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(phones.at(0), ready_limit));
    REQUIRE(daemon.until_ready(phones.at(1), ready_limit));

    check_error(daemon.api().get("/v1/info"), 400, "NO_PHONE_SELECTED");
    CHECK(daemon.api().post(daemon.path(phones.at(1), "/select")).status == 200);
    CHECK(daemon.api().get("/v1/info").json().at("unique_id") == phones.at(1).udid());
    phones.at(0).make("unplug");
    phones.at(1).make("unplug");
    CHECK(eventually(10s, [&] { return daemon.api().get("/v1/info").status == 404; }));
    check_error(daemon.api().get("/v1/info"), 404, "NO_PHONES_CONNECTED");
}

} // namespace thimble::e2e
