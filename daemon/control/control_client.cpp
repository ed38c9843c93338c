#include "daemon/control/control_client.hpp"

#include "contract/url_check.hpp"

#include <spdlog/fmt/fmt.h>

namespace thimble::daemon {

namespace {

/// "phones/UDID/", or nothing for the only phone.
std::string path_of_phone(const std::optional<std::string>& phone)
{
    return phone ? "phones/" + service::percent_encoded(*phone) + "/" : std::string();
}

} // namespace

using nlohmann::ordered_json;
using service::http::local_request;
using service::http::make_local_request;
using verb = boost::beast::http::verb;

local_request status_request()
{
    return make_local_request(verb::get, "/local/v1/status", {});
}

local_request sign_in_request()
{
    return make_local_request(verb::post, "/local/v1/sign-in-links", {});
}

local_request phones_request()
{
    return make_local_request(verb::get, "/local/v1/phones", {});
}

local_request action_request(const std::string& name,
                             const std::optional<std::string>& phone,
                             const nlohmann::json& fields)
{
    return make_local_request(verb::post, "/local/v1/" + path_of_phone(phone) + name,
                              fields.dump());
}

local_request runner_request(const std::string& what, const std::optional<std::string>& phone)
{
    return make_local_request(verb::post, "/local/v1/" + path_of_phone(phone) + "runner/" + what,
                              {});
}

std::expected<control_answer, std::string> ask_control(const std::filesystem::path& socket,
                                                       const local_request& what,
                                                       std::chrono::milliseconds limit)
{
    const auto fail = [&](std::string_view why) {
        return std::unexpected(
            fmt::format("The thimbled at {} does not answer: {}.", socket.string(), why));
    };
    auto answer = service::http::ask_local(socket, what, limit);
    if (!answer)
        return fail(answer.error().why);
    const auto beside = answer->find(record_header);
    control_answer out;
    out.record = beside == answer->end() ? ordered_json::parse(answer->body(), nullptr, false)
                                         : ordered_json::parse(beside->value(), nullptr, false);
    if (!out.record.is_object())
        return fail("what it says makes no sense");
    if (beside != answer->end())
        out.picture = std::move(answer->body());
    return out;
}

} // namespace thimble::daemon
