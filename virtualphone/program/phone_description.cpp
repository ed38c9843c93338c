#include "virtualphone/program/phone_description.hpp"

#include "virtualphone/program/choice.hpp"
#include "virtualphone/program/stream_description.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>
#include <set>

namespace thimble::virtualphone {
namespace {

using outcome = std::expected<void, std::string>;
using setter = outcome (*)(phone_description&, std::string_view);

constexpr std::string_view default_ios = "18.5";
constexpr std::size_t longest_name = 64;
constexpr std::size_t longest_passcode = 64;
constexpr std::size_t longest_bundle_id = 155;

template <class Item>
std::string names_of(std::span<const Item> items, std::string_view Item::* name)
{
    std::string names;
    for (const Item& item : items)
        names += (names.empty() ? "" : ", ") + std::string(item.*name);
    return names;
}

/// There is one, so that nobody needs to know its generation.
std::string_view name_of_the_pad()
{
    const auto found = std::ranges::find(models(), idiom::pad, &model::kind);
    return found == models().end() ? "" : found->name;
}

outcome set_model(phone_description& what, std::string_view text)
{
    what.hardware = find_model(text == "iPad" ? name_of_the_pad() : text);
    if (!what.hardware)
        return std::unexpected(fmt::format("'{}' is no model known here; there are: {}", text,
                                           names_of(models(), &model::name)));
    return {};
}

outcome set_ios(phone_description& what, std::string_view text)
{
    what.ios = find_ios_profile(text);
    if (!what.ios)
        return std::unexpected(fmt::format("'{}' is no iOS known here; there are: {}", text,
                                           names_of(ios_profiles(), &ios_profile::version)));
    return {};
}

outcome set_name(phone_description& what, std::string_view text)
{
    if (text.empty() || text.size() > longest_name)
        return std::unexpected(fmt::format("must have 1 to {} bytes", longest_name));
    what.name = text;
    return {};
}

bool all_hex(std::string_view text)
{
    return std::ranges::all_of(text, [](unsigned char c) { return std::isxdigit(c) != 0; });
}

outcome set_udid(phone_description& what, std::string_view text)
{
    const bool old = text.size() == 40 && all_hex(text);
    const bool dashed = text.size() == 25 && text[8] == '-' && all_hex(text.substr(0, 8)) &&
                        all_hex(text.substr(9));
    if (!old && !dashed)
        return std::unexpected("must be 40 hex digits, or 8, a hyphen and 16");
    what.udid = text;
    return {};
}

outcome set_passcode(phone_description& what, std::string_view text)
{
    if (text.size() < 4 || text.size() > longest_passcode)
        return std::unexpected(fmt::format("must have 4 to {} characters", longest_passcode));
    what.passcode = text;
    return {};
}

outcome set_locked(phone_description& what, std::string_view text)
{
    return choose(what.locked, text, {{"true", true}, {"false", false}});
}

outcome set_trust(phone_description& what, std::string_view text)
{
    return choose(what.trust, text, {{"ask", trust::ask}, {"yes", trust::yes}, {"no", trust::no}});
}

outcome set_runner(phone_description& what, std::string_view text)
{
    constexpr std::string_view absent = "absent";
    what.runner_installed = text != absent;
    return choose(what.runner, text,
                  {{"running", runner::running},
                   {"dead", runner::dead},
                   {"hung", runner::hung},
                   {"zombie", runner::zombie},
                   {absent, runner::dead}});
}

outcome set_wda(phone_description& what, std::string_view text)
{
    const auto* const found = wda::find_runner_profile(text);
    if (found == nullptr)
        return std::unexpected(
            fmt::format("'{}' is no WebDriverAgent known here; there are: {}, latest", text,
                        names_of(wda::runner_profiles(), &wda::runner_profile::version)));
    what.agent = *found;
    return {};
}

outcome set_runner_id(phone_description& what, std::string_view text)
{
    const bool allowed = std::ranges::all_of(
        text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '-'; });
    if (!allowed || text.empty() || text.size() > longest_bundle_id)
        return std::unexpected(fmt::format("must be a bundle id: 1 to {} letters, digits, dots and "
                                           "hyphens",
                                           longest_bundle_id));
    what.runner_id = text;
    return {};
}

outcome set_developer_mode(phone_description& what, std::string_view text)
{
    return choose(what.developer_mode, text, {{"on", true}, {"off", false}});
}

outcome set_image(phone_description& what, std::string_view text)
{
    constexpr std::string_view of_xcode_27 = "xcode27";
    what.image_of_xcode_27 = text == of_xcode_27;
    return choose(what.developer_image, text,
                  {{"mounted", true}, {of_xcode_27, true}, {"none", false}});
}

outcome set_automation(phone_description& what, std::string_view text)
{
    return choose(
        what.automation, text,
        {{"on", ui_automation::on}, {"off", ui_automation::off}, {"asked", ui_automation::asked}});
}

outcome set_frameworks(phone_description& what, std::string_view text)
{
    return choose(what.runner_has_frameworks, text, {{"embedded", true}, {"removed", false}});
}

/// A phone from the box whose owner has given it a passcode.
outcome set_fresh(phone_description& what, std::string_view text)
{
    bool fresh = false;
    if (auto done = choose(fresh, text, {{"true", true}, {"false", false}}); !done || !fresh)
        return done;
    what.passcode = "123456";
    what.locked = true;
    what.trust = trust::ask;
    what.developer_mode = false;
    what.developer_image = false;
    what.runner = runner::dead;
    what.runner_installed = false;
    what.automation = ui_automation::asked;
    what.trusts_developers = false;
    return {};
}

/// Looks like a real one, and is the same at every start.
std::string made_udid(const model& hardware, std::size_t place)
{
    constexpr std::uint64_t first_chip = 0x0011'4C58'0A62'0026;
    const std::uint64_t chip = first_chip + place * 0x1'0000;
    if (hardware.dashed_udid)
        return fmt::format("{:08X}-{:016X}", hardware.chip_id, chip);
    return fmt::format("{:08x}{:016x}{:016x}", hardware.chip_id, chip, ~chip);
}

} // namespace

outcome describe(phone_description& what, std::string_view key, std::string_view text)
{
    static const std::map<std::string_view, setter> setters{
        {"model", set_model},
        {"ios", set_ios},
        {"name", set_name},
        {"udid", set_udid},
        {"passcode", set_passcode},
        {"locked", set_locked},
        {"trust", set_trust},
        {"runner", set_runner},
        {"developer_mode", set_developer_mode},
        {"image", set_image},
        {"wda", set_wda},
        {"runner_id", set_runner_id},
        {"automation", set_automation},
        {"frameworks", set_frameworks},
        {"fresh", set_fresh},
    };
    const auto found = setters.find(key);
    if (found == setters.end() && !describes_stream(key))
        return std::unexpected(fmt::format("a phone has no '{}'", key));
    auto done = found == setters.end() ? describe_stream(what.stream, key, text)
                                       : found->second(what, text);
    if (!done)
        return std::unexpected(fmt::format("{}: {}", key, done.error()));
    return {};
}

std::expected<phone_description, std::string> parse_phone(std::string_view text)
{
    phone_description what;
    std::string_view key = "model";
    while (true) {
        const std::size_t comma = std::min(text.find(','), text.size());
        std::string_view item = text.substr(0, comma);
        if (what.hardware) {
            const std::size_t equals = std::min(item.find('='), item.size());
            key = item.substr(0, equals);
            item.remove_prefix(std::min(equals + 1, item.size()));
            if ((key == "locked" || key == "fresh") && item.empty())
                item = "true";
        }
        if (const auto done = describe(what, key, item); !done)
            return std::unexpected(done.error());
        if (comma == text.size())
            return what;
        text.remove_prefix(comma + 1);
    }
}

outcome complete(std::vector<phone_description>& phones)
{
    std::set<std::string> udids;
    for (std::size_t place = 0; place < phones.size(); ++place) {
        phone_description& what = phones[place];
        if (!what.hardware)
            return std::unexpected("a phone needs a model");
        if (!what.ios)
            what.ios = find_ios_profile(default_ios);
        if (what.name.empty())
            what.name = what.hardware->name;
        if (what.udid.empty())
            what.udid = made_udid(*what.hardware, place);
        if (!udids.insert(what.udid).second)
            return std::unexpected("two phones have the UDID " + what.udid);
    }
    return {};
}

identity identity_of(const phone_description& what)
{
    identity who{what.udid, what.name, what.passcode, what.locked, what.runner_installed};
    if (!what.runner_id.empty())
        who.runner_id = what.runner_id;
    return who;
}

} // namespace thimble::virtualphone
