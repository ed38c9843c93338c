// Keys of a hardware keyboard, raw HID events, and Siri.
#include "virtualphone/wda/protocol/arguments.hpp"
#include "virtualphone/wda/protocol/cast_arguments.hpp"
#include "virtualphone/wda/routes/route.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using boost::asio::awaitable;
using boost::beast::http::verb;
using nlohmann::json;

constexpr int first_ios_with_strokes = 17;
constexpr int consumer_page = 12;
constexpr int keyboard_page = 7;
constexpr double highest_usage = 0xFFFF;
constexpr milliseconds between_keys{16};

int major_version(std::string_view version)
{
    int major = 0;
    std::from_chars(version.data(), version.data() + version.size(), major);
    return major;
}

/// The keys that XCTest knows by name rather than by what they type.
std::optional<std::uint32_t> usage_of_name(std::string_view name)
{
    using named = std::pair<std::string_view, std::uint32_t>;
    static constexpr std::array known{
        named{"XCUIKeyboardKeyReturn", 0x28},    named{"XCUIKeyboardKeyEnter", 0x58},
        named{"XCUIKeyboardKeyEscape", 0x29},    named{"XCUIKeyboardKeyDelete", 0x2A},
        named{"XCUIKeyboardKeyTab", 0x2B},       named{"XCUIKeyboardKeySpace", 0x2C},
        named{"XCUIKeyboardKeyHome", 0x4A},      named{"XCUIKeyboardKeyPageUp", 0x4B},
        named{"XCUIKeyboardKeyEnd", 0x4D},       named{"XCUIKeyboardKeyForwardDelete", 0x4C},
        named{"XCUIKeyboardKeyPageDown", 0x4E},  named{"XCUIKeyboardKeyRightArrow", 0x4F},
        named{"XCUIKeyboardKeyLeftArrow", 0x50}, named{"XCUIKeyboardKeyDownArrow", 0x51},
        named{"XCUIKeyboardKeyUpArrow", 0x52},
    };
    const auto* const found = std::ranges::find(known, name, &named::first);
    return found == known.end() ? std::nullopt : std::optional(found->second);
}

/// Characters on the keys of a US keyboard, from a usage on.
std::optional<std::uint32_t> usage_of_character(std::string_view text)
{
    using keys = std::pair<std::uint32_t, std::string_view>;
    static constexpr std::array rows{keys{0x04, "abcdefghijklmnopqrstuvwxyz1234567890"},
                                     keys{0x2C, " -=[]\\"}, keys{0x33, ";'`,./"}};
    if (text.size() != 1)
        return std::nullopt;
    for (const auto& [first, characters] : rows)
        if (const auto at = characters.find(text.front()); at != characters.npos)
            return first + static_cast<std::uint32_t>(at);
    return std::nullopt;
}

/// XCTest: 2 shift, 4 control, 8 option, 16 command.
std::uint32_t boot_modifiers(std::uint32_t flags)
{
    std::uint32_t bits = 0;
    bits |= (flags & 4U) != 0 ? 1U : 0U;
    bits |= (flags & 2U) != 0 ? 2U : 0U;
    bits |= (flags & 8U) != 0 ? 4U : 0U;
    bits |= (flags & 16U) != 0 ? 8U : 0U;
    return bits;
}

std::unexpected<refusal> ill_formed(std::string message)
{
    return std::unexpected(refusal{errors::invalid_argument, std::move(message)});
}

/// One of "keys" as it was sent.
struct key_item {
    std::string key;
    std::uint32_t modifiers = 0;
    bool may_be_name = true;
};

std::expected<key_item, refusal> read_key_item(const json& item, const runner_profile& agent)
{
    if (item.is_string())
        return key_item{.key = item.get<std::string>()};
    if (!item.is_object())
        return ill_formed("All items of the 'keys' array must be either dictionaries or strings");
    const auto key = item.find("key");
    if (key == item.end() || !key->is_string())
        return ill_formed("All dictionaries of 'keys' array must have the 'key' item of type "
                          "string");
    const auto flags = item.find("modifierFlags");
    const bool given = flags != item.end() && flags->is_number_unsigned();
    return key_item{.key = key->get<std::string>(),
                    .modifiers = given ? boot_modifiers(flags->get<std::uint32_t>()) : 0,
                    .may_be_name = agent.key_names_with_modifiers};
}

std::optional<std::uint32_t> usage_of(const key_item& item)
{
    const auto named = item.may_be_name ? usage_of_name(item.key) : std::nullopt;
    return named ? named : usage_of_character(item.key);
}

/// On an iPhone, XCTest takes a key and does nothing; on an iPad it presses the key, and refuses a
/// text that names none.
awaitable<std::expected<void, refusal>> press_key(automation& agent, key_item item)
{
    if (agent.os().hardware().kind != idiom::pad)
        co_return std::expected<void, refusal>();
    const auto usage = usage_of(item);
    if (!usage)
        co_return std::unexpected(
            refusal{errors::unknown_error, "typeKey: '" + item.key + "' is not a key"});
    agent.os().key(*usage, item.modifiers, true, agent.present());
    co_await agent.sleep(between_keys);
    agent.os().key(*usage, item.modifiers, false, agent.present());
    co_return std::expected<void, refusal>();
}

/// The keys before a wrong one have been pressed when it is refused.
awaitable<answer> press_keys(automation& agent, const request& asked)
{
    if (major_version(agent.os().ios().version) < first_ios_with_strokes)
        co_return failure(errors::unsupported_operation,
                          "typeKey API is only supported since Xcode15 and iPadOS 17");
    const auto items = asked.body.find("keys");
    if (items == asked.body.end() || !items->is_array())
        co_return failure(errors::invalid_argument, "The 'keys' argument must be an array");
    for (const auto& each : *items) {
        auto item = read_key_item(each, agent.device().agent);
        if (!item)
            co_return failure(item.error());
        if (const auto pressed = co_await press_key(agent, *std::move(item)); !pressed)
            co_return failure(pressed.error());
    }
    co_return success();
}

/// Buttons have usages on the consumer page.
std::optional<hardware_button> button_of(std::uint32_t usage)
{
    switch (usage) {
    case 0x40:
        return hardware_button::home;
    case 0x30:
        return hardware_button::lock;
    case 0xE9:
        return hardware_button::volume_up;
    case 0xEA:
        return hardware_button::volume_down;
    default:
        return std::nullopt;
    }
}

awaitable<answer> perform_hid_event(automation& agent, const request& asked)
{
    const auto page = cast_number(asked.body, "page", 0, highest_usage);
    const auto usage = cast_number(asked.body, "usage", 0, highest_usage);
    const auto held = cast_seconds(asked.body, "duration");
    if (!page || !usage || !held)
        co_return failure(!page ? page.error() : !usage ? usage.error() : held.error());
    const auto code = static_cast<std::uint32_t>(*usage);
    const auto button = *page == consumer_page ? button_of(code) : std::nullopt;
    if (button)
        agent.os().press(*button, *held, agent.present());
    if (*page == keyboard_page)
        agent.os().key(code, 0, true, agent.present());
    co_await agent.sleep(*held);
    if (*page == keyboard_page)
        agent.os().key(code, 0, false, agent.present());
    co_return success();
}

answer activate_siri(automation& agent, const request& asked)
{
    const auto words = text_argument(asked.body, "text");
    if (!words)
        return failure(words.error());
    if (words->empty())
        agent.os().press(hardware_button::siri, milliseconds{0}, agent.present());
    else
        agent.os().ask_siri(*words, agent.present());
    return success();
}

} // namespace

std::span<const route> key_routes()
{
    using enum session_form;
    static constexpr std::array table{
        route{verb::post, "/wda/element/0/keyboardinput", required, press_keys},
        route{verb::post, "/wda/performiohidevent", required, perform_hid_event},
        route{verb::post, "/wda/siri/activate", required, activate_siri},
    };
    return table;
}

} // namespace thimble::virtualphone::wda
