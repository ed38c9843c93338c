// Two accounts on three nodes: a phone that the one labels, leases and waits for is none to the
// other.
#include "tests/catch2.hpp"
#include "tests/e2e/eventually.hpp"
#include "tests/e2e/nodes/event_follower.hpp"
#include "tests/e2e/nodes/shared_service.hpp"

#include <deque>
#include <future>
#include <set>
#include <string>

namespace thimble::e2e {

using nlohmann::json;

namespace {

constexpr auto label = "night-fleet";
constexpr auto holder = "night holder";
constexpr auto waiting_request = "night-request";

/// Phone of the owner, which another key of the owner has leased, while a request waits for it.
class wanted_phone {
public:
    explicit wanted_phone(shared_service& on) : on_(on)
    {
        const auto json_body = header_fields{{"Content-Type", "application/json"}};
        const auto labelled =
            on.at(0).send("PUT", on.path("/labels"), json{{"labels", {label}}}.dump(), json_body);
        REQUIRE(labelled.status == 200);
        const auto made = on.at(1).post("/v1/keys", json{{"name", holder}}.dump());
        REQUIRE(made.status == 201);
        holders_key_ = made.json().at("key");
        const auto leased =
            on.at(1, holders_key_).post(on.path("/lease"), R"({"duration_s": 3600})");
        INFO(leased.body);
        REQUIRE(leased.status < 300);
        words_ = {on.system->id_of(on.phone), label, holder, waiting_request};
        tapping_ = std::async(std::launch::async, [at = on.at(2)] {
            return at.post("/v1/tap?wait_s=300&phone=labels=" + std::string(label),
                           R"({"x": 300, "y": 700})", {{"X-Request-Id", waiting_request}});
        });
    }

    /// True once each node says so to the owner.
    bool is_waited_for_everywhere() const
    {
        return eventually(30s, [this] {
            for (std::size_t node = 0; node < on_.count(); ++node)
                if (!on_.at(node).get("/v1/waiting").body.contains(waiting_request))
                    return false;
            return true;
        });
    }

    /// The holder lets it go; the answer to the request that has waited for it.
    http_answer release()
    {
        CHECK(on_.at(0, holders_key_).send("DELETE", on_.path("/lease"), "", {}).status < 300);
        return tapping_.get();
    }

    /// Words of the owner that are in the text.
    std::set<std::string> found_in(const std::string& text) const
    {
        std::set<std::string> out;
        for (const auto& each : words_)
            if (text.contains(each))
                out.insert(each);
        return out;
    }

private:
    shared_service& on_;
    std::string holders_key_;
    std::set<std::string> words_;
    std::future<http_answer> tapping_;
};

/// No phone fits, as if there were none at all.
void check_asks_in_vain(const wanted_phone& wanted, const http_client& stranger)
{
    const auto none = stranger.post("/v1/tap?phone=labels=nobodys", R"({"x": 1, "y": 1})").json();
    for (const std::string phone :
         {"any", "labels=night-fleet", "ios=1..", "model=iPhone+15+Pro"}) {
        const auto tapped = stranger.post("/v1/tap?phone=" + phone, R"({"x": 300, "y": 700})");
        const auto leased = stranger.post("/v1/lease?phone=" + phone, R"({"duration_s": 60})");
        for (const auto& refused : {tapped, leased}) {
            INFO(phone << ": " << refused.body);
            CHECK(refused.status == 404);
            CHECK(refused.json().value("error", "") == "NO_PHONE_FITS");
            CHECK(refused.json().value("message", "") == none.value("message", "none"));
        }
    }
    const auto waiting = stranger.get("/v1/waiting");
    CHECK(waiting.json().at("waiting").empty());
    for (const auto* const list : {"/v1/phones", "/v1/audit", "/v1/events", "/v1/jobs"})
        CHECK(wanted.found_in(stranger.get(list).body) == std::set<std::string>{});
}

} // namespace

TEST_CASE("a phone that somebody labels, leases and waits for is no other account's, at any node",
          "[e2e][nodes]")
{
    shared_service on;
    wanted_phone wanted(on);
    REQUIRE(wanted.is_waited_for_everywhere());
    const auto key = on.system->nodes().at(1).key_of("stranger");
    std::deque<event_follower> strangers;
    std::deque<event_follower> owners;
    for (std::size_t node = 0; node < on.count(); ++node) {
        INFO("node " << node);
        const auto port = on.system->nodes().port_of(node);
        REQUIRE(strangers.emplace_back(port, key).status() == 200);
        REQUIRE(owners.emplace_back(port, on.system->key()).status() == 200);
        check_asks_in_vain(wanted, on.at(node, key));
        const auto seen = on.at(node).get("/v1/phones").body + on.at(node).get("/v1/waiting").body;
        CHECK(wanted.found_in(seen).size() == 4); // as the owner sees it
    }

    const auto tapped = wanted.release();
    INFO(tapped.body);
    CHECK(tapped.status == 200);
    const std::string job = tapped.json().at("id");
    for (auto& each : owners)
        CHECK(each.until([&](const json& event) { return event.dump().contains(job); }));

    // Streams end with the key; until then they have told the stranger nothing of it.
    const auto keys = on.at(0, key).get("/v1/keys").json();
    REQUIRE(keys.size() == 1);
    CHECK(on.at(0, key)
              .send("DELETE", "/v1/keys/" + keys.at(0).at("id").get<std::string>(), "", {})
              .status == 204);
    for (auto& each : strangers)
        while (const auto told = each.next()) {
            INFO(told->dump());
            CHECK(wanted.found_in(told->dump()) == std::set<std::string>{});
            CHECK_FALSE(told->dump().contains(job));
        }
}

} // namespace thimble::e2e
