#include "service/sessions/event.hpp"

#include "text/enum_words.hpp"
#include "text/iso_time.hpp"
#include "text/utf8.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace thimble::service::sessions {

using nlohmann::json;
using nlohmann::ordered_json;

namespace {

std::size_t size_of(const json& data)
{
    return data.dump(-1, ' ', false, json::error_handler_t::replace).size();
}

/// Members with texts that the service makes itself: ids, addresses, states. To hide a part of one
/// that looks like a secret would break it, and tell whoever sees the gap what the secret is.
bool is_our_own(event_type type, std::string_view member)
{
    const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
        return std::ranges::find(names, member) != names.end();
    };
    switch (type) {
    case event_type::status:
        return member == "status";
    case event_type::screenshot:
        return is_one_of({"frame_id", "job_id", "url", "orientation"});
    case event_type::action:
        return is_one_of({"job_id", "action", "status"});
    case event_type::tool_result: // the id of a use is the model's
        return is_one_of({"job_id", "outcome"});
    default:
        return false;
    }
}

/// A copy in which every text, names of members included, is hidden where it has to be, and cut.
class copying {
public:
    copying(const text_filter& hide, std::size_t longest, std::size_t deepest)
        : hide_(hide), longest_(longest), deepest_(deepest)
    {
    }

    /// The data of an event, whose own members have names of ours.
    json data(event_type type, const json& from) const
    {
        if (!from.is_object())
            return {{"value", copy(from)}};
        auto out = json::object();
        for (const auto& [name, value] : from.items())
            out[name] = value.is_string() && is_our_own(type, name)
                            ? json(shortened(value.get<std::string>(), longest_))
                            : copy(value, 1);
        return out;
    }

private:
    json copy(const json& from, std::size_t depth = 0) const
    {
        if (from.is_string())
            return text(from.get_ref<const std::string&>());
        if (!from.is_structured())
            return from;
        if (depth >= deepest_)
            return "… (deeper than is kept)";
        if (from.is_array())
            return list(from, depth);
        return object(from, depth);
    }

    std::string text(std::string from) const
    {
        return filtered_beginning(std::move(from), hide_, longest_);
    }

    json list(const json& from, std::size_t depth) const
    {
        auto out = json::array();
        for (const auto& each : from)
            out.push_back(copy(each, depth + 1));
        return out;
    }

    json object(const json& from, std::size_t depth) const
    {
        auto out = json::object();
        for (const auto& [name, value] : from.items())
            out[text(name)] = copy(value, depth + 1);
        return out;
    }

    const text_filter& hide_;
    std::size_t longest_;
    std::size_t deepest_;
};

/// The longest secret, twice: there may be something between its characters.
constexpr std::size_t filtered_beyond = 8192;

std::string with_mark(std::string text, std::size_t left_out)
{
    return text + "… (" + std::to_string(left_out) + " bytes more)";
}

} // namespace

std::string_view to_string(event_type value)
{
    return enum_word(value);
}

std::optional<event_type> parse_event_type(std::string_view text)
{
    return parse_enum_word<event_type>(text);
}

ordered_json event_record(const event& what)
{
    ordered_json record;
    record["index"] = what.index;
    record["type"] = to_string(what.type);
    record["ts"] = iso_time(what.at);
    record["data"] = what.data;
    return record;
}

json event_data(
    event_type type, json from, std::uint64_t turn, const text_filter& hide, const event_size& most)
{
    auto out = copying(hide, most.text, most.depth).data(type, from);
    out["turn"] = turn;
    const auto size = size_of(out);
    if (size <= most.event)
        return out;
    return {{"turn", turn}, {"cut", "… (" + std::to_string(size) + " bytes)"}};
}

std::string filtered_beginning(std::string text, const text_filter& hide, std::size_t most)
{
    const auto searched = whole_characters(text, most + filtered_beyond);
    const auto unsearched = text.size() - searched;
    text.resize(searched);
    if (hide)
        text = hide(std::move(text));
    if (unsearched == 0)
        return shortened(std::move(text), most);
    // The end may be the beginning of a secret, which the filter could not see whole.
    const auto sure = text.size() - std::min(text.size(), filtered_beyond);
    const auto end = whole_characters(text, std::min(most, sure));
    const auto left_out = text.size() - end + unsearched;
    text.resize(end);
    return with_mark(std::move(text), left_out);
}

std::string shortened(std::string text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    const auto end = whole_characters(text, most);
    const auto left_out = text.size() - end;
    text.resize(end);
    return with_mark(std::move(text), left_out);
}

} // namespace thimble::service::sessions
