// Asks a model: sends a prompt to its provider and hears the reply as it comes.
#pragma once

#include "async/worker.hpp"
#include "models/client_limits.hpp"
#include "models/connection.hpp"
#include "models/provider.hpp"
#include "models/retry.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>

#include <chrono>
#include <expected>
#include <memory>
#include <random>
#include <vector>

namespace thimble::service::models {

using answered = std::expected<reply, model_failure>;

/// Home thread; outlives its prompts, of which any number may be under way. Keeps connections open
/// for the next ones.
class client {
public:
    using time = std::chrono::steady_clock::time_point;

    /// Throws std::runtime_error when the file of authorities cannot be used.
    client(boost::asio::any_io_executor home,
           provider whose,
           client_limits limits = {},
           retry_policy retries = {});

    /// Always comes to an end by `deadline`. A try that fails without any of its reply having been
    /// told is repeated as the policy says; the failure that is returned is the last one. `tell`
    /// may be empty, and so may `used`, which hears of replies that break off or are cancelled,
    /// too: the provider bills them. Cancelling the coroutine closes its connection at once and, as
    /// everywhere, throws operation_aborted.
    boost::asio::awaitable<answered>
    ask(prompt what, delta_listener tell, time deadline, usage_listener used = {});

    /// Of a prompt for this model; empty: the one that is configured.
    cost cost_of(std::string_view model, const token_usage& used) const;

    const provider& asks() const noexcept { return provider_; }

    /// Connections that are kept for the next prompt.
    std::size_t idle_connections() const noexcept { return idle_.size(); }

private:
    struct question; // a prompt that is under way

    boost::asio::awaitable<answered> ask_until(question& what, time deadline);
    boost::asio::awaitable<answered> ask_once(question& what);
    boost::asio::awaitable<connection::made> begin(const connection::request& what);
    boost::asio::awaitable<answered> hear(connection& from, question& what);
    boost::asio::awaitable<std::expected<void, model_failure>>
    read_reply(connection& from, reply_reader& reader, question& what);
    boost::asio::awaitable<model_failure> hear_refusal(connection& from);
    boost::asio::awaitable<connection::request> request_for(prompt what);
    std::unique_ptr<connection> take_idle();
    void keep(std::unique_ptr<connection> used);

    boost::asio::any_io_executor home_;
    provider provider_;
    client_limits limits_;
    retry_policy retries_;
    std::shared_ptr<const wire_format> format_;        // its worker may outlive the client
    std::unique_ptr<boost::asio::ssl::context> trust_; // nothing: not encrypted
    async::worker resolver_;
    async::worker writer_;                          // pictures as text take milliseconds
    std::vector<std::unique_ptr<connection>> idle_; // the latest last
    std::minstd_rand chance_{std::random_device{}()};
};

} // namespace thimble::service::models
