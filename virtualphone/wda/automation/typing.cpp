#include "virtualphone/wda/automation/typing.hpp"

#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"

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
    for (const auto& item : *value) // what is no string is described
        text += item.is_string() ? item.get<std::string>() : item.dump();
    return text;
}

bool begins_character(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
}

/// Characters are UTF-8 sequences here.
double character_count(const std::string& text)
{
    return static_cast<double>(std::ranges::count_if(text, begins_character));
}

std::string first_half_of(const std::string& text)
{
    auto end = text.begin() + static_cast<std::ptrdiff_t>(text.size() / 2);
    end = std::find_if(end, text.end(), begins_character);
    return {text.begin(), end};
}

/// Characters a second; 0 stands for the setting.
std::expected<double, refusal> typing_frequency(const nlohmann::json& body, double otherwise)
{
    constexpr double fastest = 1e6;
    auto given = cast_number(body, "frequency", 0, fastest);
    if (given && *given < 1)
        given = otherwise;
    return given;
}

} // namespace

boost::asio::awaitable<answer> type_text(automation& agent, const nlohmann::json& body)
{
    const auto text = joined_keys(body);
    if (!text)
        co_return failure(text.error());
    const auto frequency = typing_frequency(body, agent.options().typing_frequency());
    if (!frequency)
        co_return failure(frequency.error());
    const std::chrono::duration<double> length(character_count(*text) / *frequency);
    if (length > longest_event)
        co_return failure(errors::invalid_argument, "The text takes more than 5 minutes to type");
    if (agent.device().faults.take("wda.keys")) {
        agent.os().type(first_half_of(*text), agent.present());
        co_await agent.sleep(length / 2);
        co_return failure(errors::invalid_element_state,
                          printed_error("com.apple.dt.xctest.automation-support.error", 8,
                                        "Failed to synthesize event: Timed out while "
                                        "synthesizing event"));
    }
    // The runner does not look for a keyboard first: without a focused field the text is lost.
    agent.os().type(*text, agent.present());
    co_await agent.sleep(length);
    co_return success();
}

} // namespace thimble::virtualphone::wda
