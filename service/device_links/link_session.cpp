// A link at the service's end: hello, number and welcome; then messages in both directions,
// until silence, a broken rule or the end of the service ends it.
#include "service/device_links/link_session.hpp"

#include "async/deadline.hpp"
#include "link/limits.hpp"
#include "link/version.hpp"
#include "service/device_links/frames_session.hpp"
#include "service/device_links/greeted_phones.hpp"
#include "service/device_links/links.hpp"
#include "text/printable_text.hpp"

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// A link on which nothing has come for so many intervals is over.
constexpr int misses = 2;

/// Limit of unknown names that are noted: enough for the log of a version apart.
constexpr std::size_t most_noted = 64;

const websocket::options agreed{.subprotocol = std::string(link::subprotocol),
                                .largest_message = link::limits::message_bytes};

std::chrono::steady_clock::time_point now()
{
    return std::chrono::steady_clock::now();
}

std::vector<std::string> all_jobs_of(const link::hello& said)
{
    std::vector<std::string> out;
    for (const auto& each : said.open_jobs)
        out.push_back(each.job_id);
    return out;
}

/// The first message as text; nothing when the channel ended first.
asio::awaitable<std::optional<std::string>> first_text(websocket::socket& from)
{
    const auto first = co_await from.read();
    if (!first || first->binary)
        co_return std::nullopt;
    co_return std::string(first->bytes);
}

} // namespace

link_session::link_session(links& all, const link_dependencies& around, enrolled_desktop of)
    : all_(all), context_(around), desktop_(std::move(of)), wire_(around.home),
      budget_(around.limits), heartbeat_(around.home), silence_(around.home)
{
}

asio::awaitable<void> link_session::run(http::stream with, http::request first)
{
    const auto self = shared_from_this();
    auto made = co_await websocket::socket::accept(std::move(with), first, agreed);
    if (!made)
        co_return;
    first = {}; // not for as long as the link lasts
    struct left_at_the_end {
        link_session& self;
        ~left_at_the_end() { self.leave(); }
    } const mark{*this};
    co_await greet_and_serve(*made);
}

asio::awaitable<void> link_session::greet_and_serve(websocket::socket& with)
{
    const auto said = co_await first_message(with);
    if (said && co_await number() && co_await welcome(*said))
        context_.log->info("desktop {} is linked, epoch {}", desktop_.id, epoch_);
    // A desktop that has been refused is told so by the first thing that runs.
    const auto how = co_await wire_.run(
        with, [this](const websocket::socket::incoming& what) { receive(what); });
    moves_ = moves_ || link::parse_close_code(how.how.code) == link::close_reason::draining;
    context_.log->info("the link of desktop {}, epoch {}, ended{}: {} {}", desktop_.id, epoch_,
                       how.ours ? "" : " from there", how.how.code,
                       is_printable(how.how.text) ? how.how.text : "");
}

/// Nothing when it is refused; end() has said why.
asio::awaitable<std::optional<link::hello>> link_session::first_message(websocket::socket& from)
{
    const auto text = co_await async::with_timeout(context_.limits.greeting, first_text(from));
    if (!text || !*text) {
        end(text ? link::close_reason::not_expected : link::close_reason::silent);
        co_return std::nullopt;
    }
    auto what = understand(**text);
    if (!what)
        co_return std::nullopt;
    auto* said = std::get_if<link::hello>(&*what);
    if (said == nullptr)
        end(link::close_reason::not_expected, "the first message is a hello");
    else if (said->protocol != link::protocol_version)
        end(link::close_reason::incompatible);
    else if (said->desktop_id != desktop_.id)
        end(link::close_reason::malformed, "hello.desktop_id: not the token's");
    else
        co_return std::move(*said);
    co_return std::nullopt;
}

/// Takes the place of the link before.
asio::awaitable<bool> link_session::number()
{
    const auto next = co_await context_.enrolled.next_epoch(desktop_.id);
    if (!next) {
        end_unwritten();
        co_return false;
    }
    epoch_ = *next;
    if (ended_)
        co_return false;
    if (!all_.enter(shared_from_this())) {
        end(link::close_reason::replaced);
        co_return false;
    }
    co_return true;
}

/// The desktop has been revoked meanwhile, or the store is at fault: that one passes by itself.
void link_session::end_unwritten()
{
    end(context_.enrolled.past_of(desktop_.id) ? link::close_reason::unavailable
                                               : link::close_reason::revoked);
}

asio::awaitable<bool> link_session::welcome(const link::hello& said)
{
    const auto past = context_.enrolled.past_of(desktop_.id);
    const bool forgot =
        past && (past->boot_id != said.boot_id || past->journal_id != said.journal_id);
    const bool kept =
        co_await context_.enrolled.greet(desktop_.id, {.name = said.name,
                                                       .version = said.version,
                                                       .boot_id = said.boot_id,
                                                       .journal_id = said.journal_id});
    if (!kept)
        end_unwritten();
    if (ended_)
        co_return false;
    begin(said, forgot);
    co_return true;
}

void link_session::begin(const link::hello& said, bool forgot)
{
    commands_ = all_.commands_of(desktop_);
    all_.welcomed(desktop_.id);
    auto open = commands_->greet(said, forgot, context_.awaited(desktop_.id));
    if (context_.relay != nullptr)
        open = all_jobs_of(said); // other nodes may wait for them
    say(link::welcome{.node = context_.node,
                      .epoch = epoch_,
                      .features = {},
                      .heartbeat = context_.limits.heartbeat,
                      .clock = now(),
                      .frame_bytes = static_cast<std::int64_t>(link::limits::frame_bytes),
                      .open_jobs = std::move(open)});
    if (context_.relay == nullptr)
        context_.gone(desktop_.id); // a node alone shows each link as a new one
    const desktop_record record{.id = desktop_.id,
                                .name = said.name,
                                .version = said.version,
                                .account_id = desktop_.account_id};
    const auto attached = context_.attached(desktop_.id);
    context_.connected(record, commands_);
    for (const auto& phone : greeted_phones(said, attached))
        context_.phone_changed(desktop_.id, phone);
    commands_->attach(wire_.out());
    if (context_.relay != nullptr)
        context_.relay->begun({.desktop = record,
                               .epoch = epoch_,
                               .said = said,
                               .say = [this](const link::message& what) { say(what); },
                               .stayed = !attached.empty()});
    beat();
    heard();
    if (draining_)
        drain();
}

/// The phones go with the link that counts, and stay with the one that takes its place: among
/// nodes also with one that is about to.
void link_session::leave()
{
    ended_ = true;
    heartbeat_.stop();
    silence_.stop();
    if (const auto pictures = pictures_.lock())
        pictures->end(moves_ ? link::close_reason::draining : link::close_reason::replaced);
    const auto commands = std::exchange(commands_, nullptr);
    if (commands)
        commands->detach();
    const bool among_nodes = context_.relay != nullptr;
    const bool counted = all_.leave(*this) && commands; // else the one before is awaited still
    if (counted && moves_ && among_nodes) {
        context_.enrolled.note_departure(desktop_.id); // in case this node is gone by then
        if (draining_)
            context_.left(desktop_.id);
        all_.await_return_here(desktop_.id, epoch_);
    } else if (counted) {
        context_.gone(desktop_.id);
    }
    if (commands && among_nodes)
        context_.relay->ended(desktop_.id, epoch_, moves_ || replaced_);
}

void link_session::end(link::close_reason why, std::string_view detail)
{
    if (ended_)
        return;
    moves_ = why == link::close_reason::draining;
    replaced_ = why == link::close_reason::replaced;
    wire_.end(link::close_code(why), link::close_text(why, detail));
    leave();
}

void link_session::drain()
{
    draining_ = true;
    if (!commands_)
        return end(link::close_reason::draining);
    say(link::drain{.within = context_.limits.drain});
    commands_->when_idle([this] { end_when_idle(); });
    end_when_idle();
}

void link_session::end_when_idle()
{
    if (commands_ && commands_->open() == 0)
        end(link::close_reason::draining);
}

void link_session::say(const link::message& what)
{
    if (auto text = link::encode(what))
        wire_.out().push(std::move(*text));
    else
        context_.log->error("desktop {}: a message cannot be sent: {}", desktop_.id,
                            text.error().text());
}

void link_session::beat()
{
    say(link::heartbeat{.clock = now()});
    heartbeat_.set(context_.limits.heartbeat, [this] { beat(); });
}

/// While nothing is read nothing can be heard.
void link_session::heard(std::chrono::steady_clock::duration unread_for)
{
    silence_.set(misses * context_.limits.heartbeat + unread_for,
                 [this] { end(link::close_reason::silent); });
}

void link_session::receive(const websocket::socket::incoming& what)
{
    if (ended_)
        return;
    const auto wait = budget_.spend(what.bytes, now());
    wire_.pause_reading(wait);
    heard(wait);
    if (what.binary)
        return end(link::close_reason::not_expected, "a binary message");
    if (auto message = understand(what.bytes))
        take(std::move(*message));
}

/// Nothing for what is passed over, answered, or the end of the link.
std::optional<link::message> link_session::understand(std::string_view text)
{
    auto read = link::decode(text);
    if (!read) {
        end(link::close_reason::malformed, read.error().text());
        return std::nullopt;
    }
    for (const auto& field : read->unknown_fields)
        note_once("field", field);
    if (const auto* newer = std::get_if<link::unknown_message>(&read->what)) {
        note_once("message", newer->type);
        return std::nullopt;
    }
    auto* known = std::get_if<link::message>(&read->what);
    if (known == nullptr || !link::may_say(link::side::daemon, *known)) {
        end(link::close_reason::not_expected);
        return std::nullopt;
    }
    return std::move(*known);
}

void link_session::note_once(std::string_view what, const std::string& name)
{
    if (noted_.size() < most_noted && noted_.insert(name).second)
        context_.log->info("desktop {} sends a {} that is not known here: {}", desktop_.id, what,
                           name);
}

void link_session::take(link::message what)
{
    if (auto* phone = std::get_if<link::phone_state>(&what)) {
        context_.phone_changed(desktop_.id, *phone);
        if (context_.relay != nullptr)
            context_.relay->phone_changed(desktop_.id, *phone);
    } else if (const auto* host = std::get_if<link::host_state>(&what)) {
        context_.host_changed(desktop_.id, host->blockers);
        if (context_.relay != nullptr)
            context_.relay->host_changed(desktop_.id, *host);
    } else if (const auto* started = std::get_if<link::started>(&what)) {
        if (!pass_on(*started))
            commands_->take(*started);
    } else if (auto* result = std::get_if<link::result>(&what)) {
        if (!pass_on(*result) || commands_->has_let_go(result->job_id))
            commands_->take(std::move(*result));
    } else if (std::holds_alternative<link::hello>(what)) {
        end(link::close_reason::not_expected, "a second hello");
    }
    // An ack and a heartbeat say no more than that they have come.
}

/// True where it was for another node.
template <class Said>
bool link_session::pass_on(const Said& said)
{
    return context_.relay != nullptr && !commands_->knows(said.job_id) &&
           context_.relay->pass_on(desktop_.id, said);
}

void link_session::attach_frames(const std::shared_ptr<frames_session>& pictures)
{
    if (const auto before = std::exchange(pictures_, pictures).lock())
        before->end(link::close_reason::replaced);
    if (ended_)
        pictures->end(link::close_reason::replaced);
}

void link_session::take(const link::frame_header& header, std::span<const std::byte> picture)
{
    if (!commands_)
        return;
    heard();
    const bool own = header.stream_id.empty() && commands_->knows(header.frame_id);
    const bool passed =
        !own && context_.relay != nullptr && context_.relay->pass_on(desktop_.id, header, picture);
    if (!passed || commands_->has_let_go(header.frame_id))
        commands_->take(header, picture);
}

} // namespace thimble::service
