// Pictures that agents were shown, in a directory of the test's own.
#include "service/jobs/picture_files.hpp"
#include "service/jobs/picture_name.hpp"
#include "service/jobs/session_pictures.hpp"
#include "tests/async/run.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <spdlog/sinks/null_sink.h>

#include <functional>
#include <string>
#include <vector>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;

std::shared_ptr<const screen::bytes> grey(std::size_t count, char shade)
{
    return std::make_shared<screen::bytes>(count, static_cast<std::byte>(shade));
}

struct shown_pictures {
    explicit shown_pictures(picture_limits granted = {})
        : all(context.get_executor(),
              std::make_unique<picture_files>(context.get_executor(), folder, granted, log),
              log)
    {
    }

    void run(const std::function<asio::awaitable<void>(session_pictures&)>& body)
    {
        tests::run(context, body(all));
    }

    std::vector<fs::path> files() const
    {
        std::vector<fs::path> out;
        for (const auto& each : fs::recursive_directory_iterator(folder))
            if (each.is_regular_file())
                out.push_back(each.path());
        return out;
    }

    e2e::temporary_directory at;
    fs::path folder = at.path() / "session-pictures";
    std::shared_ptr<spdlog::logger> log = std::make_shared<spdlog::logger>(
        "pictures", std::make_shared<spdlog::sinks::null_sink_mt>());
    asio::io_context context;
    session_pictures all;
};

} // namespace

TEST_CASE("a session's picture is known by the session and its job alone", "[service]")
{
    shown_pictures in;
    in.run([](session_pictures& all) -> asio::awaitable<void> {
        all.keep_soon("ada", "session-1", "job-1", grey(1000, 'a'));
        all.keep_soon("ada", "session-1", "job-2", grey(1000, 'b'));
        co_await all.close();
        const auto found = co_await all.load("ada", "session-1", "job-2");
        REQUIRE(found);
        CHECK(*found == *grey(1000, 'b'));
        CHECK(co_await all.load("ada", "session-1", "job-1"));
        CHECK_FALSE(co_await all.load("ada", "session-2", "job-1"));
        CHECK_FALSE(co_await all.load("ada", "session-1", "job-3"));
        CHECK_FALSE(co_await all.load("bob", "session-1", "job-1"));
    });
}

TEST_CASE("a session's picture that is not here is asked for by its name", "[service]")
{
    shown_pictures in;
    in.run([](session_pictures& all) -> asio::awaitable<void> {
        const auto name = picture_name("session-1/job-1");
        std::vector<std::string> asked;
        all.look_elsewhere(
            [&](std::string account_id,
                std::string wanted) -> asio::awaitable<std::shared_ptr<const screen::bytes>> {
                asked.push_back(account_id);
                co_return wanted == name ? grey(1000, 'e') : nullptr;
            });
        const auto found = co_await all.load("ada", "session-1", "job-1");
        REQUIRE(found);
        CHECK(*found == *grey(1000, 'e'));
        CHECK_FALSE(co_await all.load("ada", "session-1", "job-2"));
        CHECK(asked.size() == 2);
        all.keep_soon("ada", "session-1", "job-1", grey(1000, 'a'));
        co_await all.close();
        CHECK(*co_await all.load("ada", "session-1", "job-1") == *grey(1000, 'a'));
        CHECK(*co_await all.load_named("ada", name) == *grey(1000, 'a'));
        CHECK(asked.size() == 2); // others are not asked for what is here
    });
}

TEST_CASE("nothing is kept of a look without a picture", "[service]")
{
    shown_pictures in;
    in.run([](session_pictures& all) -> asio::awaitable<void> {
        all.keep_soon("ada", "session-1", "job-1", nullptr);
        co_await all.close();
        CHECK_FALSE(co_await all.load("ada", "session-1", "job-1"));
    });
}

TEST_CASE("pictures of sessions go when they are too old", "[service]")
{
    shown_pictures in({.age = std::chrono::hours(24)});
    in.run([&in](session_pictures& all) -> asio::awaitable<void> {
        all.keep_soon("ada", "session-1", "old", grey(1000, 'a'));
        co_await all.close();
        REQUIRE(in.files().size() == 1);
        const auto old = in.files().front();
        fs::last_write_time(old, fs::last_write_time(old) - std::chrono::hours(25));
        all.keep_soon("ada", "session-1", "young", grey(1000, 'b'));
        co_await all.close();
        co_await all.prune();
        CHECK_FALSE(co_await all.load("ada", "session-1", "old"));
        CHECK(co_await all.load("ada", "session-1", "young"));
    });
}

TEST_CASE("an account whose sessions have too many pictures loses its oldest", "[service]")
{
    constexpr std::size_t size = 1000;
    constexpr std::size_t most = 20 * size;
    shown_pictures in({.bytes = most});
    in.run([&in](session_pictures& all) -> asio::awaitable<void> {
        all.keep_soon("bob", "session-b", "job-b", grey(size, 'b'));
        all.keep_soon("ada", "session-1", "first", grey(size, 'a'));
        co_await all.close();
        for (const auto& each : in.files()) // older than what comes
            fs::last_write_time(each, fs::last_write_time(each) - std::chrono::hours(1));
        for (int number = 0; number < 40; ++number)
            all.keep_soon("ada", "session-2", std::to_string(number), grey(size, 'c'));
        co_await all.close();
        CHECK(in.files().size() <= most / size);
        CHECK_FALSE(co_await all.load("ada", "session-1", "first"));
        CHECK(in.files().size() > 2); // of which one is bob's
        CHECK(co_await all.load("bob", "session-b", "job-b"));
    });
}

} // namespace thimble::service::test
