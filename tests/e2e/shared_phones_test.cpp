// Phones that several use: labelled, asked for by what they are, leased, and who did what told.
#include "tests/catch2.hpp"
#include "tests/e2e/thimble_system.hpp"

#include <sstream>

namespace thimble::e2e {

namespace {

constexpr auto middle_tap = R"({"x":300,"y":600})";

/// Fingers that the tap puts on the glass.
std::size_t fingers_of(const virtual_phone& phone, std::size_t since)
{
    return phone.fingers_down(since).size();
}

bool has_line(const std::string& lines, const std::string& error, const std::string& phone_id)
{
    std::istringstream in(lines);
    for (std::string line; std::getline(in, line);) {
        const auto entry = nlohmann::json::parse(line);
        if (entry.at("error") == error && entry.at("phone_id") == phone_id)
            return true;
    }
    return false;
}

} // namespace

TEST_CASE("phones are asked for by what they are, leased, and the log tells of it", "[e2e][linked]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5", "iPhone SE 2,ios=16"}});
    const auto large = phones.at(0);
    const auto small = phones.at(1);
    const thimble_system daemon(phones);
    REQUIRE(daemon.until_ready(large, ready_limit));
    REQUIRE(daemon.until_ready(small, ready_limit));
    const auto& mine = daemon.api();
    const auto small_id = daemon.id_of(small);
    CHECK(mine.send("PUT", daemon.path(small, "/labels"), R"({"labels":["small"]})", {}).status ==
          200);

    const auto large_mark = large.next_event();
    for (const auto& wanted :
         {std::string("labels=small"), std::string("ios=16"),
          "model=" + daemon.record_of(small).at("product_type").get<std::string>()}) {
        INFO(wanted);
        const auto mark = small.next_event();
        const auto answer = mine.post("/v1/tap?phone=" + wanted, middle_tap);
        INFO(answer.body);
        CHECK(answer.status == 200);
        CHECK(answer.header("x-phone-id") == small_id);
        CHECK(fingers_of(small, mark) == 1);
    }
    CHECK(fingers_of(large, large_mark) == 0);
    CHECK(mine.post("/v1/tap?phone=labels=none", middle_tap).status == 404);

    const auto made = mine.post("/v1/keys", R"({"name":"ci"})").json();
    const auto theirs = daemon.stranger().with({{"X-API-Key", made.at("key")}});
    REQUIRE(theirs.post(daemon.path(small, "/lease"), R"({"duration_s":600})").status == 200);
    const auto leased_mark = small.next_event();
    const auto refused = mine.post(daemon.path(small, "/tap"), middle_tap);
    CHECK(refused.status == 409);
    CHECK(refused.json().at("error") == "PHONE_LEASED");
    CHECK(refused.json().at("context").at("holder").at("name") == "ci");
    CHECK(mine.post("/v1/tap?phone=ios=16&wait_s=0", middle_tap).status == 503);
    CHECK(fingers_of(small, leased_mark) == 0);
    CHECK(theirs.post(daemon.path(small, "/tap"), middle_tap).status == 200);
    CHECK(fingers_of(small, leased_mark) == 1);
    CHECK(theirs.send("DELETE", daemon.path(small, "/lease"), "", {}).status == 204);
    CHECK(mine.post(daemon.path(small, "/tap"), middle_tap).status == 200);

    const auto log = mine.get("/v1/audit/export");
    CHECK(log.status == 200);
    CHECK(has_line(log.body, "PHONE_LEASED", small_id));
}

} // namespace thimble::e2e
