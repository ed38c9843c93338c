// Number of followers that one account may have.
#include "service/agent_loop/followers.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/io_context.hpp>
#include <spdlog/sinks/null_sink.h>

#include <vector>

namespace thimble::service::test {

namespace {

struct counted_followers {
    result<std::unique_ptr<follower>> follow(const std::string& account_id)
    {
        account who;
        who.id = account_id;
        return all.admit(who, "session of " + account_id);
    }

    boost::asio::io_context home;
    metrics meter;
    std::size_t accounts = 2;
    followers all{home.get_executor(),
                  meter,
                  {.followers = 16},
                  [this] { return accounts; },
                  std::make_shared<spdlog::logger>(
                      "followers", std::make_shared<spdlog::sinks::null_sink_mt>())};
};

} // namespace

TEST_CASE("one account's followers leave room for another's", "[sessions]")
{
    counted_followers on;
    std::vector<std::unique_ptr<follower>> following;
    for (int each = 0; each < 8; ++each)
        following.push_back(on.follow("bob").value());
    const auto refused = on.follow("bob");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "QUEUE_FULL");
    CHECK(refused.error().message.contains("account"));
    CHECK(refused.error().context.at("limit") == 8);
    CHECK(on.follow("ada"));
    following.pop_back();
    CHECK(on.follow("bob"));
}

TEST_CASE("an account that is alone may have all followers", "[sessions]")
{
    counted_followers on;
    on.accounts = 1;
    std::vector<std::unique_ptr<follower>> following;
    for (int each = 0; each < 16; ++each)
        following.push_back(on.follow("bob").value());
    CHECK_FALSE(on.follow("bob"));
}

} // namespace thimble::service::test
