#include "virtualphone/wda/protocol/answer.hpp"

#include "virtualphone/wda/protocol/apple_json.hpp"

#include <utility>

namespace thimble::virtualphone::wda {

answer success(nlohmann::json value)
{
    answer result;
    result.value = std::move(value);
    return result;
}

answer failure(const refusal& why)
{
    answer result;
    result.status = why.kind.status;
    result.value = {{"error", why.kind.code}, {"message", why.message}, {"traceback", ""}};
    return result;
}

answer failure(const error_kind& kind, std::string message)
{
    return failure(refusal{kind, std::move(message)});
}

std::string printed_error(std::string_view domain, int code, std::string_view message)
{
    std::string text = "Error Domain=";
    text.append(domain).append(" Code=").append(std::to_string(code));
    text.append(" \"").append(message).append("\" UserInfo={NSLocalizedDescription=");
    text.append(message).append("}");
    return text;
}

std::string body_text(const answer& what, const std::optional<std::string>& session)
{
    if (what.plain)
        return what.plain->text;
    constexpr int inside_the_envelope = 1;
    std::string text = "{\n  \"value\" : ";
    text += what.value_text ? *what.value_text : apple_json(what.value, inside_the_envelope);
    text += ",\n  \"sessionId\" : ";
    text += session ? apple_json(*session) : "null";
    text += "\n}";
    return text;
}

} // namespace thimble::virtualphone::wda
