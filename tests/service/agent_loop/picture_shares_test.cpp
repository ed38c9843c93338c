// Pictures that the sessions of an account hold: counted as long as somebody has them.
#include "service/agent_loop/picture_shares.hpp"
#include "tests/service/agent_loop/agents_at_work.hpp"

namespace thimble::service::test {

namespace {

screen::picture picture_of_size(std::size_t bytes)
{
    return {.format = screen::picture_format::png,
            .size = {.width = 1, .height = 1},
            .data = std::make_shared<screen::bytes>(bytes)};
}

} // namespace

TEST_CASE("an account holds no more bytes of pictures than it may", "[runs]")
{
    picture_shares shares;
    auto first = shares.hold("ada", picture_of_size(60), 100);
    REQUIRE(first);
    CHECK(first->data->size() == 60);
    CHECK(shares.held("ada") == 60);
    CHECK_FALSE(shares.hold("ada", picture_of_size(41), 100));
    CHECK(shares.hold("bob", picture_of_size(100), 100));
    CHECK_FALSE(shares.hold("bob", picture_of_size(101), 100));
    const auto copy = *first;
    first.reset();
    CHECK(shares.held("ada") == 60); // the copy has the same bytes
    CHECK(shares.hold("ada", picture_of_size(40), 100));
    CHECK(shares.held("bob") == 0);
}

TEST_CASE("pictures may outlive what has counted them", "[runs]")
{
    std::optional<screen::picture> kept;
    {
        picture_shares shares;
        kept = shares.hold("ada", picture_of_size(60), 100);
    }
    REQUIRE(kept);
    CHECK(kept->data->size() == 60);
}

TEST_CASE("a session whose account holds too many pictures says so", "[runs]")
{
    agents_wish wish{.script = short_task(), .granted = short_limits()};
    wish.granted.runs.account_pictures = 10;
    agents_at_work agents(std::move(wish));
    const auto id = agents.begin();
    REQUIRE(agents.until_ended(id));
    CHECK(agents.facts_of(id).error->starts_with("QUEUE_FULL: "));
    CHECK(agents.model_was_asked() == 0);
}

TEST_CASE("a session that has become too long asks no model any more", "[runs]")
{
    agents_wish wish{
        .script = script({turn({use("ask_user", R"({"question": "Which?"})")})}, {"NO: x"}, true)};
    wish.granted.runs.history_bytes = 20'000;
    agents_at_work agents(std::move(wish));
    const auto id = agents.begin();
    for (int answers = 0; agents.sessions().active_session(agents.phone_id) == id;) {
        REQUIRE(agents.until([&] {
            return agents.facts_of(id).waiting_for.has_value() ||
                   agents.sessions().active_session(agents.phone_id) != id;
        }));
        if (!agents.facts_of(id).waiting_for)
            break;
        REQUIRE(++answers < 5);
        REQUIRE(agents.tell(id, std::string(9'000, 'a')));
    }
    CHECK(agents.facts_of(id).error->starts_with("MODEL_FAILED: The session has become too long"));
}

} // namespace thimble::service::test
