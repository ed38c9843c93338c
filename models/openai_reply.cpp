// Replies as the chunks of chat completions.
#include "link/strict_json.hpp"
#include "models/wire_format.hpp"
#include "text/json_member.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::service::models {

namespace {

using nlohmann::json;
using progress = std::expected<void, model_failure>;

stop_reason openai_stop_reason(const std::string& word)
{
    if (word == "stop")
        return stop_reason::end_of_turn;
    if (word == "tool_calls" || word == "function_call")
        return stop_reason::tool_use;
    if (word == "length")
        return stop_reason::max_tokens;
    return word == "content_filter" ? stop_reason::refusal : stop_reason::other;
}

/// The member if it is of that type: many servers send null, and some leave it out.
const json* member_of_type(const json& record, std::string_view name, json::value_t type)
{
    const auto found = record.find(name);
    return found != record.end() && found->type() == type ? &*found : nullptr;
}

class openai_reader : public reply_reader {
public:
    progress take(const server_sent_event& event, const delta_listener& tell) override;
    bool complete() const override { return complete_; }
    token_usage usage() const override { return reply_.usage; }
    std::expected<reply, model_failure> finish() override;

private:
    progress take_choice(const json& choice, const delta_listener& tell);
    progress take_calls(const json& calls, const delta_listener& tell);
    progress take_call(const json& piece, const delta_listener& tell);
    std::expected<std::size_t, model_failure> use_of(const json& piece);
    void count(const json& usage);

    struct indexed_use {
        std::int64_t index = 0; // as the provider counts them
        tool_use use;
        bool named = false; // its name has been told
    };

    std::string text_;
    std::string thinking_;
    std::vector<indexed_use> uses_;
    reply reply_;
    bool stopped_ = false; // it was said why
    bool complete_ = false;
};

progress openai_reader::take(const server_sent_event& event, const delta_listener& tell)
{
    if (complete_)
        return std::unexpected(malformed("goes on after the end of a reply"));
    if (event.data == "[DONE]") {
        complete_ = true;
        return {};
    }
    const auto read = link::parse_json(event.data);
    if (!read || !read->is_object())
        return std::unexpected(malformed("sends an event that is no JSON object"));
    if (const auto error = read->find("error"); error != read->end() && !error->is_null())
        return std::unexpected(failure_of(0, read_provider_error(*read)));
    if (const auto* usage = member_of_type(*read, "usage", json::value_t::object))
        count(*usage);
    const auto* const choices = member_of_type(*read, "choices", json::value_t::array);
    if (choices == nullptr || choices->empty())
        return {};
    if (choices->size() > 1 || !choices->front().is_object())
        return std::unexpected(malformed("sends more than one reply"));
    return take_choice(choices->front(), tell);
}

progress openai_reader::take_choice(const json& choice, const delta_listener& tell)
{
    if (const auto why = find_member<std::string>(choice, "finish_reason")) {
        stopped_ = true;
        reply_.stopped = openai_stop_reason(*why);
    }
    const auto* const piece = member_of_type(choice, "delta", json::value_t::object);
    if (piece == nullptr)
        return {};
    const auto add = [&](std::string& to, const char* name, delta::kind what) {
        const auto said = member<std::string>(*piece, name);
        to += said;
        if (!said.empty())
            tell({.what = what, .text = said});
    };
    // Two names for the same: servers that show thoughts have not agreed on one.
    add(thinking_, piece->contains("reasoning_content") ? "reasoning_content" : "reasoning",
        delta::kind::thinking);
    add(text_, "content", delta::kind::text);
    add(text_, "refusal", delta::kind::text);
    const auto* const calls = member_of_type(*piece, "tool_calls", json::value_t::array);
    return calls == nullptr ? progress() : take_calls(*calls, tell);
}

progress openai_reader::take_calls(const json& calls, const delta_listener& tell)
{
    for (const auto& each : calls)
        if (auto went = take_call(each, tell); !went)
            return went;
    return {};
}

progress openai_reader::take_call(const json& piece, const delta_listener& tell)
{
    const auto at = use_of(piece);
    if (!at)
        return std::unexpected(at.error());
    auto& [index, use, named] = uses_[*at];
    const auto* const function = member_of_type(piece, "function", json::value_t::object);
    if (function == nullptr)
        return {};
    if (use.name.empty())
        use.name = member<std::string>(*function, "name");
    if (!named && !use.name.empty()) {
        named = true;
        tell({.what = delta::kind::tool_name, .text = use.name, .tool_use = *at});
    }
    const auto said = member<std::string>(*function, "arguments");
    use.arguments += said;
    if (!said.empty())
        tell({.what = delta::kind::arguments, .text = said, .tool_use = *at});
    return {};
}

/// Pieces of one call have its index; some servers send whole calls that all have the same one, or
/// none, and differ in their id.
std::expected<std::size_t, model_failure> openai_reader::use_of(const json& piece)
{
    if (!piece.is_object())
        return std::unexpected(malformed("sends a tool's use that is no object"));
    const auto id = member<std::string>(piece, "id");
    const auto last = uses_.empty() ? std::int64_t{0} : uses_.back().index;
    const auto index = member<std::int64_t>(piece, "index", last);
    for (std::size_t at = uses_.size(); at-- > 0;) {
        auto& [known, use, named] = uses_[at];
        if (known == index && (id.empty() || use.id.empty() || use.id == id)) {
            if (use.id.empty())
                use.id = id;
            return at;
        }
    }
    if (uses_.size() == most_parts)
        return std::unexpected(malformed("uses too many tools at once"));
    uses_.push_back({.index = index, .use = {.id = id, .name = {}, .arguments = {}}});
    return uses_.size() - 1;
}

/// The prompt's tokens include those that were cached.
void openai_reader::count(const json& usage)
{
    auto& sum = reply_.usage;
    const auto all = token_count(usage, "prompt_tokens", sum.input + sum.cache_read);
    if (const auto* more = member_of_type(usage, "prompt_tokens_details", json::value_t::object))
        sum.cache_read = std::min(token_count(*more, "cached_tokens", 0), all);
    sum.input = all - sum.cache_read;
    sum.output = token_count(usage, "completion_tokens", sum.output);
    sum.told = sum.told || usage.contains("prompt_tokens");
}

std::expected<reply, model_failure> openai_reader::finish()
{
    if (!stopped_) // [DONE] itself may be missing
        return std::unexpected(complete_ ? malformed("ends a reply without saying why")
                                         : broken_off());
    if (!thinking_.empty())
        reply_.parts.emplace_back(thought{.text = std::move(thinking_)});
    if (!text_.empty())
        reply_.parts.emplace_back(std::move(text_));
    for (std::size_t at = 0; at < uses_.size(); ++at) {
        auto& use = uses_[at].use;
        if (use.id.empty()) // results have to name it
            use.id = fmt::format("call_{}", at + 1);
        if (use.arguments.empty())
            use.arguments = "{}";
        reply_.parts.emplace_back(std::move(use));
    }
    if (!uses_.empty() && reply_.stopped == stop_reason::end_of_turn)
        reply_.stopped = stop_reason::tool_use; // which some servers do not tell apart
    return std::move(reply_);
}

} // namespace

std::unique_ptr<reply_reader> openai_format::make_reader() const
{
    return std::make_unique<openai_reader>();
}

} // namespace thimble::service::models
