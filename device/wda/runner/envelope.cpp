#include "device/wda/runner/envelope.hpp"

#include "device/text_limit.hpp"

#include <algorithm>

namespace thimble::device::wda {
namespace {

constexpr int deepest_answer = 32;
constexpr std::size_t longest_error = 64;     // bytes
constexpr std::size_t longest_message = 1500; // bytes: iOS puts the reason behind its descriptions

/// Anything deeper than we ever read is left out.
nlohmann::json parse_limited(const std::string& text)
{
    const auto shallow = [](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
        return depth <= deepest_answer;
    };
    return nlohmann::json::parse(text, shallow, false);
}

failure malformed(const response& answer)
{
    return {.what = problem::refused,
            .phone = reached::perhaps,
            .message = "WebDriverAgent's answer is not what it should be (HTTP " +
                       std::to_string(answer.status) + ").",
            .cause = "malformed_answer"};
}

/// WDA's own refusals come before it acts on anything; after any other error nobody can say. It
/// looks for the session before the command, and says so in these words. In others it answers,
/// from 16.7.3 on, the commands under way of a session that is ended: those may have been done.
reached reached_by(const std::string& error, const std::string& message)
{
    const bool unknown_session =
        error == "invalid session id" && message == "Session does not exist";
    return unknown_session || error == "invalid argument" || error == "unknown command"
               ? reached::nothing
               : reached::perhaps;
}

} // namespace

result<envelope> parse_envelope(const response& answer)
{
    auto body = parse_limited(answer.body);
    if (!body.is_object() || !body.contains("value"))
        return std::unexpected(malformed(answer));
    if (answer.status == 200)
        return envelope{.value = std::move(body["value"]),
                        .session_id = string_member(body, "sessionId")};
    const auto& value = body["value"];
    const auto error = cut_text(string_member(value, "error"), longest_error);
    const auto message = cut_text(string_member(value, "message"), longest_message);
    if (error.empty())
        return std::unexpected(malformed(answer));
    return std::unexpected(failure{.what = problem::refused,
                                   .phone = reached_by(error, message),
                                   .message = "WebDriverAgent refused (" + error + "): " + message,
                                   .cause = error});
}

result<envelope> parse_envelope(const result<response>& answer)
{
    if (!answer)
        return std::unexpected(answer.error());
    return parse_envelope(*answer);
}

const nlohmann::json* member(const nlohmann::json& object, std::string_view name)
{
    if (!object.is_object())
        return nullptr;
    const auto found = object.find(name);
    return found == object.end() ? nullptr : &*found;
}

std::string string_member(const nlohmann::json& object, std::string_view name)
{
    const auto* found = member(object, name);
    const auto* text = found == nullptr ? nullptr : found->get_ptr<const std::string*>();
    return text == nullptr ? std::string() : *text;
}

} // namespace thimble::device::wda
