#include "daemon/doctor/service_check.hpp"

#include "async/exception_text.hpp"
#include "daemon/uplink/http_exchange.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

using known_identity = std::expected<std::optional<identity>, std::string>;

finding fine(std::string name, std::string message)
{
    return {.name = std::move(name), .message = std::move(message), .remedy = {}, .code = {}};
}

finding amiss(std::string name, std::string message, std::string remedy)
{
    return {.name = std::move(name),
            .ok = false,
            .message = std::move(message),
            .remedy = std::move(remedy),
            .code = {}};
}

/// `command` enrols it for the first time.
std::string how_to_enroll_anew(const std::string& command)
{
    return fmt::format("Run: {} --force", command);
}

finding check_enrolment(const service_address& service,
                        const std::string& command,
                        const known_identity& who)
{
    if (!who)
        return amiss("enrolment", who.error() + ".", how_to_enroll_anew(command));
    if (!*who)
        return amiss("enrolment", "This desktop has not enrolled with " + service.url() + ".",
                     "Run: " + command);
    if ((*who)->service != service.url())
        return amiss("enrolment",
                     fmt::format("This desktop has enrolled with {}, not with {}.", (*who)->service,
                                 service.url()),
                     how_to_enroll_anew(command));
    return fine("enrolment", fmt::format("This desktop has enrolled with {1} as {0}.",
                                         (*who)->desktop_id, service.url()));
}

asio::awaitable<finding> check_way(connector& over)
{
    const auto connected = co_await over.connect();
    if (!connected)
        co_return amiss("service", connected.error().message,
                        std::string(remedy_for(connected.error().step)));
    const auto& by = over.proxy();
    const auto through =
        by ? fmt::format(" through the proxy {}", service::http::place_of(*by)) : "";
    co_return fine("service",
                   fmt::format("{} is reached{}{}.", over.service().url(), through,
                               connected->encrypted() ? ", and its certificate is trusted" : ""));
}

/// Check that the token would open a link, without opening one.
asio::awaitable<finding> check_token(connector& over, std::string token, const std::string& command)
{
    constexpr unsigned upgrade_required = 426;
    constexpr unsigned unauthorized = 401;
    constexpr unsigned forbidden = 403;
    http_question what{.target = "/v1/link", .bearer = std::move(token)};
    const auto reply = co_await exchange(over, std::move(what));
    if (!reply)
        co_return amiss("token", reply.error().message,
                        std::string(remedy_for(reply.error().step)));
    if (reply->status == upgrade_required)
        co_return fine("token", "The service knows this desktop.");
    if (reply->status == unauthorized || reply->status == forbidden)
        co_return amiss("token", "The service does not know this desktop, or not any more.",
                        how_to_enroll_anew(command));
    co_return amiss("token",
                    fmt::format("The service answers {} where desktops link.", reply->status),
                    std::string(remedy_for(connect_step::answer)));
}

asio::awaitable<void>
look(connector& over, const identity* who, const std::string& command, findings& found)
{
    auto way = co_await check_way(over);
    const bool reached = way.ok;
    found.push_back(std::move(way));
    if (reached && who != nullptr)
        found.push_back(co_await check_token(over, who->token, command));
}

} // namespace

std::optional<service_address> service_of(const connection_settings& settings,
                                          const known_identity& who)
{
    if (settings.service)
        return settings.service;
    if (!who || !*who)
        return std::nullopt;
    auto address = parse_service_address((*who)->service);
    return address ? std::optional(std::move(*address)) : std::nullopt;
}

findings check_service(const service_address& service,
                       const options& given,
                       const known_identity& who,
                       const service::environment& variables)
{
    const auto command = enroll_command(given, service);
    findings found{check_enrolment(service, command, who)};
    const auto way = way_to(service, given.connection, variables);
    if (!way) {
        found.push_back(
            amiss("service", way.error(), std::string(remedy_for(connect_step::proxy))));
        return found;
    }
    asio::io_context context(1);
    const auto over = connector::make(context.get_executor(), *way);
    if (!over) {
        found.push_back(
            amiss("service", over.error(), "Name another file with --ca-file, or none."));
        return found;
    }
    const bool enrolled = found.front().ok;
    asio::co_spawn(context, look(**over, enrolled ? &**who : nullptr, command, found),
                   async::rethrow);
    context.run();
    return found;
}

} // namespace thimble::daemon
