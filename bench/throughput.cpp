#include "bench/throughput.hpp"

#include "async/exception_text.hpp"

#include <boost/asio/co_spawn.hpp>

#include <exception>
#include <stdexcept>
#include <utility>

namespace thimble::bench {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds longest_answer{30};

} // namespace

asked_server::asked_server(std::uint16_t port, pid_t process, std::vector<std::string> requests)
    : process_(process)
{
    for (auto& each : requests) {
        auto& made = *clients_.emplace_back(std::make_unique<client>(context_.get_executor()));
        made.request = std::move(each);
        asio::co_spawn(context_, made.connection.connect(port), async::rethrow);
    }
    context_.run();
}

void asked_server::measure(std::chrono::milliseconds time)
{
    context_.restart();
    const auto began = clock::now();
    const auto before = usage_of(process_);
    for (auto& each : clients_)
        asio::co_spawn(context_, ask(*each, began + time), async::rethrow);
    context_.run_for(time + longest_answer);
    if (!context_.stopped())
        throw std::runtime_error("a server does not answer");
    elapsed_ += clock::now() - began;
    if (const auto after = usage_of(process_); before && after)
        processor_ += after->processor - before->processor;
}

asio::awaitable<void> asked_server::ask(client& who, clock::time_point until)
{
    while (clock::now() < until) {
        const auto heard = co_await who.connection.exchange(who.request);
        if (heard.status != 200)
            throw std::runtime_error("status " + std::to_string(heard.status) + ": " + heard.body);
        ++answers_;
    }
}

double asked_server::answers_per_second() const
{
    return static_cast<double>(answers_) / elapsed_.count();
}

double asked_server::processor_share() const
{
    return processor_ / elapsed_;
}

std::chrono::duration<double, std::micro> asked_server::processor_time() const
{
    return processor_ / static_cast<double>(answers_);
}

} // namespace thimble::bench
