// GET /readyz: whether the store answers.
#include "service/rest/readiness.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/run.hpp"
#include "tests/catch2.hpp"
#include "tests/service/lasting_state.hpp"
#include "tests/store/store_in.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <spdlog/sinks/null_sink.h>

#include <future>

namespace thimble::service::test {

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

store::database_file open_in(const std::filesystem::path& state_dir)
{
    return store::database_file::open(store::test::store_in(state_dir)).value();
}

/// The store may take its time: whether it is late is no question here.
limits with_timeouts()
{
    limits out;
    out.readiness_time = 1min;
    return out;
}

/// A store whose threads can be kept busy.
struct busy_store {
    /// Until release(); home thread.
    asio::awaitable<void> occupy_readers()
    {
        for (std::size_t each = 0; each < store::database_file::reader_count; ++each)
            asio::co_spawn(context, read_until_released(), asio::detached);
        co_await asio::post(context, asio::use_awaitable); // they have begun by now
    }

    asio::awaitable<void> read_until_released()
    {
        co_await store.read([held = released](store::transaction&) { held.wait(); });
    }

    void release() { gate.set_value(); }

    e2e::temporary_directory state;
    asio::io_context context;
    std::promise<void> gate;
    std::shared_future<void> released = gate.get_future().share();
    int reads = 0; // that have ended
    store::threaded_database store{
        context.get_executor(),
        open_in(state.path()),
        {.on_call = [this](auto, auto) { ++reads; }},
        std::make_shared<spdlog::logger>("store", std::make_shared<spdlog::sinks::null_sink_mt>())};
};

} // namespace

TEST_CASE("a service whose store answers is ready", "[service]")
{
    running_service running(with_timeouts());
    const auto answer = http_client(running.port()).ask("GET", "/readyz", {});
    CHECK(answer.status == 200);
    CHECK(answer.json() == nlohmann::json{{"status", "ready"},
                                          {"reason", nullptr},
                                          {"checks", {{"store", "ok"}, {"nodes", nullptr}}},
                                          {"error", nullptr}});
}

TEST_CASE("a service whose database is broken lives, and is not ready", "[service]")
{
    running_service running(with_timeouts());
    auto intruder = open_in(running.state_dir());
    REQUIRE(
        intruder.run([](store::transaction& on) { on.execute("DROP TABLE schema_migrations"); }));
    http_client client(running.port());
    const auto answer = client.ask("GET", "/readyz", {});
    CHECK(answer.status == 503);
    CHECK(answer.field("retry-after") == "1");
    CHECK(answer.json() == nlohmann::json{{"status", "not_ready"},
                                          {"reason", "store_failed"},
                                          {"checks", {{"store", "failed"}, {"nodes", nullptr}}},
                                          {"error", nullptr}});
    CHECK(client.ask("GET", "/healthz", {}).status == 200);
}

TEST_CASE("writers that wait do not keep anybody from being ready", "[service]")
{
    running_service running(with_timeouts());
    running.attach(phone("udid-1"));
    auto other = open_in(running.state_dir());
    std::promise<void> gate;
    std::promise<void> begun;
    auto writing = std::async(std::launch::async, [&] {
        return other.run([&](store::transaction& on) {
            on.execute("DELETE FROM selections"); // from here on nobody else can write
            begun.set_value();
            gate.get_future().wait();
        });
    });
    begun.get_future().wait();
    http_client waiting(running.port());
    waiting.send(std::string("POST /v1/home HTTP/1.1\r\nHost: x\r\nX-API-Key: ") + api_key +
                 "\r\nContent-Length: 0\r\n\r\n");
    http_client client(running.port());
    CHECK(client.ask("GET", "/readyz", {}).status == 200);
    CHECK(running.seen().received.empty()); // its job cannot be written down yet
    gate.set_value();
    CHECK(writing.get());
    CHECK(waiting.receive().status == 200);
}

TEST_CASE("a store that is late is in the way, and is asked once by all", "[service]")
{
    busy_store in;
    readiness ready(in.context.get_executor(), in.store, 20ms);
    std::vector<readiness::obstacle> heard;
    const auto ask = [](readiness& of, auto& to) -> asio::awaitable<void> {
        to.push_back(co_await of.find_obstacle());
    };
    tests::run(in.context,
               [](auto& on, auto& of, auto& question, auto& answers) -> asio::awaitable<void> {
                   co_await on.occupy_readers();
                   for (int each = 0; each < 9; ++each)
                       asio::co_spawn(on.context, question(of, answers), asio::detached);
                   co_await question(of, answers);
                   CHECK(on.reads == 1); // those that keep the threads busy have not ended
                   on.release();
                   while (co_await of.find_obstacle() != readiness::obstacle::none) {
                   }
               }(in, ready, ask, heard));
    CHECK(heard == std::vector(10, readiness::obstacle::store_late));
}

} // namespace thimble::service::test
