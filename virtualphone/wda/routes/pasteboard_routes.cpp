// The clipboard, which the runner touches itself and only while it is in front.
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <openssl/evp.h>

#include <array>
#include <memory>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;

const unsigned char* octets(const std::string& text)
{
    return reinterpret_cast<const unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
}

unsigned char* octets(std::string& text)
{
    return reinterpret_cast<unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
}

std::string encoded(const std::string& text)
{
    std::string out((text.size() + 2) / 3 * 4 + 1, '\0');
    out.resize(static_cast<std::size_t>(
        EVP_EncodeBlock(octets(out), octets(text), static_cast<int>(text.size()))));
    return out;
}

std::optional<std::string> decoded(const std::string& text)
{
    std::string out(text.size() / 4 * 3, '\0');
    const int length = text.size() % 4 == 0 ? EVP_DecodeBlock(octets(out), octets(text),
                                                              static_cast<int>(text.size()))
                                            : -1;
    if (length < 0)
        return std::nullopt;
    const auto padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
    out.resize(static_cast<std::size_t>(length) - padding);
    return out;
}

bool in_front(automation& agent)
{
    return agent.os().front_app() == agent.os().who().runner_id;
}

/// iOS says nothing when it ignores a program that is not in front.
answer set_pasteboard(automation& agent, const request& asked)
{
    const auto content = text_argument(asked.body, "content");
    if (!content)
        return failure(content.error());
    auto text = decoded(*content);
    if (!text)
        return failure(errors::invalid_argument, "Cannot decode the pasteboard content");
    if (in_front(agent))
        agent.os().copy(*std::move(text), agent.present());
    return success();
}

/// Allows the question whether the runner may paste, which it looks for again and again.
awaitable<void> allow_pasting(automation& agent, const std::optional<std::string>& pasted)
{
    constexpr milliseconds pause{2000};
    constexpr int most_looks = 15;
    for (int looks = 0; !pasted && looks < most_looks; ++looks) {
        co_await agent.sleep(pause);
        if (agent.os().alert())
            agent.os().answer_alert(agent.os().alert()->buttons.back(), agent.present());
    }
}

awaitable<answer> get_pasteboard(automation& agent, const request&)
{
    if (!in_front(agent) || agent.os().clipboard().empty())
        co_return success("");
    const auto pasted = std::make_shared<std::optional<std::string>>();
    agent.os().paste([pasted](const std::string& text) { *pasted = text; }, agent.present());
    co_await allow_pasting(agent, *pasted);
    co_return success(encoded(pasted->value_or("")));
}

} // namespace

std::span<const route> pasteboard_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/setpasteboard", either, set_pasteboard},
        route{verb::post, "/wda/getpasteboard", either, get_pasteboard},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
