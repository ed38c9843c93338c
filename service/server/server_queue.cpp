// The queue for any phone, here and among the nodes of a service.
#include "async/sleep.hpp"
#include "service/gateway/gateway_failures.hpp"
#include "service/server/server_parts.hpp"
#include "text/enum_words.hpp"
#include "text/json_member.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::json;
using std::chrono::milliseconds;

namespace {

constexpr int most_tries = 5; // to hear of those who wait
constexpr milliseconds pause_between_tries{200};

/// All of whoever asks that the queue looks at.
json account_record(const account& who)
{
    json out{{"id", who.id},
             {"key_id", who.key_id},
             {"sign_in_id", who.sign_in_id},
             {"grant_id", who.grant_id}};
    if (who.rights.phones)
        out["phones"] = *who.rights.phones;
    return out;
}

account read_account(const json& from)
{
    account out{.id = member<std::string>(from, "id"),
                .key_id = member<std::string>(from, "key_id"),
                .sign_in_id = member<std::string>(from, "sign_in_id"),
                .grant_id = member<std::string>(from, "grant_id")};
    const auto phones = from.find("phones");
    if (phones == from.end())
        return out;
    out.rights.phones.emplace();
    for (const auto& each : *phones)
        if (each.is_string())
            out.rights.phones->push_back(each.get<std::string>());
    return out;
}

std::int64_t milliseconds_of(phone_queue::clock::duration what)
{
    return std::chrono::duration_cast<milliseconds>(what).count();
}

json request_record(const phone_queue::request& what)
{
    return {{"who", account_record(what.who)},
            {"wanted", what.wanted.text},
            {"id", what.id},
            {"time_ms", milliseconds_of(what.time)},
            {"waited_ms", milliseconds_of(what.waited)}};
}

result<phone_queue::request> read_queue_request(const json& from)
{
    const auto who = from.find("who");
    auto wanted = parse_requirement(member<std::string>(from, "wanted"));
    if (!wanted || who == from.end() || !who->is_object())
        return std::unexpected(bad_request());
    return phone_queue::request{.who = read_account(*who),
                                .wanted = std::move(*wanted),
                                .id = member<std::string>(from, "id"),
                                .time = milliseconds(member<std::int64_t>(from, "time_ms")),
                                .waited = milliseconds(member<std::int64_t>(from, "waited_ms"))};
}

json failure_to_relay(const failure& what)
{
    return {{"code", what.code}, {"message", what.message}, {"context", what.context}};
}

failure relayed_failure(const json& from)
{
    const auto context = from.find("context");
    const bool has_context = context != from.end() && context->is_object();
    return {.code = member<std::string>(from, "code", "INTERNAL_ERROR"),
            .message = member<std::string>(from, "message"),
            .context = has_context ? *context : json::object()};
}

json place_to_relay(const phone_queue::place& what)
{
    const auto since = std::chrono::time_point_cast<milliseconds>(what.since);
    json out{{"request_id", what.request_id},
             {"wanted", what.wanted},
             {"kind", enum_word(what.who.kind)},
             {"id", what.who.id},
             {"since_ms", since.time_since_epoch().count()},
             {"position", what.position}};
    if (what.estimate)
        out["estimate_s"] = what.estimate->count();
    return out;
}

phone_queue::place relayed_place(const json& from)
{
    phone_queue::place out;
    out.request_id = member<std::string>(from, "request_id");
    out.wanted = member<std::string>(from, "wanted");
    out.who.kind = parse_enum_word<actor_kind>(member<std::string>(from, "kind"))
                       .value_or(actor_kind::account);
    out.who.id = member<std::string>(from, "id");
    out.since =
        std::chrono::system_clock::time_point(milliseconds(member<std::int64_t>(from, "since_ms")));
    out.position = static_cast<std::size_t>(member<std::int64_t>(from, "position", 1));
    if (const auto estimate = find_member<std::int64_t>(from, "estimate_s"))
        out.estimate = std::chrono::seconds(*estimate);
    return out;
}

failure queue_not_heard()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The node of the service that knows who waits has not answered; try again.",
            .context = {{"outcome", "not_sent"}}};
}

/// Hold on a phone that another node has given: this node knows of its use until the end, and
/// the other hears of the end last.
struct phone_kept {
    std::shared_ptr<void> there;
    std::shared_ptr<void> here; // goes first
};

class other_queues final : public phone_queue::elsewhere {
public:
    other_queues(const std::unique_ptr<nodes::node>& among, const phones& known, phone_queue& here)
        : among_(among), known_(known), here_(here)
    {
    }

    bool is_here(const std::string& account_id) const override
    {
        return among_->queue().is_here(account_id);
    }

    bool has_left(const std::string& account_id) const override
    {
        return among_->cut_off() || among_->queue().has_left(account_id);
    }

    asio::awaitable<std::optional<result<phone_queue::turn>>> take(phone_queue::request what,
                                                                   http::caller& from) override
    {
        if (among_->cut_off())
            co_return std::unexpected(node_cut_off());
        auto got =
            co_await among_->queue().take(what.who.id, request_record(what), from, what.time);
        if (!got)
            co_return std::nullopt;
        const auto failed = got->outcome.find("failure");
        if (failed != got->outcome.end())
            co_return std::unexpected(relayed_failure(*failed));
        auto phone = known_.find(what.who, member<std::string>(got->outcome, "phone"));
        if (!phone) { // this node has not heard of it yet
            got->held.reset();
            co_await async::sleep_for(pause_between_tries);
            co_return std::nullopt;
        }
        const auto kept = std::make_shared<phone_kept>(std::move(got->held), nullptr);
        kept->here = here_.hold((*phone)->id);
        co_return phone_queue::turn{.phone = std::move(*phone), .held = kept};
    }

    asio::awaitable<result<std::vector<phone_queue::place>>> places(std::string account_id,
                                                                    std::size_t most) const override
    {
        for (int tries = 0; tries < most_tries && !among_->cut_off(); ++tries) {
            const auto told =
                co_await among_->queue().places(account_id, static_cast<std::int64_t>(most));
            if (!told || !told->is_array()) {
                co_await async::sleep_for(pause_between_tries);
                continue;
            }
            std::vector<phone_queue::place> out;
            for (const auto& each : *told)
                if (each.is_object())
                    out.push_back(relayed_place(each));
            co_return out;
        }
        co_return std::unexpected(among_->cut_off() ? node_cut_off() : queue_not_heard());
    }

private:
    const std::unique_ptr<nodes::node>& among_; // made later
    const phones& known_;
    phone_queue& here_; // the same
};

} // namespace

phone_queue::dependencies
server::implementation::queue_surroundings(const asio::any_io_executor& home)
{
    return {.home = home,
            .known = known,
            .in_use =
                [this](const known_phone& phone) {
                    const auto told = loads.lock();
                    return sender.queue_depth(phone.id) > 0 || agents.active_session(phone.id) ||
                           (told && told->elsewhere(phone.id).in_use());
                },
            .stands = [this](const account& who) { return owners.standing_of(who).has_value(); },
            .accounts = [this] { return owners.size(); },
            .limits = options.limits.waiting,
            .on_end =
                [this](std::string_view outcome, phone_queue::clock::duration waited) {
                    meter.phone_given(outcome, waited);
                },
            .others = waiting_elsewhere.get(),
            .on_use = [this](const std::string& phone_id) { note_load(phone_id); }};
}

std::unique_ptr<phone_queue::elsewhere> server::implementation::queue_elsewhere()
{
    if (!options.transport)
        return nullptr;
    return std::make_unique<other_queues>(among_nodes, known, waiting);
}

void server::implementation::note_load(const std::string& phone_id)
{
    if (const auto told = loads.lock())
        told->note(phone_id);
}

asio::awaitable<std::optional<nodes::relayed_queue::turn>>
server::implementation::wait_for_other(json what, http::caller& from)
{
    auto read = read_queue_request(what);
    if (!read)
        co_return nodes::relayed_queue::turn{
            .outcome = {{"failure", failure_to_relay(read.error())}}};
    auto got = co_await waiting.take_here(std::move(*read), from);
    if (!got)
        co_return std::nullopt;
    if (!*got)
        co_return nodes::relayed_queue::turn{
            .outcome = {{"failure", failure_to_relay(got->error())}}};
    co_return nodes::relayed_queue::turn{.outcome = {{"phone", (*got)->phone->id}},
                                         .held = std::move((*got)->held)};
}

json server::implementation::places_for_other(const std::string& account_id,
                                              std::int64_t most) const
{
    auto out = json::array();
    for (const auto& each :
         waiting.places_here(account_id, static_cast<std::size_t>(std::max<std::int64_t>(most, 0))))
        out.push_back(place_to_relay(each));
    return out;
}

} // namespace thimble::service
