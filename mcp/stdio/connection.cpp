#include "mcp/stdio/connection.hpp"

#include "async/race.hpp"
#include "async/signal.hpp"
#include "mcp/batch.hpp"
#include "text/ascii.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <functional>
#include <utility>

namespace thimble::mcp::stdio {

namespace asio = boost::asio;
using nlohmann::json;

/// Where what is said becomes lines.
class connection::line_outlet : public outlet {
public:
    explicit line_outlet(std::shared_ptr<line_writer> to) : to_(std::move(to)) {}

    void say(const json& message) override { to_->write(to_text(message)); }
    void finish(const json& answer, const error* /*why*/) override { say(answer); }
    void abandon() override {}

private:
    std::shared_ptr<line_writer> to_;
};

/// Passes everything on and notices when it is over.
class connection::noticing_outlet : public outlet {
public:
    noticing_outlet(std::shared_ptr<outlet> to, std::function<void()> when_over)
        : to_(std::move(to)), when_over_(std::move(when_over))
    {
    }

    void say(const json& message) override { to_->say(message); }
    void finish(const json& answer, const error* why) override
    {
        when_over_();
        to_->finish(answer, why);
    }
    void abandon() override
    {
        when_over_();
        to_->abandon();
    }

private:
    std::shared_ptr<outlet> to_;
    std::function<void()> when_over_;
};

connection::connection(server& of,
                       principal who,
                       asio::posix::stream_descriptor in,
                       asio::posix::stream_descriptor out,
                       connection_settings settings)
    : server_(of), who_(std::move(who)), settings_(settings),
      reader_(std::move(in), settings.limits.bytes),
      writer_(std::make_shared<line_writer>(std::move(out))),
      general_(std::make_shared<line_outlet>(writer_))
{
}

asio::awaitable<void> connection::run()
{
    std::exception_ptr problem;
    try {
        co_await async::race(read(), writer_->run());
        co_await server_.end();
        co_return;
    } catch (...) {
        problem = std::current_exception();
    }
    // Also one that is cut off: the server is gone after this, and must have nothing under way.
    co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
    co_await server_.end();
    co_await asio::this_coro::reset_cancellation_state();
    std::rethrow_exception(problem);
}

asio::awaitable<void> connection::read()
{
    while (const auto next = co_await reader_.next())
        take(*next);
    co_await finish_what_is_under_way();
    writer_->close(); // which ends it, and with it this
    async::signal never(server_.home());
    co_await never.wait();
}

/// A client that only pipes its messages in hears the answers to them all the same.
asio::awaitable<void> connection::finish_what_is_under_way()
{
    server_.close();
    asio::steady_timer timeout(server_.home(), settings_.grace);
    co_await async::race(server_.until_idle(), timeout.async_wait(asio::use_awaitable));
    server_.cancel_all();
    co_await server_.until_idle();
}

void connection::take(const line& what)
{
    if (what.too_long) {
        writer_->write(to_text(to_response({}, invalid_request("The message is too large"))));
        return;
    }
    if (service::is_blank(what.text))
        return;
    auto read = read_messages(what.text, settings_.limits);
    if (!read)
        writer_->write(to_text(to_response(read.error().id, read.error().why)));
    else if (read->batch)
        take_batch(std::move(read->parts));
    else
        take(std::move(read->parts.front()));
}

void connection::take(std::expected<message, refusal> what)
{
    if (!what) {
        if (!what.error().of_reply)
            writer_->write(to_text(to_response(what.error().id, what.error().why)));
    } else if (auto* asked = std::get_if<request>(&*what)) {
        take(std::move(*asked), general_);
    } else if (auto* told = std::get_if<notification>(&*what)) {
        take(*told);
    } else {
        take(std::get<reply>(std::move(*what)));
    }
}

void connection::take_batch(std::vector<std::expected<message, refusal>> parts)
{
    if (!session_ || !has_batches(session_->speaks())) {
        const auto why = invalid_request("This revision of the protocol has no batches");
        writer_->write(to_text(to_response({}, why)));
        return;
    }
    json known = json::array();
    std::vector<request> asked;
    for (auto& each : parts) {
        if (each && std::holds_alternative<request>(*each))
            asked.push_back(std::get<request>(std::move(*each)));
        else if (!each && !each.error().of_reply)
            known.push_back(to_response(each.error().id, each.error().why));
        else
            take(std::move(each));
    }
    if (asked.empty()) {
        if (!known.empty())
            writer_->write(to_text(known));
        return;
    }
    const auto outlets = outlets_of_batch(asked.size(), std::move(known), general_);
    for (std::size_t at = 0; at < asked.size(); ++at)
        take(std::move(asked[at]), outlets[at]);
}

/// The opening decides: a request with metadata of its own is modern, whatever came before.
void connection::take(request what, std::shared_ptr<outlet> to)
{
    if (has_modern_meta(what.params)) {
        begin_modern(std::move(what), std::move(to));
    } else if (session_) {
        session_->take(std::move(what), std::move(to));
    } else if (what.method == "initialize") {
        open(what, *to);
    } else {
        const auto why = invalid_params(
            "The request has no protocol version in \"_meta\", and no `initialize` came before");
        to->finish(to_response(what.id, why), &why);
    }
}

void connection::begin_modern(request what, std::shared_ptr<outlet> to)
{
    const auto id = what.id;
    if (modern_.contains(id)) {
        const auto why = invalid_request("The id is that of a request under way");
        to->finish(to_response(id, why), &why);
        return;
    }
    auto noticed =
        std::make_shared<noticing_outlet>(std::move(to), [this, id] { modern_.erase(id); });
    modern_[id] = server_.begin(std::move(what), who_, std::move(noticed));
}

void connection::open(const request& what, outlet& to)
{
    auto opened = server_.open(what, who_);
    if (!opened) {
        to.finish(to_response(what.id, opened.error()), &opened.error());
        return;
    }
    session_ = std::move(opened->which);
    session_->set_general_outlet(general_);
    to.finish(opened->answer, nullptr);
}

void connection::take(const notification& what)
{
    if (what.method == "notifications/cancelled") {
        const auto given = what.params.find("requestId");
        const auto id = given == what.params.end() ? std::nullopt : to_request_id(*given);
        if (const auto found = id ? modern_.find(*id) : modern_.end(); found != modern_.end())
            return server_.cancel(found->second);
    }
    if (session_)
        session_->take(what);
}

void connection::take(reply what)
{
    if (session_)
        session_->take(std::move(what));
}

} // namespace thimble::mcp::stdio
