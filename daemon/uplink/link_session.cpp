// A link at the daemon's end: two WebSockets are opened, hello and welcome exchanged; then
// commands are taken and results told until one of the two connections ends.
#include "daemon/uplink/link_session.hpp"

#include "async/deadline.hpp"
#include "async/race.hpp"
#include "daemon/report/version.hpp"
#include "link/limits.hpp"
#include "link/version.hpp"
#include "text/printable_text.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace websocket = service::websocket;
using std::chrono::steady_clock;

namespace {

/// Limit of unknown names that are noted: enough for the log of a version apart.
constexpr std::size_t most_noted_names = 64;

/// Of this computer's state among those of phones, whose keys are their UDIDs.
constexpr const char* host_key = "";

asio::awaitable<std::optional<std::string>> next_text(websocket::socket& from)
{
    const auto next = co_await from.read();
    if (!next || next->binary)
        co_return std::nullopt;
    co_return std::string(next->bytes);
}

} // namespace

link_session::link_session(const link_context& around, std::string token)
    : context_(around), token_(std::move(token)), messages_(around.home), pictures_(around.home),
      silence_(around.home), timeout_(around.home)
{
}

asio::awaitable<disconnect_reason>
link_session::run(std::function<void(const link::welcome&)> welcomed)
{
    auto messages = co_await open(link::messages_path, link::limits::message_bytes, std::nullopt);
    if (!messages)
        co_return messages.error();
    const auto said = co_await greet(*messages);
    if (!said)
        co_return said.error();
    auto pictures = co_await open(link::frames_path, link::limits::frame_header_bytes, said->epoch);
    if (!pictures)
        co_return pictures.error();
    begin(*said);
    welcomed(*said);
    // However it ends: the commands outlive the link and must not reach it any more.
    struct detached_at_the_end {
        link_session& self;
        ~detached_at_the_end()
        {
            self.silence_.stop();
            self.timeout_.stop();
            self.streams_.reset();
            self.videos_.reset();
            self.context_.commands.detach();
            self.context_.commands.when_idle({});
        }
    } const mark{*this};
    auto how = co_await live(*messages, *pictures);
    how.held =
        std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - welcomed_at_);
    co_return how;
}

asio::awaitable<link_session::opened>
link_session::open(std::string_view path, std::size_t largest, std::optional<std::int64_t> epoch)
{
    auto bytes = co_await context_.way.connect();
    if (!bytes)
        co_return std::unexpected(failed_link(bytes.error().message));
    websocket::handshake_request wanted{
        .host = context_.way.service().authority(),
        .path = std::string(path),
        .headers = {{"Authorization", "Bearer " + token_},
                    {"User-Agent", fmt::format("thimbled/{}", version)}}};
    if (epoch)
        wanted.headers.emplace_back(link::epoch_header, std::to_string(*epoch));
    const websocket::options agreed{.subprotocol = std::string(link::subprotocol),
                                    .largest_message = largest,
                                    .time = context_.time_to_open};
    auto made = co_await socket::open(std::move(*bytes), wanted, agreed);
    if (!made)
        co_return std::unexpected(refused_link(made.error()));
    co_return std::move(*made);
}

/// Its first message; without the phones where they are too much for one.
std::expected<std::string, disconnect_reason> link_session::greeting()
{
    auto said = context_.introduce();
    said.open_jobs = context_.commands.open_jobs();
    for (const auto& each : context_.phones())
        said.phones.push_back(link::within_limits(each));
    if (auto text = link::encode(said))
        return std::move(*text);
    for (const auto& each : std::exchange(said.phones, {}))
        tell(each);
    auto text = link::encode(said);
    if (!text)
        return std::unexpected(
            failed_link(fmt::format("hello cannot be sent: {}", text.error().text())));
    return std::move(*text);
}

asio::awaitable<std::expected<link::welcome, disconnect_reason>> link_session::greet(socket& with)
{
    const auto hello = greeting();
    if (!hello)
        co_return std::unexpected(hello.error());
    greeted_at_ = steady_clock::now();
    const auto sent =
        co_await async::with_timeout(context_.time_to_open, with.write(std::string_view(*hello)));
    if (!sent)
        co_return std::unexpected(failed_link("The service did not take the hello in time."));
    if (!*sent)
        co_return std::unexpected(failed_link("The connection broke before the welcome."));
    const auto answer = co_await async::with_timeout(context_.time_to_open, next_text(with));
    if (!answer)
        co_return std::unexpected(failed_link("The service sent no welcome in time."));
    if (!*answer)
        co_return std::unexpected(end_of({.ours = false, .how = with.how_it_ended()}));
    auto what = understand(**answer);
    if (!what)
        co_return std::unexpected(what.error());
    auto* said = std::get_if<link::welcome>(&*what);
    if (said == nullptr)
        co_return std::unexpected(failed_link("The service did not begin with a welcome."));
    if (said->protocol != link::protocol_version)
        co_return std::unexpected(disconnect_reason{
            .how = ending::incompatible,
            .problem = "The service speaks another version of the link; update the older "
                       "of the two."});
    co_return std::move(*said);
}

void link_session::begin(const link::welcome& said)
{
    welcomed_at_ = steady_clock::now();
    // However long the welcome was on its way: its clock is not older than the hello.
    clock_.heard(said.clock, greeted_at_);
    watch_.emplace(said.heartbeat, welcomed_at_);
    heard();
    const auto largest_picture = static_cast<std::size_t>(said.frame_bytes);
    streams_.emplace(context_.moving, pictures_.out(), largest_picture, context_.log);
    videos_.emplace(context_.videos, pictures_.out(), largest_picture, context_.log);
    context_.commands.attach({.messages = messages_.out(),
                              .pictures = pictures_.out(),
                              .largest_picture = largest_picture},
                             said.open_jobs);
    if (!context_.host_blockers)
        return;
    if (auto blockers = context_.host_blockers(); !blockers.empty())
        tell(link::host_state{.blockers = std::move(blockers)});
}

/// The two connections are one link: when one ends, so does the other.
asio::awaitable<disconnect_reason> link_session::live(socket& messages, socket& pictures)
{
    const auto ended = co_await async::race(
        messages_.run(messages, [this](const socket::incoming& what) { receive(what); }),
        pictures_.run(pictures, [](const socket::incoming&) {}));
    co_return std::visit([](const auto& how) { return end_of(how); }, ended);
}

void link_session::tell(const link::phone_state& phone)
{
    auto text = link::encode(link::within_limits(phone));
    if (text)
        messages_.out().push_state(phone.udid, std::move(*text));
    else
        context_.log->error("a phone's state cannot be sent: {}", text.error().text());
}

void link_session::tell(const link::host_state& host)
{
    auto text = link::encode(link::within_limits(host));
    if (text)
        messages_.out().push_state(host_key, std::move(*text));
    else
        context_.log->error("this computer's state cannot be sent: {}", text.error().text());
}

void link_session::end(link::close_reason why, std::string_view detail)
{
    messages_.end(link::close_code(why), link::close_text(why, detail));
}

void link_session::end_when_idle(link::close_reason why)
{
    if (context_.commands.idle())
        return end(why);
    context_.commands.when_idle([this, why] { end(why); });
}

void link_session::heard()
{
    const auto now = steady_clock::now();
    watch_->heard(now);
    silence_.set(watch_->deadline() - now, [this] { end(link::close_reason::silent); });
}

void link_session::receive(const socket::incoming& what)
{
    heard();
    if (what.binary)
        return end(link::close_reason::not_expected, "a binary message");
    const auto read = link::decode(what.bytes);
    if (!read)
        return end(link::close_reason::malformed, read.error().text());
    for (const auto& field : read->unknown_fields)
        note_once("field", field);
    if (const auto* newer = std::get_if<link::unknown_message>(&read->what))
        note_once("message", newer->type);
    else if (const auto* command = std::get_if<link::unknown_command>(&read->what))
        context_.commands.refuse(*command);
    else
        take(std::get<link::message>(read->what));
}

std::expected<link::message, disconnect_reason> link_session::understand(std::string_view text)
{
    auto read = link::decode(text);
    if (!read)
        return std::unexpected(failed_link(
            fmt::format("The service's first message makes no sense: {}.", read.error().text())));
    auto* known = std::get_if<link::message>(&read->what);
    if (known == nullptr)
        return std::unexpected(failed_link("The service's first message is not known here."));
    return std::move(*known);
}

void link_session::note_once(std::string_view what, const std::string& name)
{
    if (noted_.size() < most_noted_names && noted_.insert(name).second)
        context_.log->info("the service sends a {} that is not known here: {}", what, name);
}

void link_session::take(link::message what)
{
    if (auto* command = std::get_if<link::command>(&what))
        take(std::move(*command));
    else if (const auto* settled = std::get_if<link::settled>(&what))
        context_.commands.settle(settled->job_id);
    else if (const auto* cancel = std::get_if<link::cancel>(&what))
        context_.commands.cancel(*cancel);
    else if (const auto* stream = std::get_if<link::stream>(&what))
        take(*stream);
    else if (const auto* key = std::get_if<link::keyframe>(&what))
        videos_->restart(key->stream_id); // each picture of the others is one
    else if (const auto* beat = std::get_if<link::heartbeat>(&what))
        take(*beat);
    else if (const auto* drain = std::get_if<link::drain>(&what))
        take(*drain);
    else
        end(link::close_reason::not_expected, link::name_of(what));
}

void link_session::take(const link::stream& what)
{
    if (what.codec == link::codec::hevc)
        videos_->set(what);
    else
        streams_->set(what);
}

/// From the service's clock to this machine's.
void link_session::take(link::command what)
{
    what.expires_at = clock_.to_local(what.expires_at).value_or(what.expires_at);
    context_.commands.execute(std::move(what));
}

void link_session::take(const link::heartbeat& what)
{
    clock_.heard(what.clock, steady_clock::now());
    messages_.out().push(link::encode(what).value());
}

/// Commands under way have that long to end here; results that are not settled by then are said on
/// the next link.
void link_session::take(const link::drain& what)
{
    end_when_idle(link::close_reason::draining);
    timeout_.set(what.within, [this] { end(link::close_reason::draining); });
}

} // namespace thimble::daemon
