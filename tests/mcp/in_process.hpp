// A server in the test's process, and what it says.
#pragma once

#include "mcp/server.hpp"
#include "tests/catch2.hpp"
#include "tests/mcp/fixture/fixture.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace thimble::mcp::test {

/// Runs until it holds, at most for a minute.
inline void run_until(boost::asio::io_context& home, const std::function<bool()>& condition)
{
    const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    home.restart();
    while (!condition() && std::chrono::steady_clock::now() < latest)
        home.run_one_for(std::chrono::milliseconds(50));
    REQUIRE(condition());
}

/// Remembers everything.
class recording_outlet : public outlet {
public:
    void say(const nlohmann::json& message) override { said.push_back(message); }
    void finish(const nlohmann::json& message, const error* /*why*/) override { answer = message; }
    void abandon() override { abandoned = true; }
    void let_go() override { let_go_of = true; }

    bool over() const { return answer || abandoned; }

    std::vector<nlohmann::json> said;
    std::optional<nlohmann::json> answer;
    bool abandoned = false;
    bool let_go_of = false;
};

inline nlohmann::json modern_meta(nlohmann::json capabilities = nlohmann::json::object())
{
    return {{meta::protocol_version, "2026-07-28"},
            {meta::client_capabilities, std::move(capabilities)}};
}

inline nlohmann::json modern_params(nlohmann::json params = nlohmann::json::object(),
                                    nlohmann::json capabilities = nlohmann::json::object())
{
    params["_meta"] = modern_meta(std::move(capabilities));
    return params;
}

/// The fixture, unless another catalogue is given.
class in_process {
public:
    explicit in_process(server_settings settings = {.name = "fixture", .version = "1"})
        : in_process(nullptr, std::move(settings))
    {
    }
    explicit in_process(catalogue& others) : in_process(&others, {.name = "own", .version = "1"}) {}
    in_process(const in_process&) = delete;
    in_process& operator=(const in_process&) = delete;
    ~in_process()
    {
        bool ended = false;
        boost::asio::co_spawn(home, served.end(), [&](const std::exception_ptr&) { ended = true; });
        run_until(home, [&] { return ended; });
    }

    std::shared_ptr<recording_outlet>
    begin(const char* method, nlohmann::json params, const std::string& account = "someone")
    {
        auto to = std::make_shared<recording_outlet>();
        last = served.begin({.id = ++ids, .method = method, .params = std::move(params)},
                            {.id = account}, to);
        return to;
    }

    /// The answer to a modern request.
    nlohmann::json ask(const char* method,
                       nlohmann::json params = nlohmann::json::object(),
                       nlohmann::json capabilities = nlohmann::json::object(),
                       const std::string& account = "someone")
    {
        const auto to =
            begin(method, modern_params(std::move(params), std::move(capabilities)), account);
        run_until(home, [&] { return to->over(); });
        return to->answer.value_or(nlohmann::json());
    }

    std::shared_ptr<session> open(const char* revision,
                                  nlohmann::json capabilities = nlohmann::json::object(),
                                  const std::string& credential = "")
    {
        auto opened = served.open({.id = 0,
                                   .method = "initialize",
                                   .params = {{"protocolVersion", revision},
                                              {"capabilities", std::move(capabilities)},
                                              {"clientInfo", {{"name", "a"}, {"version", "1"}}}}},
                                  {.id = "someone", .credential = credential});
        REQUIRE(opened);
        return opened->which;
    }

    std::shared_ptr<recording_outlet>
    begin(session& in, const char* method, nlohmann::json params = nlohmann::json::object())
    {
        auto to = std::make_shared<recording_outlet>();
        in.take(request{.id = ++ids, .method = method, .params = std::move(params)}, to);
        return to;
    }

    nlohmann::json
    ask(session& in, const char* method, nlohmann::json params = nlohmann::json::object())
    {
        const auto to = begin(in, method, std::move(params));
        run_until(home, [&] { return to->over(); });
        return to->answer.value_or(nlohmann::json());
    }

    boost::asio::io_context home{1};
    fixture offers;
    server served;
    running_requests::handle last = 0;
    std::int64_t ids = 0;

private:
    in_process(catalogue* others, server_settings settings)
        : served(home.get_executor(),
                 others == nullptr ? offers : *others,
                 std::move(settings),
                 [](const std::exception_ptr&) {})
    {
        offers.set_teller([this](const change& what) { served.tell(what); });
    }
};

} // namespace thimble::mcp::test
