#include "virtualphone/wda/typing.hpp"

#include "virtualphone/wda/arguments.hpp"

#include <algorithm>

namespace thimble::virtualphone::wda {

namespace {

/// The items of a list joined, or the string itself.
std::expected<std::string, refusal> joined_keys(const nlohmann::json& body)
{
    const auto value = body.find("value");
    if (value == body.end() || !value->is_array())
        return text_argument(body, "value");
    std::string text;
    for (const auto& item : *value) {
        if (!item.is_string()) {
            return std::unexpected(
                refusal{errors::invalid_argument, "Every item of 'value' must be a string"});
        }
        text += item.get_ref<const std::string&>();
    }
    return text;
}

/// Characters are UTF-8 sequences here.
double character_count(const std::string& text)
{
    return static_cast<double>(std::ranges::count_if(
        text, [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; }));
}

} // namespace

boost::asio::awaitable<answer> type_text(automation& agent, const nlohmann::json& body)
{
    const auto text = joined_keys(body);
    if (!text)
        co_return failure(text.error());
    constexpr double fastest = 1000; // characters a second
    const auto frequency =
        number_argument(body, "frequency", 1, fastest, agent.options().typing_frequency());
    if (!frequency)
        co_return failure(frequency.error());
    const std::chrono::duration<double> length(character_count(*text) / *frequency);
    if (length > longest_event)
        co_return failure(errors::invalid_argument, "The text takes more than 5 minutes to type");
    if (!agent.os().type(*text, agent.present())) {
        co_return failure(errors::invalid_element_state,
                          "The on-screen keyboard must be present to send keys");
    }
    co_await agent.sleep(length);
    co_return success();
}

} // namespace thimble::virtualphone::wda
