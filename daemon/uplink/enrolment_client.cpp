#include "daemon/uplink/enrolment_client.hpp"

#include "text/json_member.hpp"
#include "text/uuid.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::size_t longest_code = 32;
constexpr std::size_t longest_poll_token = 256;
constexpr std::int64_t shortest_interval = 1; // seconds
constexpr std::int64_t longest_interval = 60;
constexpr std::int64_t usual_interval = 5;

using offered = std::expected<enrolment_offer, connect_failure>;
using looked = std::expected<std::variant<enrolment_wait, identity>, connect_failure>;

connect_failure refusal_of(const connector& over, const http_reply& reply)
{
    return {.step = connect_step::answer,
            .message = fmt::format("{} refuses: {}", over.service().url(), reply.message())};
}

connect_failure nonsense_of(const connector& over)
{
    return {.step = connect_step::answer,
            .message = fmt::format("What {} says about the enrolment makes no sense. Is it a "
                                   "thimble-service of this version?",
                                   over.service().url())};
}

/// A code is printed on terminals, a token stands in a header.
bool is_word(std::string_view text, std::size_t longest)
{
    return !text.empty() && text.size() <= longest &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

std::optional<enrolment_offer> read_offer(const nlohmann::json& record)
{
    if (!record.is_object())
        return std::nullopt;
    enrolment_offer out{.id = service::member<std::string>(record, "id"),
                        .code = service::member<std::string>(record, "code"),
                        .poll_token = service::member<std::string>(record, "poll_token")};
    if (!service::is_uuid(out.id) || !is_word(out.code, longest_code) ||
        !is_word(out.poll_token, longest_poll_token))
        return std::nullopt;
    out.interval = std::chrono::seconds(
        std::clamp(service::member<std::int64_t>(record, "interval_s", usual_interval),
                   shortest_interval, longest_interval));
    return out;
}

std::optional<identity> read_approval(const nlohmann::json& record, const service_address& service)
{
    identity who{.service = service.url(),
                 .desktop_id = service::member<std::string>(record, "desktop_id"),
                 .token = service::member<std::string>(record, "token"),
                 .name = service::member<std::string>(record, "name")};
    if (!service::is_uuid(who.desktop_id) || !is_desktop_token(who.token))
        return std::nullopt;
    return who;
}

} // namespace

asio::awaitable<offered> enrolment_client::ask(std::string name)
{
    const nlohmann::json body{{"name", name}};
    const auto reply = co_await exchange(
        connector_, {.method = http_question::verb::post,
                     .target = "/v1/enrolments",
                     .body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)});
    if (!reply)
        co_return std::unexpected(reply.error());
    if (reply->status >= 400)
        co_return std::unexpected(refusal_of(connector_, *reply));
    auto offer = read_offer(reply->record);
    if (reply->status != 201 || !offer)
        co_return std::unexpected(nonsense_of(connector_));
    co_return std::move(*offer);
}

asio::awaitable<looked> enrolment_client::look(enrolment_offer at)
{
    const auto reply = co_await exchange(
        connector_, {.target = "/v1/enrolments/" + at.id, .bearer = at.poll_token});
    if (!reply)
        co_return std::unexpected(reply.error());
    if (reply->status == 404) // the service keeps none that has expired for ever
        co_return enrolment_wait::expired;
    if (reply->status >= 400)
        co_return std::unexpected(refusal_of(connector_, *reply));
    if (reply->status != 200 || !reply->record.is_object())
        co_return std::unexpected(nonsense_of(connector_));
    const auto status = service::member<std::string>(reply->record, "status");
    if (status == "pending")
        co_return enrolment_wait::pending;
    if (status == "expired")
        co_return enrolment_wait::expired;
    auto who = read_approval(reply->record, connector_.service());
    if (status != "approved" || !who)
        co_return std::unexpected(nonsense_of(connector_));
    co_return std::move(*who);
}

} // namespace thimble::daemon
