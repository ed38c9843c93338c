// Replies in the format of Anthropic's Messages API.
#include "link/strict_json.hpp"
#include "models/wire_format.hpp"
#include "text/json_member.hpp"

namespace thimble::service::models {

namespace {

using nlohmann::json;
using taken = std::expected<void, model_failure>;

/// The object under `name`, else an empty one.
const json& object_in(const json& record, std::string_view name)
{
    static const json none = json::object();
    const auto found = record.find(name);
    return found != record.end() && found->is_object() ? *found : none;
}

stop_reason anthropic_stop_reason(const std::string& word)
{
    if (word == "end_turn" || word == "stop_sequence")
        return stop_reason::end_of_turn;
    if (word == "tool_use")
        return stop_reason::tool_use;
    if (word == "max_tokens")
        return stop_reason::max_tokens;
    return word == "refusal" ? stop_reason::refusal : stop_reason::other;
}

class anthropic_reader : public reply_reader {
public:
    taken take(const server_sent_event& event, const delta_listener& tell) override;
    bool complete() const override { return complete_; }
    token_usage usage() const override { return reply_.usage; }
    std::expected<reply, model_failure> finish() override;

private:
    /// A content block, as the provider calls it; those of kinds unknown here are passed over.
    struct block {
        part what;
        bool known = true;
        bool open = true;
        std::string whole_input = {}; // of a tool use that came in one piece
    };

    taken begin_block(const json& event, const delta_listener& tell);
    taken continue_block(const json& event, const delta_listener& tell);
    taken end_block(const json& event);
    taken end_message(const json& event);
    block* open_block(const json& event);
    void add(block& to, const json& piece, const delta_listener& tell);
    void count(const json& usage);

    std::vector<block> blocks_;
    std::size_t uses_ = 0;
    reply reply_;
    bool begun_ = false;
    bool stopped_ = false; // it was said why
    bool complete_ = false;
};

taken anthropic_reader::take(const server_sent_event& event, const delta_listener& tell)
{
    const auto read = link::parse_json(event.data);
    if (!read || !read->is_object())
        return std::unexpected(malformed("sends an event that is no JSON object"));
    const auto type = member<std::string>(*read, "type");
    if (type == "error")
        return std::unexpected(failure_of(0, read_provider_error(*read)));
    if (complete_)
        return std::unexpected(malformed("goes on after the end of a reply"));
    if (type == "message_start") {
        if (std::exchange(begun_, true))
            return std::unexpected(malformed("begins a reply twice"));
        count(object_in(object_in(*read, "message"), "usage"));
    }
    if (type == "content_block_start")
        return begin_block(*read, tell);
    if (type == "content_block_delta")
        return continue_block(*read, tell);
    if (type == "content_block_stop")
        return end_block(*read);
    if (type == "message_delta")
        return end_message(*read);
    complete_ = type == "message_stop";
    return {}; // pings, and what may come to be
}

taken anthropic_reader::begin_block(const json& event, const delta_listener& tell)
{
    const auto& what = object_in(event, "content_block");
    const auto type = member<std::string>(what, "type");
    if (!begun_ || find_member<std::size_t>(event, "index") != blocks_.size() ||
        blocks_.size() == most_parts)
        return std::unexpected(malformed("begins a part of a reply out of order"));
    auto& made = blocks_.emplace_back();
    if (type == "text") {
        made.what = std::string();
        add(made, {{"text", member<std::string>(what, "text")}}, tell);
    } else if (type == "thinking") {
        made.what = thought{.signature = member<std::string>(what, "signature")};
        add(made, {{"thinking", member<std::string>(what, "thinking")}}, tell);
    } else if (type == "redacted_thinking") {
        made.what = thought{.signature = member<std::string>(what, "data"), .hidden = true};
    } else if (type == "tool_use") {
        tool_use use{.id = member<std::string>(what, "id"),
                     .name = member<std::string>(what, "name")};
        tell({.what = delta::kind::tool_name, .text = use.name, .tool_use = uses_++});
        made.what = std::move(use);
        made.whole_input = object_in(what, "input").dump();
    } else {
        made.known = false;
    }
    return {};
}

taken anthropic_reader::continue_block(const json& event, const delta_listener& tell)
{
    auto* const to = open_block(event);
    if (to == nullptr)
        return std::unexpected(malformed("goes on with a part of a reply that has not begun"));
    if (to->known)
        add(*to, object_in(event, "delta"), tell);
    return {};
}

void anthropic_reader::add(block& to, const json& piece, const delta_listener& tell)
{
    delta news;
    std::string said;
    if (auto* text = std::get_if<std::string>(&to.what)) {
        said = member<std::string>(piece, "text");
        *text += said;
    } else if (auto* thoughts = std::get_if<thought>(&to.what)) {
        said = member<std::string>(piece, "thinking");
        thoughts->text += said;
        thoughts->signature += member<std::string>(piece, "signature");
        news.what = delta::kind::thinking;
    } else if (auto* use = std::get_if<tool_use>(&to.what)) {
        said = member<std::string>(piece, "partial_json");
        use->arguments += said;
        news.what = delta::kind::arguments;
        news.tool_use = uses_ - 1;
    }
    news.text = said;
    if (!said.empty())
        tell(news);
}

taken anthropic_reader::end_block(const json& event)
{
    auto* const ended = open_block(event);
    if (ended == nullptr)
        return std::unexpected(malformed("ends a part of a reply that has not begun"));
    ended->open = false;
    if (auto* use = std::get_if<tool_use>(&ended->what); use != nullptr && use->arguments.empty())
        use->arguments = ended->whole_input;
    return {};
}

taken anthropic_reader::end_message(const json& event)
{
    if (!begun_)
        return std::unexpected(malformed("ends a reply that has not begun"));
    if (auto why = find_member<std::string>(object_in(event, "delta"), "stop_reason")) {
        stopped_ = true;
        reply_.stopped = anthropic_stop_reason(*why);
    }
    count(object_in(event, "usage"));
    return {};
}

anthropic_reader::block* anthropic_reader::open_block(const json& event)
{
    const auto index = find_member<std::size_t>(event, "index");
    if (!index || *index >= blocks_.size() || !blocks_[*index].open)
        return nullptr;
    return &blocks_[*index];
}

/// The counts of the end are those of the whole; what they leave out has been said at the
/// beginning.
void anthropic_reader::count(const json& usage)
{
    auto& sum = reply_.usage;
    sum.input = token_count(usage, "input_tokens", sum.input);
    sum.cache_read = token_count(usage, "cache_read_input_tokens", sum.cache_read);
    sum.cache_written = token_count(usage, "cache_creation_input_tokens", sum.cache_written);
    sum.output = token_count(usage, "output_tokens", sum.output);
    sum.told = sum.told || usage.contains("input_tokens");
}

std::expected<reply, model_failure> anthropic_reader::finish()
{
    if (!complete_)
        return std::unexpected(broken_off());
    if (!begun_ || !stopped_)
        return std::unexpected(malformed("ends a reply without saying why"));
    for (auto& each : blocks_) {
        if (each.open)
            return std::unexpected(malformed("leaves a part of a reply without its end"));
        if (each.known)
            reply_.parts.push_back(std::move(each.what));
    }
    return std::move(reply_);
}

} // namespace

std::unique_ptr<reply_reader> anthropic_format::make_reader() const
{
    return std::make_unique<anthropic_reader>();
}

} // namespace thimble::service::models
