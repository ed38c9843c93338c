#include "store/threaded_database.hpp"
#include "tests/async/run.hpp"
#include "tests/store/opened_database.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <spdlog/sinks/ostream_sink.h>

#include <algorithm>
#include <future>
#include <sstream>

namespace thimble::service::store::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// A log and its text: a thread of the store may write there after its test.
struct written_log {
    std::ostringstream text;
    spdlog::logger log{"store", std::make_shared<spdlog::sinks::ostream_sink_mt>(text)};
};

/// A store with its home thread.
struct running_store {
    explicit running_store(database_options options = {})
        : store(context.get_executor(),
                at.open(),
                std::move(options),
                std::shared_ptr<spdlog::logger>(logged, &logged->log))
    {
    }

    void run(asio::awaitable<void> body) { tests::run(context, std::move(body)); }

    opened_database at;
    std::shared_ptr<written_log> logged = std::make_shared<written_log>();
    asio::io_context context;
    threaded_database store;
};

auto insert_one(std::string id)
{
    return [id = std::move(id)](transaction& on) { insert(on, id); };
}

} // namespace

TEST_CASE("what has been written is seen by readers at once", "[store]")
{
    running_store in;
    in.run([](database& store) -> asio::awaitable<void> {
        CHECK(co_await store.write(insert_one("one")));
        CHECK(co_await store.read(count) == 1);
        CHECK(co_await store.write_through(insert_one("two")));
        CHECK(co_await store.read(count) == 2);
        CHECK(co_await store.put(insert_one("three")));
        CHECK(co_await store.put_through(insert_one("four")));
        CHECK(co_await store.read(count) == 4);
    }(in.store));
}

TEST_CASE("writes happen in the order in which they are asked for", "[store]")
{
    running_store in;
    in.run([](database& store) -> asio::awaitable<void> {
        for (int each = 0; each < 100; ++each)
            store.write_behind([each](transaction& on) {
                if (count(on) == each)
                    insert(on, std::to_string(each));
            });
        co_await store.written();
        CHECK(co_await store.read(count) == 100);
    }(in.store));
}

TEST_CASE("a write that fails says why and changes nothing", "[store]")
{
    running_store in;
    in.run([](database& store) -> asio::awaitable<void> {
        CHECK(co_await store.write(insert_one("one")));
        const auto again = co_await store.write(insert_one("one"));
        REQUIRE_FALSE(again);
        CHECK_FALSE(again.error().text.empty());
        CHECK_FALSE(again.error().may_have_happened);
    }(in.store));
}

TEST_CASE("the log begins anew while writes never pause", "[store][sqlite]")
{
    constexpr int round = 100; // writes, two pages of the log each
    running_store in;
    const auto log_size = [log = in.at.path().string() + "-wal"] {
        return std::filesystem::file_size(log);
    };
    // A disk that others keep busy takes seconds to catch up, and the writes go on meanwhile.
    const auto deadline = std::chrono::steady_clock::now() + 60s;
    bool begins_anew = false;
    in.run([](database& store, bool& seen, auto size, auto until) -> asio::awaitable<void> {
        for (int made = 0; !seen && std::chrono::steady_clock::now() < until; ++made) {
            const std::uintmax_t before = made == 0 ? 0 : size();
            for (int each = 0; each < round; ++each)
                CHECK(co_await store.write(insert_one(std::to_string(made * round + each))));
            seen = size() <= before;
        }
    }(in.store, begins_anew, log_size, deadline));
    CHECK(begins_anew); // what has been moved into the file was written over
}

TEST_CASE("a reader cannot write", "[store]")
{
    running_store in;
    in.run([](database& store) -> asio::awaitable<void> {
        const auto refused = co_await store.read(insert_one("one"));
        REQUIRE_FALSE(refused);
        CHECK(refused.error().text == "the database cannot be written");
    }(in.store));
}

TEST_CASE("a call that takes too long is left behind and may yet happen", "[store]")
{
    running_store in({.limit = 20ms});
    auto gate = std::make_shared<std::promise<void>>();
    in.run([](database& store, auto held) -> asio::awaitable<void> {
        const auto late =
            co_await store.write([opened = held->get_future().share()](transaction& on) {
                opened.wait();
                insert(on, "one");
            });
        REQUIRE_FALSE(late);
        CHECK(late.error().may_have_happened);
        CHECK(late.error().away == runs_on_postgresql());
        // Readers do not wait for the writer; for the processor they may, longer than the limit.
        CHECK(co_await store.read_within(10s, count) == 0);
        held->set_value();
        while (co_await store.read(count) != 1) {
        }
    }(in.store, gate));
    CHECK(in.logged->text.str().contains("the store: it took too long"));
}

TEST_CASE("at the end all calls together have so long", "[store]")
{
    running_store in({.limit = 1h});
    auto gate = std::make_shared<std::promise<void>>();
    in.run([](threaded_database& store, auto held) -> asio::awaitable<void> {
        store.write_behind([opened = held->get_future().share()](transaction&) { opened.wait(); });
        store.end_within(20ms);
        for (int each = 0; each < 5; ++each) {
            const auto late = co_await store.write(insert_one(std::to_string(each)));
            REQUIRE_FALSE(late);
            CHECK(late.error().may_have_happened);
        }
        held->set_value();
    }(in.store, gate));
}

TEST_CASE("more calls than the queue takes are refused", "[store]")
{
    running_store in({.longest_queue = 2});
    auto gate = std::make_shared<std::promise<void>>();
    in.run([](database& store, auto held) -> asio::awaitable<void> {
        store.write_behind([opened = held->get_future().share()](transaction&) { opened.wait(); });
        store.write_behind(insert_one("one"));
        for (int each = 0; each < 100; ++each) {
            const auto refused = co_await store.write(insert_one("two"));
            REQUIRE_FALSE(refused);
            CHECK_FALSE(refused.error().may_have_happened);
            CHECK(refused.error().away == runs_on_postgresql());
        }
        held->set_value();
    }(in.store, gate));
    const auto logged = in.logged->text.str();
    CHECK(logged.contains("the store: too many calls wait for it"));
    CHECK(std::ranges::count(logged, '\n') < 10); // once a second
}

TEST_CASE("what must not be late comes before all that wait, and is not refused", "[store]")
{
    running_store in({.longest_queue = 2});
    auto gate = std::make_shared<std::promise<void>>();
    auto seen = std::make_shared<std::int64_t>(-1); // rows when its turn came
    in.run([](database& store, auto held, auto rows) -> asio::awaitable<void> {
        const auto home = co_await asio::this_coro::executor;
        store.write_behind([opened = held->get_future().share()](transaction&) { opened.wait(); });
        for (const auto* const id : {"one", "two", "three"})
            store.write_behind(insert_one(id));
        asio::co_spawn(home, store.put_first(count),
                       [rows](const auto&, const auto& found) { *rows = found.value_or(-1); });
        co_await asio::post(home, asio::use_awaitable); // it has been asked for by then
        CHECK_FALSE(co_await store.put(insert_one("four")));
        CHECK(co_await store.read_first(count) == 0);
        held->set_value();
        while ((co_await store.read(count)).value() < 3) {
        }
    }(in.store, gate, seen));
    CHECK(*seen == 0);
}

TEST_CASE("writes that nobody waits for do not pile up without end", "[store]")
{
    running_store in({.longest_queue = 2});
    auto gate = std::make_shared<std::promise<void>>();
    in.run([](database& store, auto held) -> asio::awaitable<void> {
        store.write_behind([opened = held->get_future().share()](transaction&) { opened.wait(); });
        for (int each = 0; each < 100; ++each)
            store.write_behind(insert_one(std::to_string(each)));
        held->set_value();
        while (co_await store.read(count) == 0) { // until calls are taken again
        }
        while (!co_await store.write([](transaction&) {})) {
        }
        CHECK(co_await store.read(count) == 19); // behind the one that was held
    }(in.store, gate));
    CHECK(in.logged->text.str().contains("the store: too many calls wait for it"));
}

TEST_CASE("whoever measures the store hears of each call", "[store]")
{
    int writes = 0;
    int reads = 0;
    running_store in({.on_call = [&](access how, std::chrono::steady_clock::duration) {
        ++(how == access::read ? reads : writes);
    }});
    in.run([](database& store) -> asio::awaitable<void> {
        co_await store.write(insert_one("one"));
        co_await store.read(count);
        co_await store.read(count);
    }(in.store));
    CHECK(writes == 1);
    CHECK(reads == 2);
}

TEST_CASE("the log of the writes finds its way into the database file", "[store][sqlite]")
{
    running_store in;
    const auto size = [&in] { return std::filesystem::file_size(in.at.path()); };
    const auto before = size();
    in.run([](database& store, auto now, auto small) -> asio::awaitable<void> {
        for (int each = 0; now() == small; ++each)
            co_await store.write(insert_one(std::to_string(each)));
    }(in.store, size, before));
    CHECK(size() > before);
}

} // namespace thimble::service::store::test
