// Phones of another thimbled, which does not always answer.
#include "daemon/phone_view/asked_phones.hpp"
#include "tests/catch2.hpp"
#include "tests/device/run_until_done.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

namespace thimble::daemon {
namespace {

namespace asio = boost::asio;
using local = asio::local::stream_protocol;

/// Closes the first connections without a word, then says that there is a phone.
class hesitant_thimbled {
public:
    hesitant_thimbled(asio::io_context& context, int silences)
        : acceptor_(context, local::endpoint(socket().string())), silences_(silences)
    {
        asio::co_spawn(context, serve(), asio::detached);
    }

    std::filesystem::path socket() const { return directory_.path() / "control"; }
    std::filesystem::path directory() const { return directory_.path(); }

private:
    asio::awaitable<void> serve()
    {
        const std::string body = R"({"phones": [{"unique_id": "x", "name": "Ada's iPhone"}]})";
        const auto answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body;
        for (;;) {
            auto client = co_await acceptor_.async_accept(asio::use_awaitable);
            if (silences_-- > 0)
                continue;
            std::string asked;
            co_await asio::async_read_until(client, asio::dynamic_buffer(asked), "\r\n\r\n",
                                            asio::use_awaitable);
            co_await asio::async_write(client, asio::buffer(answer), asio::use_awaitable);
        }
    }

    e2e::temporary_directory directory_;
    local::acceptor acceptor_;
    int silences_;
};

} // namespace

TEST_CASE("a thimbled that does not answer once has not lost its phones", "[trial]")
{
    asio::io_context context;
    const hesitant_thimbled other(context, 1);
    asked_phones view(context.get_executor(), other.socket(), other.directory());
    const auto seen = tests::run_until_done(context, view.look());
    REQUIRE(seen);
    REQUIRE(seen->phones.size() == 1);
    CHECK(seen->phones.front().udid == "x");
}

TEST_CASE("a thimbled that goes on not answering has ended", "[trial]")
{
    asio::io_context context;
    const hesitant_thimbled other(context, 1000);
    asked_phones view(context.get_executor(), other.socket(), other.directory());
    CHECK_FALSE(tests::run_until_done(context, view.look()));
}

} // namespace thimble::daemon
