#include "mcp/modern_listening.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

constexpr std::size_t most_uri_bytes = 2048;

/// Changes that a client wants to hear of, as far as they are offered.
struct wishes {
    bool tools = false;
    bool prompts = false;
    bool resources = false;
    std::set<std::string> uris;
};

json to_json(const wishes& what)
{
    json out = json::object();
    if (what.tools)
        out["toolsListChanged"] = true;
    if (what.prompts)
        out["promptsListChanged"] = true;
    if (what.resources)
        out["resourcesListChanged"] = true;
    if (!what.uris.empty())
        out["resourceSubscriptions"] = what.uris;
    return out;
}

std::expected<bool, error> wish_of(const json& filter, const char* name)
{
    const auto found = filter.find(name);
    if (found == filter.end())
        return false;
    if (!found->is_boolean())
        return std::unexpected(invalid_params("\"" + std::string(name) + "\" is true or false"));
    return found->get<bool>();
}

std::expected<std::set<std::string>, error> uris_of(const json& filter, std::size_t most)
{
    std::set<std::string> out;
    const auto found = filter.find("resourceSubscriptions");
    if (found == filter.end())
        return out;
    if (!found->is_array() || found->size() > most)
        return std::unexpected(invalid_params("\"resourceSubscriptions\" is an array of at most " +
                                              std::to_string(most) + " addresses"));
    for (const auto& each : *found) {
        if (!each.is_string() || each.get_ref<const std::string&>().size() > most_uri_bytes)
            return std::unexpected(invalid_params("An address is a string"));
        out.insert(each.get<std::string>());
    }
    return out;
}

std::expected<wishes, error> read_wishes(const json& params, const server_parts& parts)
{
    const auto filter = params.find("notifications");
    if (filter == params.end() || !filter->is_object())
        return std::unexpected(invalid_params("\"notifications\" is an object"));
    const auto offered = parts.offers.offers();
    wishes out;
    for (const auto& [name, wish, has] :
         {std::tuple("toolsListChanged", &wishes::tools, offered.tools_change),
          std::tuple("promptsListChanged", &wishes::prompts, offered.prompts_change),
          std::tuple("resourcesListChanged", &wishes::resources, offered.resources_change)}) {
        const auto asked = wish_of(*filter, name);
        if (!asked)
            return std::unexpected(asked.error());
        out.*wish = *asked && has;
    }
    auto uris = uris_of(*filter, parts.settings.watched_resources);
    if (!uris)
        return std::unexpected(std::move(uris.error()));
    if (offered.resource_updates)
        out.uris = std::move(*uris);
    return out;
}

/// Passes on to the stream what was wished for.
class stream_listener : public change_listener {
public:
    stream_listener(wishes wanted, json id, std::string account, std::shared_ptr<outlet> to)
        : wanted_(std::move(wanted)), id_(std::move(id)), account_(std::move(account)),
          to_(std::move(to))
    {
        say("notifications/subscriptions/acknowledged", {{"notifications", to_json(wanted_)}});
    }

    void hear(const change& what) override
    {
        if (!wants(what))
            return;
        json params = json::object();
        if (what.what == change::kind::resource)
            params["uri"] = what.uri;
        say(notification_of(what), std::move(params));
    }

private:
    bool wants(const change& what) const
    {
        if (!what.account.empty() && what.account != account_)
            return false;
        switch (what.what) {
        case change::kind::tools:
            return wanted_.tools;
        case change::kind::prompts:
            return wanted_.prompts;
        case change::kind::resources:
            return wanted_.resources;
        case change::kind::resource:
            break;
        }
        return wanted_.uris.contains(what.uri);
    }

    void say(std::string_view method, json params)
    {
        params["_meta"] = {{meta::subscription_id, id_}};
        to_->say(to_notification(method, std::move(params)));
    }

    wishes wanted_;
    json id_;
    std::string account_;
    std::shared_ptr<outlet> to_;
};

/// One of an account's subscriptions, for as long as it lives.
class subscription_place {
public:
    subscription_place(std::map<std::string, std::size_t>& all, std::string account)
        : all_(all), account_(std::move(account))
    {
        ++all_[account_];
    }
    subscription_place(const subscription_place&) = delete;
    subscription_place& operator=(const subscription_place&) = delete;
    ~subscription_place()
    {
        if (const auto found = all_.find(account_); --found->second == 0)
            all_.erase(found);
    }

private:
    std::map<std::string, std::size_t>& all_;
    std::string account_;
};

} // namespace

asio::awaitable<outcome<json>>
listen(server_parts& parts, const request& what, const principal& who, std::shared_ptr<outlet> to)
{
    auto wanted = read_wishes(what.params, parts);
    if (!wanted)
        co_return std::unexpected(halt(std::move(wanted.error())));
    if (const auto open = parts.subscriptions.find(who.id);
        open != parts.subscriptions.end() && open->second >= parts.settings.subscriptions)
        co_return std::unexpected(halt(error{.message = "Too many subscriptions are open"}));
    const subscription_place place(parts.subscriptions, who.id);
    const auto id = to_json(what.id);
    stream_listener listener(std::move(*wanted), id, who.id, std::move(to));
    const changes::listening guard(parts.told, listener);
    while (!parts.closed)
        co_await parts.closing.wait();
    co_return json{
        {"resultType", "complete"},
        {"_meta", {{meta::subscription_id, id}, {meta::server_info, server_info(parts.settings)}}}};
}

} // namespace thimble::mcp
