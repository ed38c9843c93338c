#include "models/client.hpp"

#include "async/deadline.hpp"
#include "async/sleep.hpp"
#include "http/client/trust.hpp"
#include "link/strict_json.hpp"
#include "text/ascii.hpp"

#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>
#include <spdlog/fmt/fmt.h>

#include <stdexcept>
#include <utility>

namespace thimble::service::models {

namespace asio = boost::asio;
namespace beast_http = boost::beast::http;
using std::chrono::milliseconds;

namespace {

model_failure too_late()
{
    return {.kind = failure_kind::timed_out, .message = "The model's reply did not come in time."};
}

milliseconds until(client::time deadline)
{
    return std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
}

std::unique_ptr<asio::ssl::context> trust_for(const provider& whose)
{
    if (!whose.address.server.encrypted)
        return nullptr;
    auto trust = http::load_trust(whose.ca_file);
    if (!trust)
        throw std::runtime_error(trust.error());
    return std::move(*trust);
}

} // namespace

struct client::question {
    prompt said;
    connection::request request; // made of it
    delta_listener tell;
    usage_listener used;
    bool told = false;      // something of a reply has been passed on
    token_usage spent = {}; // by tries that have failed
    token_usage known = {}; // what was passed on of it, with the try that is under way

    void count(const token_usage& of_this_try);
};

void client::question::count(const token_usage& of_this_try)
{
    auto all = spent;
    all += of_this_try;
    if (all != std::exchange(known, all) && used)
        used(all);
}

client::client(asio::any_io_executor home,
               provider whose,
               client_limits limits,
               retry_policy retries)
    : home_(std::move(home)), provider_(std::move(whose)), limits_(limits), retries_(retries),
      format_(format_of(provider_)), trust_(trust_for(provider_)), resolver_(home_), writer_(home_)
{
}

asio::awaitable<answered>
client::ask(prompt what, delta_listener tell, time deadline, usage_listener used)
{
    if (until(deadline) <= milliseconds(0))
        co_return std::unexpected(too_late());
    question asked{.said = std::move(what), .request = {}, .tell = {}, .used = std::move(used)};
    asked.tell = [&asked, tell = std::move(tell)](const delta& news) {
        if (!tell)
            return; // nobody would hear anything twice
        asked.told = true;
        tell(news);
    };
    auto came = co_await async::with_timeout(until(deadline), ask_until(asked, deadline));
    auto answer = came ? std::move(*came) : std::unexpected(too_late());
    if (!answer) {
        answer.error().told = asked.told;
        hide_key(answer.error().message, provider_.key);
    }
    co_return answer;
}

asio::awaitable<answered> client::ask_until(question& what, time deadline)
{
    const auto began = std::chrono::steady_clock::now();
    what.request = co_await request_for(std::move(what.said));
    const auto written = std::chrono::steady_clock::now() - began;
    for (unsigned tries = 1;; ++tries) {
        auto answer = co_await ask_once(what);
        if (answer) {
            answer->written = written;
            answer->usage += what.spent;
            co_return answer;
        }
        answer.error().told = what.told;
        const auto chance = std::uniform_real_distribution<>()(chance_);
        const auto wait =
            wait_before_retry(retries_, answer.error(), tries, until(deadline), chance);
        if (!wait)
            co_return answer;
        co_await async::sleep_for(*wait);
    }
}

asio::awaitable<answered> client::ask_once(question& what)
{
    auto begun = co_await begin(what.request);
    if (!begun)
        co_return std::unexpected(std::move(begun.error()));
    auto& from = **begun;
    constexpr unsigned ok = 200;
    if (from.status() != ok) {
        auto refusal = co_await hear_refusal(from);
        co_return std::unexpected(std::move(refusal));
    }
    auto answer = co_await hear(from, what);
    if (answer && co_await from.finish())
        keep(std::move(*begun));
    co_return answer;
}

/// Asks on a connection that is open, else on a new one: the head of the answer has come then.
asio::awaitable<connection::made> client::begin(const connection::request& what)
{
    if (auto kept = take_idle()) {
        auto went = co_await kept->ask(what);
        if (went)
            co_return std::move(kept);
        const bool was_silent = went.error().kind == failure_kind::timed_out;
        if (was_silent || !kept->stale()) // silence may be a model that thinks
            co_return std::unexpected(std::move(went.error()));
    }
    http::route way{
        .server = provider_.address.server, .proxy = provider_.proxy, .trust = trust_.get()};
    auto opened = co_await connection::open(std::move(way), resolver_, limits_);
    if (!opened)
        co_return opened;
    auto went = co_await (*opened)->ask(what);
    if (!went)
        co_return std::unexpected(std::move(went.error()));
    co_return opened;
}

asio::awaitable<answered> client::hear(connection& from, question& what)
{
    if (!to_lower(from.field("Content-Type")).starts_with("text/event-stream"))
        co_return std::unexpected(malformed("does not answer with a stream of events"));
    const auto reader = format_->make_reader();
    auto went = co_await read_reply(from, *reader, what);
    auto answer = went ? reader->finish() : answered(std::unexpected(std::move(went.error())));
    if (!answer)
        what.spent += reader->usage();
    co_return answer;
}

/// Until it is complete, or the stream ends.
asio::awaitable<std::expected<void, model_failure>>
client::read_reply(connection& from, reply_reader& reader, question& what)
{
    event_stream events;
    while (!reader.complete()) {
        const auto bytes = co_await from.read_some();
        if (!bytes)
            co_return std::unexpected(bytes.error());
        if (bytes->empty())
            break;
        const auto came = events.take(*bytes);
        if (!came)
            co_return std::unexpected(malformed(came.error()));
        for (const auto& each : *came) {
            const auto taken = reader.take(each, what.tell);
            what.count(reader.usage());
            if (!taken)
                co_return std::unexpected(taken.error());
            if (reader.complete())
                break; // whatever the server says after the end, and whenever it comes
        }
    }
    co_return std::expected<void, model_failure>();
}

asio::awaitable<model_failure> client::hear_refusal(connection& from)
{
    const auto body = co_await from.read_error();
    const auto record = link::parse_json(body);
    auto out = failure_of(from.status(), record ? read_provider_error(*record) : provider_error{});
    out.retry_after = parse_retry_after(from.field("Retry-After"));
    co_return out;
}

asio::awaitable<connection::request> client::request_for(prompt what)
{
    const auto model = what.model.empty() ? provider_.model : what.model;
    auto write = [format = format_, said = std::move(what), model] {
        return format->body(said, model);
    };
    auto body = co_await writer_.run(std::move(write));
    const auto target = provider_.address.path + std::string(format_->path());
    connection::request out(beast_http::verb::post, target, 11, std::move(body));
    out.set(beast_http::field::host, provider_.address.server.authority());
    out.set(beast_http::field::user_agent, "thimble");
    out.set(beast_http::field::content_type, "application/json");
    out.set(beast_http::field::accept, "text/event-stream");
    for (const auto& [name, value] : format_->fields(provider_.key))
        out.set(name, value);
    out.prepare_payload();
    co_return out;
}

std::unique_ptr<connection> client::take_idle()
{
    while (!idle_.empty()) {
        auto latest = std::move(idle_.back());
        idle_.pop_back();
        if (!latest->older_than(limits_.idle_age))
            return latest;
    }
    return nullptr;
}

void client::keep(std::unique_ptr<connection> used)
{
    if (idle_.size() >= limits_.idle_connections)
        idle_.erase(idle_.begin());
    idle_.push_back(std::move(used));
}

cost client::cost_of(std::string_view model, const token_usage& used) const
{
    return provider_.prices.of(model.empty() ? std::string_view(provider_.model) : model, used);
}

} // namespace thimble::service::models
