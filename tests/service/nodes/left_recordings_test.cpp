// Recordings of a node that is gone: they have ended, and everybody is told.
#include "service/recordings/recording_rows.hpp"
#include "tests/service/nodes/frozen_node.hpp"
#include "tests/service/nodes/phone_with_pictures.hpp"

#include <algorithm>

namespace thimble::service::test {

namespace {

/// A recording by the node that has no link to the phone.
struct recorded_at_a_distance {
    recorded_at_a_distance()
    {
        const auto begun = hers.here.ask("POST", hers.path("recordings"), on.there.ada(), "{}");
        REQUIRE(begun.status == 201);
        id = begun.json().at("id");
        stream = hers.told();
    }

    void show_a_picture()
    {
        hers.show(stream, "one");
        REQUIRE(hers.becomes(hers.here, id, "pictures", 1));
    }

    bool is_left() { return on.there.running.logged().contains("has left 1 recordings"); }

    recording in_store() const
    {
        auto database =
            store::database_file::open(store::test::store_in(on.there.running.state_dir())).value();
        std::vector<recording> all;
        REQUIRE(database.run([&](store::transaction& now) { all = all_recordings(now); }));
        REQUIRE(all.size() == 1);
        return all.front();
    }

    /// The second node has told that it ended so.
    bool is_told(const std::string& status)
    {
        const auto page = hers.ask(hers.there, "/v1/events").json();
        return std::ranges::any_of(page.at("events"), [&](const nlohmann::json& each) {
            const auto& data = each.at("data");
            return each.at("type") == "recording" && data.at("recording_id") == id &&
                   data.at("status") == status && data.at("ended_by") == "service_ended";
        });
    }

    two_nodes on;
    phone_with_pictures hers{on};
    std::string id;
    link::stream stream;
};

} // namespace

TEST_CASE("a recording of a dead node has ended, and is whole once the node is back",
          "[service][nodes][recordings]")
{
    recorded_at_a_distance at;
    at.show_a_picture();
    {
        const frozen_node dead(*at.on.here);
        REQUIRE(two_nodes::until(at.hers.messages, [&] { return at.is_left(); }));
        CHECK(at.is_told("completed"));
        const auto left = at.in_store();
        CHECK(left.status == recording_status::completed);
        CHECK(left.ended_by == recording_end::service_ended);
        CHECK(left.ended_at.value_or(left.created_at) >= left.started_at);
    }
    const auto ask = [&](const std::string& tail) {
        http_client client(at.on.here->port());
        return at.hers.ask(client, at.hers.path("recordings/" + at.id + tail));
    };
    nlohmann::json back;
    REQUIRE(two_nodes::until(at.hers.messages, [&] { // it has been cut off meanwhile
        const auto seen = ask("");
        back = seen.json();
        return seen.status == 200 && back.at("status") == "completed";
    }));
    CHECK(back.at("ended_by") == "service_ended");
    CHECK(back.at("pictures") == 1);
    const auto content = ask("/content");
    REQUIRE(content.status == 200);
    CHECK(content.body.size() == back.at("bytes"));
    CHECK(two_nodes::until(at.hers.messages, [&] {
        return at.in_store().bytes == content.body.size(); // what the other could not know
    }));
}

TEST_CASE("a recording of a dead node that has no picture has failed",
          "[service][nodes][recordings]")
{
    recorded_at_a_distance at;
    const frozen_node dead(*at.on.here);
    REQUIRE(two_nodes::until(at.hers.messages, [&] { return at.is_left(); }));
    CHECK(at.is_told("failed"));
    CHECK(at.in_store().status == recording_status::failed);
    CHECK(at.in_store().ended_by == recording_end::service_ended);
}

} // namespace thimble::service::test
