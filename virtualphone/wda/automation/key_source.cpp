#include "virtualphone/wda/automation/key_source.hpp"

#include "virtualphone/wda/automation/action_item.hpp"
#include "virtualphone/wda/protocol/arguments.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

std::unexpected<refusal> refuse_keys(std::string message)
{
    return std::unexpected(refusal{errors::unknown_error, std::move(message)});
}

/// The standard's keys without a character of their own, in its private code points. Those that
/// type nothing (modifiers, arrows) are empty.
std::string typed_text(const std::string& value)
{
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> special{{
        {"\uE003", "\b"},
        {"\uE004", "\t"},
        {"\uE006", "\n"},
        {"\uE007", "\n"},
        {"\uE00D", " "},
    }};
    const auto* const found =
        std::ranges::find(special, value, &std::pair<std::string_view, std::string_view>::first);
    if (found != special.end())
        return std::string(found->second);
    const bool private_use = value.starts_with("\xEE\x80") || value.starts_with("\xEE\x81");
    return private_use ? std::string() : value;
}

class key_reader {
public:
    std::expected<void, refusal> read(const json& item)
    {
        const std::string type = item_type(item);
        if (type == "pause")
            return pause(item);
        if (type != "keyDown" && type != "keyUp")
            return refuse_keys("'" + type + "' is not an action of a keyboard");
        const auto value = item.find("value");
        if (value == item.end() || !value->is_string() ||
            value->get_ref<const std::string&>().empty())
            return refuse_keys("A key action needs a value that is not empty");
        return type == "keyDown" ? press(value->get<std::string>())
                                 : release(value->get<std::string>());
    }

    std::expected<event_record, refusal> finish() &&
    {
        if (!held_.empty())
            return refuse_keys("A keyDown has no keyUp");
        return event_record{std::move(steps_), clock_};
    }

private:
    std::expected<void, refusal> pause(const json& item)
    {
        const auto duration = item_duration(item);
        if (!duration)
            return std::unexpected(duration.error());
        clock_ += *duration;
        if (clock_ > longest_event)
            return refuse_keys("The actions take longer than 5 minutes");
        return {};
    }

    std::expected<void, refusal> press(const std::string& value)
    {
        held_.push_back(value);
        if (std::string text = typed_text(value); !text.empty())
            steps_.push_back({clock_, typing_step{std::move(text)}});
        return {};
    }

    std::expected<void, refusal> release(const std::string& value)
    {
        const auto found = std::ranges::find(held_, value);
        if (found == held_.end())
            return refuse_keys("A keyUp has no keyDown");
        held_.erase(found);
        return {};
    }

    std::vector<std::string> held_;
    std::vector<timed_step> steps_;
    milliseconds clock_{0};
};

} // namespace

std::expected<event_record, refusal> read_key_items(const json& items)
{
    key_reader reader;
    for (const json& item : items) {
        if (auto read = reader.read(item); !read)
            return std::unexpected(read.error());
    }
    return std::move(reader).finish();
}

} // namespace thimble::virtualphone::wda
