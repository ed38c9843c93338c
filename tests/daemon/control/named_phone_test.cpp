// Phones by the names that running thimbleds know, and the REST API of one of them.
#include "daemon/control/named_phone.hpp"
#include "daemon/control/rest_client.hpp"
#include "http/handler.hpp"
#include "http/listener.hpp"
#include "tests/catch2.hpp"
#include "tests/daemon/execution/executor_fixture.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

#include <array>
#include <fstream>
#include <thread>

namespace thimble::daemon {

namespace {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr auto ada_udid = "00008130-001A2B3C4D5E6F70";
constexpr auto ada_id = "0b2f7a0e-5c53-5c0e-9d0e-0a4f4f0a8d11";

/// Answers for a thimbled that has these phones, and REST with the key "the key" where it serves
/// that.
class told_phones final : public service::http::handler {
public:
    told_phones(ordered_json phones, bool serves)
        : phones_(std::move(phones)), address_(serves ? "http://127.0.0.1:1" : "")
    {
    }

    bool wants_body(const service::http::request& /*what*/) override { return true; }

    asio::awaitable<service::http::response> handle(const service::http::request& what,
                                                    service::http::caller& /*from*/) override
    {
        control_answer answer;
        if (what.head.target() == "/local/v1/phones")
            answer.record = {{"phones", phones_}};
        else if (what.head.target() == "/local/v1/status")
            answer.record = {{"address", address_}};
        else if (what.head["X-API-Key"] == "the key")
            answer.record = {{"asked", std::string(what.head.target())}, {"body", what.body}};
        else
            answer = error_answer("INVALID_API_KEY", "This API key is unknown.");
        co_return to_response(std::move(answer));
    }

    service::http::response refuse(service::http::refusal /*why*/) override { return {}; }

private:
    ordered_json phones_;
    std::string address_;
};

/// Control sockets in a directory, on a thread of their own.
class household_of_sockets {
public:
    household_of_sockets(const ordered_json& first, const ordered_json& second, bool serves = false)
        : first_(first, false), second_(second, serves)
    {
        listen(one_, "control-1.sock");
        listen(two_, "control-2.sock");
        home_ = std::thread([this] { context_.run(); });
    }
    household_of_sockets(const household_of_sockets&) = delete;
    household_of_sockets& operator=(const household_of_sockets&) = delete;
    ~household_of_sockets()
    {
        asio::post(context_, [this] {
            for (auto& each : stop_)
                each.emit(asio::cancellation_type::terminal);
        });
        home_.join();
    }

    const fs::path& directory() const { return directory_.path(); }

    std::string meant(const std::string& called) const
    {
        const auto found = udid_of_named(directory(), called);
        return found ? *found : found.error().record.at("error").get<std::string>();
    }

private:
    void listen(service::http::listener& on, const char* name)
    {
        on.open(directory() / name);
        asio::co_spawn(context_, on.run(std::chrono::milliseconds(100)),
                       asio::bind_cancellation_slot(stop_.at(started_++).slot(), asio::detached));
    }

    e2e::temporary_directory directory_;
    std::shared_ptr<spdlog::logger> log_ = silent_log();
    asio::io_context context_{1};
    told_phones first_;
    told_phones second_;
    service::http::listener one_{context_.get_executor(), first_, {}, {}, nullptr, log_};
    service::http::listener two_{context_.get_executor(), second_, {}, {}, nullptr, log_};
    std::array<asio::cancellation_signal, 2> stop_;
    std::size_t started_ = 0;
    std::thread home_;
};

ordered_json record_with(const char* udid, const char* name)
{
    return {{"unique_id", udid}, {"name", name}};
}

constexpr auto no_variable = [](const char*) -> std::optional<std::string> { return std::nullopt; };

} // namespace

TEST_CASE("a phone is known by all that any thimbled tells of it", "[daemon]")
{
    auto served = record_with(ada_udid, "Ada");
    served["id"] = ada_id;
    served["display_name"] = "Front desk";
    const household_of_sockets on(
        ordered_json::array({record_with(ada_udid, "Ada"), record_with("u2", "Bob")}),
        ordered_json::array({served, record_with("u3", "Bob"), "nonsense"}));
    for (const auto* name :
         {"Ada", "ada", "Front desk", ada_id, ada_udid, "00008130-001a2b3c4d5e6f70"})
        CHECK(on.meant(name) == ada_udid);
    CHECK(on.meant("u2") == "u2");
    CHECK(on.meant("Bob") == "PHONE_AMBIGUOUS");
    const auto several = udid_of_named(on.directory(), "Bob").error().record.at("context");
    REQUIRE(several.at("candidates").size() == 2);
    CHECK(several.at("candidates")[0].at("unique_id") == "u2");
    CHECK(several.at("candidates")[1].at("unique_id") == "u3");
    CHECK(several.at("candidates")[1].at("name") == "Bob");
    CHECK(on.meant("Carol") == "Carol"); // whoever drives that phone may know it
}

TEST_CASE("where no thimbled runs a phone is called as it is", "[daemon]")
{
    const e2e::temporary_directory empty;
    CHECK(udid_of_named(empty.path(), "Ada").value() == "Ada");
}

TEST_CASE("REST is asked of a thimbled that serves it, with its key", "[daemon]")
{
    const auto none = ordered_json::array();
    const household_of_sockets on(none, none, true);
    const e2e::temporary_directory state;
    const auto without = rest_client::open(on.directory(), state.path(), no_variable);
    REQUIRE_FALSE(without);
    CHECK(without.error().contains("api-key"));
    std::ofstream(state.path() / "api-key") << "the key\n";
    const auto client = rest_client::open(on.directory(), state.path(), no_variable);
    REQUIRE(client);
    using verb = boost::beast::http::verb;
    const auto asked = client->ask(verb::post, phone_path("Front desk", "home"), {{"a", 1}});
    REQUIRE(asked);
    CHECK(asked->status == 200);
    CHECK(asked->record.at("asked") == "/v1/phones/Front%20desk/home");
    CHECK(asked->record.at("body") == R"({"a":1})");
    CHECK(phone_path(std::nullopt, "home") == "/v1/home");
    const auto wrong = rest_client::open(on.directory(), state.path(), [](const char*) {
        return std::optional<std::string>("another key");
    });
    CHECK(wrong->ask(verb::get, "/v1/phones")->status == 401);
}

TEST_CASE("without a thimbled that serves REST it is said what to start", "[daemon]")
{
    const auto none = ordered_json::array();
    const household_of_sockets connected(none, none);
    const e2e::temporary_directory state;
    CHECK(rest_client::open(connected.directory(), state.path(), no_variable)
              .error()
              .contains("service"));
    const e2e::temporary_directory empty;
    CHECK(rest_client::open(empty.path(), state.path(), no_variable)
              .error()
              .contains("thimbled --local"));
}

} // namespace thimble::daemon
