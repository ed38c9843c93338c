// Requests of a host to lockdownd, a function each, named in handler_of(); those that pair are in
// pairing_requests.cpp. TLS begins and ends with the host's session.
#include "virtualphone/lockdown/lockdown_session.hpp"

#include "virtualphone/lockdown/tls_settings.hpp"
#include "virtualphone/services/service_connection.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/uuid/random_generator.hpp>
#include <boost/uuid/uuid_io.hpp>

#include <algorithm>
#include <cctype>

namespace thimble::virtualphone {
namespace {

namespace asio = boost::asio;

constexpr std::chrono::seconds session_idle_limit{10};
constexpr std::chrono::seconds stranger_idle_limit{60};

std::string new_session_id()
{
    std::string text = to_string(boost::uuids::random_generator()());
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

lockdown_session::outcome lockdown_session::done()
{
    return plist::value::object();
}

lockdown_session::lockdown_session(lockdown_state& state, stream connection)
    : state_(state), channel_(std::move(connection)), host_(channel_, state.device, "lockdown")
{
}

asio::awaitable<void> lockdown_session::run()
{
    while (!ended_)
        co_await serve_one();
}

lockdown_session::handler lockdown_session::handler_of(std::string_view request)
{
    static const std::map<std::string_view, handler> handlers{
        {"QueryType", &lockdown_session::query_type},
        {"GetValue", &lockdown_session::get_value},
        {"SetValue", &lockdown_session::set_value},
        {"RemoveValue", &lockdown_session::remove_value},
        {"Pair", &lockdown_session::pair},
        {"ValidatePair", &lockdown_session::validate_pair},
        {"Unpair", &lockdown_session::unpair},
        {"StartSession", &lockdown_session::start_session},
        {"StopSession", &lockdown_session::stop_session},
        {"StartService", &lockdown_session::start_service},
        {"Goodbye", &lockdown_session::goodbye},
    };
    const auto found = handlers.find(request);
    return found == handlers.end() ? nullptr : found->second;
}

asio::awaitable<void> lockdown_session::serve_one()
{
    const plist::value request =
        co_await host_.receive(in_session() ? session_idle_limit : stranger_idle_limit);
    state_.device.os.advance(state_.device.clock.now());
    const std::string name = plist::string_at(request, "Request").value_or("");
    const handler handle = handler_of(name);
    const bool was_in_session = in_session();
    const outcome result =
        handle ? (this->*handle)(request) : outcome(std::unexpected("InvalidRequest"));
    // The answer to StartSession still goes out plain, and that to StopSession encrypted.
    co_await send(name, result);
    if (!was_in_session && in_session())
        co_await channel_.start_tls(tls_);
    else if (was_in_session && !in_session())
        co_await channel_.stop_tls();
}

asio::awaitable<void> lockdown_session::send(const std::string& request, const outcome& result)
{
    plist::value answer = result ? *result : plist::value{{"Error", result.error()}};
    answer["Request"] = request;
    const plist::value refusal{{"Request", request}, {"Error", "InvalidResponse"}};
    co_await host_.send(answer, refusal);
}

lockdown_session::outcome lockdown_session::query_type(const plist::value&)
{
    return plist::value{{"Type", "com.apple.mobile.lockdown"}};
}

lockdown_session::outcome lockdown_session::get_value(const plist::value& request)
{
    const std::string domain = plist::string_at(request, "Domain").value_or("");
    const auto key = plist::string_at(request, "Key");
    auto value = state_.values.get(domain, key, in_session());
    if (!value)
        return std::unexpected(value.error());
    plist::value answer{{"Value", std::move(*value)}};
    if (key)
        answer["Key"] = *key;
    if (!domain.empty())
        answer["Domain"] = domain;
    return answer;
}

lockdown_session::outcome lockdown_session::set_value(const plist::value& request)
{
    const auto key = plist::string_at(request, "Key");
    const plist::value* value = plist::find(request, "Value");
    if (!key)
        return std::unexpected("MissingKey");
    if (!value)
        return std::unexpected("MissingValue");
    const std::string domain = plist::string_at(request, "Domain").value_or("");
    if (auto set = state_.values.set(domain, *key, *value, in_session()); !set)
        return std::unexpected(set.error());
    return done();
}

lockdown_session::outcome lockdown_session::remove_value(const plist::value& request)
{
    const auto key = plist::string_at(request, "Key");
    if (!key)
        return std::unexpected("MissingKey");
    const std::string domain = plist::string_at(request, "Domain").value_or("");
    if (auto removed = state_.values.remove(domain, *key, in_session()); !removed)
        return std::unexpected(removed.error());
    return done();
}

lockdown_session::outcome lockdown_session::start_session(const plist::value& request)
{
    const auto host_id = plist::string_at(request, "HostID");
    if (!host_id)
        return std::unexpected("MissingHostID");
    if (in_session())
        return std::unexpected("SessionActive");
    const trusted_host* host = state_.hosts.find(*host_id);
    if (!host || plist::string_at(request, "SystemBUID").value_or("") != host->system_buid)
        return std::unexpected("InvalidHostID");
    host_id_ = *host_id;
    tls_ = make_tls_settings(*host, state_.key.get());
    session_id_ = new_session_id();
    return plist::value{{"SessionID", session_id_}, {"EnableSessionSSL", true}};
}

lockdown_session::outcome lockdown_session::stop_session(const plist::value& request)
{
    const auto id = plist::string_at(request, "SessionID");
    if (!id)
        return std::unexpected("MissingSessionID");
    if (!in_session())
        return std::unexpected("SessionInactive");
    if (*id != session_id_)
        return std::unexpected("InvalidSessionID");
    session_id_.clear();
    return done();
}

lockdown_session::outcome lockdown_session::start_service(const plist::value& request)
{
    const auto name = plist::string_at(request, "Service");
    if (!name)
        return std::unexpected("MissingService");
    const service_entry* entry = find_service(state_.device, *name);
    if (!in_session() && !(entry && entry->for_strangers))
        return std::unexpected("SessionInactive");
    if (!entry)
        return std::unexpected("InvalidService");
    if (entry->needs_first_unlock && !state_.device.os.unlocked_since_boot())
        return std::unexpected("PasswordProtected");
    const bool secured = in_session();
    const trusted_host* host = secured ? state_.hosts.find(host_id_) : nullptr;
    if (secured && !host) // the phone has forgotten it since the session began
        return std::unexpected("InvalidHostID");
    const bool refused = state_.device.faults.take_refusal(entry->short_name);
    const std::uint16_t port =
        refused ? state_.ports.closed_port()
                : state_.ports.open(serve_connections_of(
                      *entry, state_.device, state_.services,
                      host ? make_tls_settings(*host, state_.key.get()) : nullptr));
    if (port == 0)
        return std::unexpected("ServiceLimit");
    return plist::value{{"Service", *name}, {"Port", port}, {"EnableServiceSSL", secured}};
}

lockdown_session::outcome lockdown_session::goodbye(const plist::value&)
{
    ended_ = true;
    return done();
}

} // namespace thimble::virtualphone
