// Descriptions of clients that are fetched: checked, kept for a while, and not too often.
#include "service/oauth/client_documents.hpp"
#include "tests/catch2.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_future.hpp>

#include <future>
#include <memory>
#include <optional>

namespace thimble::service::oauth::test {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

const std::string document_url = "https://a.example/client.json";

json good_document()
{
    return {{"client_id", document_url},
            {"client_name", "A program"},
            {"redirect_uris", {"https://a.example/callback"}}};
}

struct with_documents {
    explicit with_documents(const document_limits& granted = {})
        : documents(
              home.get_executor(),
              [this](std::string /*url*/, std::shared_ptr<async::worker> resolver) {
                  return give(std::move(resolver));
              },
              granted)
    {
    }

    asio::awaitable<std::expected<std::string, std::string>>
    give(std::shared_ptr<async::worker> resolver)
    {
        ++fetched;
        if (stuck.valid())
            co_await resolver->run([opened = stuck] {
                opened.wait();
                return 0;
            });
        if (slow) {
            asio::steady_timer never(co_await asio::this_coro::executor, std::chrono::hours(1));
            co_await never.async_wait(asio::use_awaitable);
        }
        co_return answer;
    }

    outcome<client> find(const std::string& url = document_url, const std::string& from = "a")
    {
        auto found = asio::co_spawn(home, documents.find(url, from), asio::use_future);
        home.restart();
        home.run();
        return found.get();
    }

    asio::io_context home{1};
    int fetched = 0;
    bool slow = false;
    std::shared_future<void> stuck; // a look-up that ends with it
    std::expected<std::string, std::string> answer = good_document().dump();
    client_documents documents;
};

} // namespace

TEST_CASE("a document that names its own address is a client", "[oauth]")
{
    with_documents on;
    const auto found = on.find();
    REQUIRE(found);
    CHECK(found->id == document_url);
    CHECK(found->name == "A program");
    CHECK(found->documented);
    CHECK(on.find());
    CHECK(on.fetched == 1); // it is kept
}

TEST_CASE("a document that cannot be believed is no client", "[oauth]")
{
    const auto with = [](const char* name, const json& value) {
        auto out = good_document();
        out[name] = value;
        return out.dump();
    };
    for (const auto& wrong :
         {std::string(), std::string("no json"), std::string("[]"), std::string("{}"),
          with("client_id", "https://b.example/client.json"), with("client_id", nullptr),
          with("redirect_uris", {"http://evil.example/"}), with("redirect_uris", nullptr),
          with("token_endpoint_auth_method", "client_secret_basic"),
          with("token_endpoint_auth_method", "private_key_jwt"),
          with("grant_types", {"client_credentials"})}) {
        INFO(wrong);
        with_documents on;
        on.answer = wrong;
        const auto found = on.find();
        REQUIRE_FALSE(found);
        CHECK(found.error().code == "invalid_client");
    }
}

TEST_CASE("a document that cannot be had is asked for again after a while alone", "[oauth]")
{
    with_documents on;
    on.answer = std::unexpected("nobody answers there");
    CHECK(on.find().error().description.find("nobody answers there") != std::string::npos);
    on.answer = good_document().dump();
    CHECK_FALSE(on.find());
    CHECK(on.fetched == 1);
    document_limits brief;
    brief.kept_failure = std::chrono::seconds(0);
    with_documents forgetful(brief);
    forgetful.answer = std::unexpected("nobody answers there");
    CHECK_FALSE(forgetful.find());
    forgetful.answer = good_document().dump();
    CHECK(forgetful.find());
}

TEST_CASE("a document that does not come is waited for no longer than that", "[oauth]")
{
    document_limits brief;
    brief.fetch_time = std::chrono::milliseconds(20);
    with_documents on(brief);
    on.slow = true;
    const auto found = on.find();
    REQUIRE_FALSE(found);
    CHECK(found.error().description.find("in time") != std::string::npos);
}

TEST_CASE("an address causes so many fetches and no more", "[oauth]")
{
    document_limits few;
    few.of_address = {.per_second = 0.001, .burst = 3};
    with_documents on(few);
    for (int each = 0; each < 3; ++each)
        CHECK(on.find("https://a.example/" + std::to_string(each)).error().code ==
              "invalid_client");
    const auto refused = on.find("https://a.example/more");
    CHECK(refused.error().code == "temporarily_unavailable");
    CHECK(refused.error().status == 429);
    CHECK(on.fetched == 3);
    CHECK(on.find("https://a.example/more", "b").error().code == "invalid_client");
}

namespace {

/// A stranger has asked for a name that nobody answers for until this is gone.
struct with_stuck_lookup {
    explicit with_stuck_lookup(std::size_t lookups) : on(limits_with(lookups))
    {
        on.stuck = gate.get_future().share();
        const auto slow = on.find("https://a.example/slow", "stranger");
        REQUIRE_FALSE(slow);
        CHECK(slow.error().description.find("in time") != std::string::npos);
        on.stuck = {};
    }
    with_stuck_lookup(const with_stuck_lookup&) = delete;
    with_stuck_lookup& operator=(const with_stuck_lookup&) = delete;
    ~with_stuck_lookup() { gate.set_value(); } // before the thread is waited for

    static document_limits limits_with(std::size_t lookups)
    {
        document_limits out;
        out.fetch_time = std::chrono::milliseconds(300);
        out.lookups = lookups;
        return out;
    }

    with_documents on;
    std::promise<void> gate;
};

} // namespace

TEST_CASE("a name that nobody answers for holds up the network that has asked alone", "[oauth]")
{
    with_stuck_lookup with(2);
    const auto again = with.on.find(document_url, "stranger"); // the look-up goes on
    REQUIRE_FALSE(again);
    CHECK(again.error().code == "temporarily_unavailable");
    CHECK(again.error().status == 429);
    CHECK(with.on.fetched == 1);
    CHECK(with.on.find(document_url, "person"));
}

TEST_CASE("so many look-ups are under way and no more", "[oauth]")
{
    with_stuck_lookup with(1);
    const auto refused = with.on.find(document_url, "person");
    REQUIRE_FALSE(refused);
    CHECK(refused.error().status == 429);
}

TEST_CASE("so many documents are kept and no more", "[oauth]")
{
    document_limits few;
    few.most = 2;
    few.of_address.burst = 100;
    with_documents on(few);
    for (int each = 0; each < 3; ++each)
        CHECK_FALSE(on.find("https://a.example/" + std::to_string(each)));
    CHECK_FALSE(on.find("https://a.example/0"));
    CHECK(on.fetched == 4);
}

} // namespace thimble::service::oauth::test
