#include "mcp/session.hpp"

#include "mcp/legacy_call.hpp"
#include "mcp/methods.hpp"

#include <ranges>
#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

constexpr std::size_t most_watched_uri_bytes = 2048;

std::unexpected<halt> refuse(error why)
{
    return std::unexpected(halt(std::move(why)));
}

} // namespace

session::session(server_parts& parts, principal who, client_facts client)
    : parts_(parts), who_(std::move(who)), client_(std::move(client)), listening_(parts.told, *this)
{
}

void session::take(request what, std::shared_ptr<outlet> to)
{
    std::optional<error> why;
    if (running_.contains(what.id))
        why = invalid_request("The id is that of a request under way");
    else if (running_.size() >= parts_.settings.requests)
        why = error{.message = "Too many requests are under way"};
    if (why)
        return to->finish(to_response(what.id, *why), &*why);
    const auto handle = parts_.running.next_handle();
    running_[what.id] = handle;
    parts_.running.begin(handle, who_, answer(shared_from_this(), std::move(what), std::move(to)));
}

void session::take(const notification& what)
{
    if (what.method != "notifications/cancelled")
        return; // the others say nothing that matters here
    const auto id = what.params.find("requestId");
    const auto which = id == what.params.end() ? std::nullopt : to_request_id(*id);
    if (const auto found = which ? running_.find(*which) : running_.end(); found != running_.end())
        parts_.running.cancel(found->second);
}

void session::take(reply what)
{
    const auto found = questions_.find(what.id);
    if (found == questions_.end())
        return;
    found->second->answer = std::move(what);
    found->second->answered.notify_all();
}

void session::end()
{
    for (const auto handle : running_ | std::views::values)
        parts_.running.cancel(handle);
}

/// Holds the session from before it begins, since nobody else may do so by then.
asio::awaitable<void>
session::answer(std::shared_ptr<session> self, request what, std::shared_ptr<outlet> to)
{
    struct until_answered {
        session& of;
        request_id id;
        ~until_answered() { of.running_.erase(id); }
    };
    {
        const until_answered mark{*self, what.id};
        co_await answer_with(self->parts_, what.id, to, self->dispatch(what, *to));
    }
}

asio::awaitable<outcome<json>> session::dispatch(const request& what, outlet& to)
{
    const auto offered = parts_.offers.offers();
    if (what.method == "ping")
        co_return json::object();
    if (what.method == "logging/setLevel" && offered.logging)
        co_return set_level(what.params);
    if (what.method == "resources/subscribe" && offered.resource_updates)
        co_return watch(what.params, true);
    if (what.method == "resources/unsubscribe" && offered.resource_updates)
        co_return watch(what.params, false);
    if (what.method == "initialize")
        co_return refuse(invalid_request("The session has begun already"));
    if (!is_catalogue_method(what.method, offered))
        co_return refuse(method_not_found(what.method));
    co_return co_await use_catalogue(what, to);
}

asio::awaitable<outcome<json>> session::use_catalogue(const request& what, outlet& to)
{
    legacy_call of(*this, client_, what, to);
    auto got =
        co_await perform(what.method, what.params,
                         {.from = parts_.offers, .of = of, .page_size = parts_.settings.page_size});
    if (!got)
        co_return std::unexpected(std::move(got.error()));
    co_return std::move(got->body);
}

outcome<json> session::set_level(const json& params)
{
    const auto given = params.find("level");
    const auto* text = given == params.end() ? nullptr : given->get_ptr<const json::string_t*>();
    const auto level = text == nullptr ? std::nullopt : to_log_level(*text);
    if (!level)
        return refuse(invalid_params("\"level\" is a level of logging"));
    least_logged_ = *level;
    return json::object();
}

outcome<json> session::watch(const json& params, bool from_now_on)
{
    const auto given = params.find("uri");
    const auto* uri = given == params.end() ? nullptr : given->get_ptr<const json::string_t*>();
    if (uri == nullptr || uri->size() > most_watched_uri_bytes)
        return refuse(invalid_params("\"uri\" is the address of a resource"));
    if (!from_now_on)
        watched_.erase(*uri);
    else if (watched_.contains(*uri) || watched_.size() < parts_.settings.watched_resources)
        watched_.insert(*uri);
    else
        return refuse(error{.message = "Too many resources are watched"});
    return json::object();
}

void session::hear(const change& what)
{
    const auto to = general_.lock();
    if (!to || (!what.account.empty() && what.account != who_.id))
        return;
    json params = json::object();
    if (what.what == change::kind::resource) {
        if (!watched_.contains(what.uri))
            return;
        params["uri"] = what.uri;
    }
    to->say(to_notification(notification_of(what), std::move(params)));
}

asio::awaitable<std::expected<json, error>> session::ask_client(question what, outlet& by)
{
    const request_id id = "thimble-" + std::to_string(++asked_);
    const auto deadline = std::chrono::steady_clock::now() + parts_.settings.answer_time;
    open_question open(deadline, parts_);
    struct until_heard {
        session& of;
        const request_id& id;
        ~until_heard() { of.questions_.erase(id); }
    };
    const until_heard mark{*this, id};
    questions_[id] = &open;
    by.say(to_request(id, what.method, what.params));
    while (!open.answer && std::chrono::steady_clock::now() < deadline)
        co_await open.answered.wait();
    if (!open.answer) {
        by.say(to_notification("notifications/cancelled", {{"requestId", to_json(id)}}));
        co_return std::unexpected(error{.message = "The client has not answered in time"});
    }
    if (!open.answer->outcome)
        co_return std::unexpected(open.answer->outcome.error());
    if (!is_answer_to(what, *open.answer->outcome))
        co_return std::unexpected(error{.message = "The client's answer is not valid"});
    co_return std::move(*open.answer->outcome);
}

std::expected<opened_session, error>
open_session(server_parts& parts, const request& what, principal who)
{
    const auto version = what.params.find("protocolVersion");
    const auto capabilities = what.params.find("capabilities");
    const auto info = what.params.find("clientInfo");
    if (version == what.params.end() || !version->is_string())
        return std::unexpected(invalid_params("\"protocolVersion\" is a string"));
    if (capabilities == what.params.end() || !capabilities->is_object())
        return std::unexpected(invalid_params("\"capabilities\" is an object"));
    if (info == what.params.end() || !info->is_object())
        return std::unexpected(invalid_params("\"clientInfo\" is an object"));
    const auto speaks = negotiate(version->get_ref<const std::string&>());
    json result{{"protocolVersion", to_string(speaks)},
                {"capabilities", capabilities_of(parts.offers.offers(), speaks)},
                {"serverInfo", server_info(parts.settings)}};
    if (!parts.settings.instructions.empty())
        result["instructions"] = parts.settings.instructions;
    auto made = std::make_shared<session>(
        parts, std::move(who),
        client_facts{.speaks = speaks, .capabilities = *capabilities, .info = *info});
    return opened_session{.which = std::move(made),
                          .answer = to_response(what.id, std::move(result))};
}

} // namespace thimble::mcp
