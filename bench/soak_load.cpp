#include "bench/soak_load.hpp"

#include "async/exception_text.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <nlohmann/json.hpp>

#include <stdexcept>
#include <utility>

namespace thimble::bench {

namespace asio = boost::asio;

namespace {

constexpr std::size_t clients_of_each_phone = 2;
constexpr std::chrono::milliseconds pause_after_failure{20};
constexpr std::chrono::minutes longest_standstill{2};

/// In the middle of a panel, where the system takes no finger for itself.
const std::string place = R"({"x": 310, "y": 700})";

} // namespace

soak_load::soak_load(std::uint16_t port, std::string api_key, std::vector<std::string> phone_ids)
    : port_(port), key_(std::move(api_key)), phone_ids_(std::move(phone_ids))
{
}

soak_tally soak_load::run(std::size_t taps)
{
    wanted_ = taps;
    seen_ = {};
    seen_.completed.resize(phone_ids_.size());
    seen_.uncertain.resize(phone_ids_.size());
    context_.restart();
    for (std::size_t phone = 0; phone < phone_ids_.size(); ++phone)
        for (std::size_t i = 0; i < clients_of_each_phone; ++i)
            asio::co_spawn(context_, live(phone), async::rethrow);
    for (std::size_t before = 0; !context_.stopped(); before = seen_.took.size()) {
        context_.run_for(longest_standstill);
        if (!context_.stopped() && seen_.took.size() == before)
            throw std::runtime_error("nothing has been completed for two minutes");
    }
    return std::move(seen_);
}

/// One connection after another, each for as long as it lasts.
asio::awaitable<void> soak_load::live(std::size_t phone)
{
    while (seen_.took.size() < wanted_) {
        e2e::keep_alive_client connection(context_.get_executor());
        bool connected = false;
        try {
            co_await connection.connect(port_);
            connected = true;
            while (seen_.took.size() < wanted_)
                co_await tap(connection, phone);
        } catch (const boost::system::system_error&) {
            ++seen_.broken;
            if (connected) // in the middle of a tap
                ++seen_.uncertain[phone];
        }
        if (seen_.took.size() < wanted_)
            co_await pause();
    }
}

asio::awaitable<void> soak_load::tap(e2e::keep_alive_client& on, std::size_t phone)
{
    const auto began = std::chrono::steady_clock::now();
    const auto heard = co_await on.exchange(
        e2e::wire_request("POST", "/v1/phones/" + phone_ids_[phone] + "/tap", key_, place));
    if (heard.status == 200) {
        ++seen_.completed[phone];
        seen_.took.emplace_back(std::chrono::steady_clock::now() - began);
        co_return;
    }
    note(heard, phone);
    co_await pause();
}

void soak_load::note(const e2e::keep_alive_client::answer& heard, std::size_t phone)
{
    const auto told = nlohmann::json::parse(heard.body, nullptr, false);
    if (!told.is_object())
        throw std::runtime_error("an answer that is none: " + heard.body);
    const auto context = told.value("context", nlohmann::json::object());
    ++seen_.codes[told.value("error", std::to_string(heard.status))];
    if (context.value("outcome", "not_sent") != "not_sent")
        ++seen_.uncertain[phone];
}

asio::awaitable<void> soak_load::pause()
{
    asio::steady_timer wait(context_, pause_after_failure);
    co_await wait.async_wait(asio::use_awaitable);
}

} // namespace thimble::bench
