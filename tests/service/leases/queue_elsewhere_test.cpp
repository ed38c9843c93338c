// Requests for any phone while no node of the service has their queue.
#include "service/leases/phone_queue.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;

/// The nodes do not agree which of them it is.
class no_queue final : public phone_queue::elsewhere {
public:
    bool is_here(const std::string&) const override { return false; }
    bool has_left(const std::string&) const override { return true; }

    asio::awaitable<std::optional<result<phone_queue::turn>>> take(phone_queue::request,
                                                                   http::caller&) override
    {
        ++tries;
        co_return std::nullopt;
    }

    asio::awaitable<result<std::vector<phone_queue::place>>> places(std::string,
                                                                    std::size_t) const override
    {
        co_return std::vector<phone_queue::place>();
    }

    int tries = 0;
};

} // namespace

TEST_CASE("a request is refused when its time is over and no node gives phones", "[service]")
{
    asio::io_context home;
    phones known;
    no_queue others;
    phone_queue waiting({.home = home.get_executor(),
                         .known = known,
                         .in_use = [](const known_phone&) { return false; },
                         .stands = [](const account&) { return true; },
                         .limits = {.agreement = std::chrono::milliseconds(0)},
                         .others = &others});
    http::caller from;
    std::string refused;
    asio::co_spawn(
        home, waiting.take({.who = {.id = "ada", .key_id = "key"}, .wanted = {}, .id = "1"}, from),
        [&](const std::exception_ptr& problem, const result<phone_queue::turn>& got) {
            CHECK_FALSE(problem);
            refused = got ? "given" : got.error().code;
        });
    home.run();
    CHECK(refused == "NODE_CUT_OFF");
    CHECK(others.tries == 1);
}

} // namespace thimble::service::test
