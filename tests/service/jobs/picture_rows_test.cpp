#include "service/jobs/moved_pictures.hpp"
#include "service/jobs/picture_files.hpp"
#include "service/jobs/picture_name.hpp"
#include "service/jobs/picture_rows.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/run.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"

#include <spdlog/sinks/null_sink.h>

#include <filesystem>
#include <string>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

std::shared_ptr<const screen::bytes> shade(std::size_t count, char of)
{
    return std::make_shared<screen::bytes>(count, static_cast<std::byte>(of));
}

std::shared_ptr<spdlog::logger> unheard()
{
    return std::make_shared<spdlog::logger>("pictures",
                                            std::make_shared<spdlog::sinks::null_sink_mt>());
}

/// Pictures in a store of the test's own.
struct shelf {
    explicit shelf(picture_limits granted = {}) : rows(store, picture_shelf::jobs, granted) {}

    void run(asio::awaitable<void> body) { tests::run(context, std::move(body)); }

    asio::awaitable<std::string> keep(std::shared_ptr<const screen::bytes> content,
                                      const std::string& account_id = "ada")
    {
        return rows.keep(account_id, std::move(content));
    }

    asio::awaitable<std::shared_ptr<const screen::bytes>>
    load(const std::string& name, const std::string& account_id = "ada")
    {
        return rows.load(account_id, name);
    }

    asio::awaitable<void> make_older(std::string name, std::chrono::milliseconds by)
    {
        const auto done = co_await store.put([name, by](store::transaction& on) {
            return on.execute("UPDATE pictures SET kept_at = kept_at - :by WHERE name = :name",
                              by.count(), name);
        });
        CHECK(done.value() > 0);
    }

    asio::awaitable<std::size_t> bytes_of(std::string account_id)
    {
        const auto sum = co_await store.read([account_id](store::transaction& on) {
            return on.find<std::optional<std::size_t>>(
                "SELECT CAST(sum(bytes) AS BIGINT) FROM pictures WHERE account_id = :account",
                account_id);
        });
        co_return std::get<0>(sum.value().value()).value_or(0);
    }

    e2e::temporary_directory at;
    asio::io_context context;
    store::threaded_database store{
        context.get_executor(),
        store::database_file::open(store::test::store_in(at.path())).value(),
        {},
        unheard()};
    picture_rows rows;
};

} // namespace

TEST_CASE("a picture in the store has the name of its content", "[service][store]")
{
    shelf in;
    in.run([](shelf& all) -> asio::awaitable<void> {
        std::vector<std::byte> octets;
        for (int value = 0; value < 256; ++value)
            octets.push_back(static_cast<std::byte>(value));
        const auto every_octet = std::make_shared<screen::bytes>(octets.begin(), octets.end());
        const auto name = co_await all.keep(every_octet);
        CHECK(name == picture_name(*every_octet));
        CHECK(co_await all.keep(every_octet) == name);
        const auto content = co_await all.load(name);
        REQUIRE(content);
        CHECK(*content == *every_octet);
        CHECK(co_await all.bytes_of("ada") == 256); // once
    }(in));
}

TEST_CASE("a picture in the store may be known by something else", "[service][store]")
{
    shelf in;
    in.run([](shelf& all) -> asio::awaitable<void> {
        const auto name = picture_name("session-1/job-1");
        CHECK(co_await all.rows.keep_as("ada", name, shade(10, 'a')));
        CHECK(co_await all.rows.keep_as("ada", name, shade(10, 'b'))); // what is there stays
        CHECK(*co_await all.load(name) == *shade(10, 'a'));
        CHECK_FALSE(co_await all.rows.keep_as("ada", "../thimble.db", shade(10, 'a')));
        for (const auto* none : {"", "../thimble.db", "abc"})
            CHECK(co_await all.load(none) == nullptr);
        CHECK(co_await all.load(std::string(64, 'a')) == nullptr);
    }(in));
}

TEST_CASE("a picture in the store is its account's and its shelf's", "[service][store]")
{
    shelf in;
    in.run([](shelf& all) -> asio::awaitable<void> {
        picture_rows of_sessions(all.store, picture_shelf::sessions, {.age = 24h});
        const auto name = co_await all.keep(shade(10, 's'));
        CHECK(co_await all.load(name, "bob") == nullptr);
        CHECK(co_await of_sessions.load("ada", name) == nullptr);
        CHECK(co_await all.keep(shade(10, 's'), "bob") == name);
        CHECK(co_await of_sessions.keep("ada", shade(10, 's')) == name);
        co_await all.make_older(name, 61min);
        co_await all.rows.prune();
        CHECK(co_await all.load(name) == nullptr);
        CHECK(co_await all.load(name, "bob") == nullptr);
        CHECK(co_await of_sessions.load("ada", name)); // which keeps them for a day
    }(in));
}

TEST_CASE("old pictures leave the store, and one that was kept again does not", "[service][store]")
{
    shelf in({.age = 1h});
    in.run([](shelf& all) -> asio::awaitable<void> {
        const auto old = co_await all.keep(shade(10, 'o'));
        const auto renewed = co_await all.keep(shade(10, 'r'));
        co_await all.make_older(old, 61min);
        co_await all.make_older(renewed, 61min);
        co_await all.keep(shade(10, 'r'));
        co_await all.rows.prune();
        CHECK(co_await all.load(old) == nullptr);
        CHECK(co_await all.load(renewed));
    }(in));
}

TEST_CASE("more old pictures than go at once leave the store", "[service][store]")
{
    shelf in({.age = 1h});
    in.run([](shelf& all) -> asio::awaitable<void> {
        const auto made = co_await all.store.put([](store::transaction& on) {
            for (int number = 0; number < 450; ++number)
                on.execute("INSERT INTO pictures (account_id, shelf, name, bytes, kept_at, content)"
                           " VALUES ('ada', 'jobs', :name, 1, :kept_at, 'YQ==')",
                           picture_name(std::to_string(number)), number);
        });
        REQUIRE(made);
        const auto young = co_await all.keep(shade(10, 'y'));
        co_await all.rows.prune();
        CHECK(co_await all.bytes_of("ada") == 10);
        CHECK(co_await all.load(young));
    }(in));
}

TEST_CASE("too many bytes push the oldest pictures out of the store", "[service][store]")
{
    shelf in({.bytes = 250});
    in.run([](shelf& all) -> asio::awaitable<void> {
        const auto first = co_await all.keep(shade(100, '1'));
        const auto second = co_await all.keep(shade(100, '2'));
        co_await all.make_older(first, 20s);
        co_await all.make_older(second, 10s);
        const auto third = co_await all.keep(shade(100, '3')); // at once
        CHECK(co_await all.load(first) == nullptr);
        CHECK(co_await all.load(second));
        CHECK(co_await all.load(third));
        co_await all.make_older(third, 10s);
        const auto large = co_await all.keep(shade(1000, '4')); // the newest stays, however large
        co_await all.rows.prune();
        CHECK(co_await all.load(large));
        CHECK(co_await all.bytes_of("ada") == 1000);
    }(in));
}

TEST_CASE("an account with many pictures in the store pushes out its own", "[service][store]")
{
    shelf in({.bytes = 1000});
    in.run([](shelf& all) -> asio::awaitable<void> {
        const auto of_ada = co_await all.keep(shade(100, 'a'));
        co_await all.make_older(of_ada, 30min); // the oldest of all
        const auto of_bob = co_await all.keep(shade(100, 'b'), "bob");
        co_await all.make_older(of_bob, 1min);
        for (const char each : {'1', '2', '3', '4', '5', '6', '7', '8', '9'})
            co_await all.keep(shade(100, each), "bob");
        CHECK(co_await all.load(of_ada));
        CHECK(co_await all.load(of_bob, "bob") == nullptr);
        CHECK(co_await all.bytes_of("bob") <= 250); // without waiting for the upkeep
    }(in));
}

TEST_CASE("two nodes keep the same limits of pictures", "[service][store]")
{
    shelf in({.bytes = 250});
    in.run([](shelf& all) -> asio::awaitable<void> {
        picture_rows other(all.store, picture_shelf::jobs, {.bytes = 250});
        const auto first = co_await other.keep("ada", shade(100, '1'));
        const auto second = co_await other.keep("ada", shade(100, '2'));
        co_await all.make_older(first, 20s);
        co_await all.make_older(second, 10s);
        co_await all.keep(shade(100, '3'));
        CHECK(co_await other.load("ada", first) == nullptr);
        CHECK(co_await other.load("ada", second));
    }(in));
}

TEST_CASE("pictures that lie in files are found when new ones go into the store", "[service]")
{
    shelf in;
    in.run([](shelf& all) -> asio::awaitable<void> {
        const auto folder = all.at.path() / "pictures";
        const auto home = all.context.get_executor();
        const auto old =
            co_await picture_files(home, folder, {}, unheard()).keep("ada", shade(10, 'o'));
        moved_pictures moved(
            std::make_unique<picture_rows>(all.store, picture_shelf::jobs, picture_limits()),
            std::make_unique<picture_files>(home, folder, picture_limits(), unheard()));
        const auto young = co_await moved.keep("ada", shade(10, 'y'));
        CHECK(*co_await moved.load("ada", old) == *shade(10, 'o'));
        CHECK(*co_await moved.load("ada", young) == *shade(10, 'y'));
        CHECK(co_await all.load(young));
        CHECK(co_await moved.keep_as("ada", picture_name("job"), shade(10, 'n')));
        CHECK(co_await all.load(picture_name("job")));
        for (const auto& each : std::filesystem::recursive_directory_iterator(folder))
            if (each.is_regular_file())
                std::filesystem::last_write_time(each.path(), each.last_write_time() - 61min);
        co_await moved.prune();
        CHECK(co_await moved.load("ada", old) == nullptr);
        CHECK(co_await moved.load("ada", young));
    }(in));
}

} // namespace thimble::service::test
