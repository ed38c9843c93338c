#include "tests/models/scripted_model/script.hpp"

#include <stdexcept>

namespace thimble::scripted_model {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using std::chrono::milliseconds;

/// An object of the script whose members are taken one by one; what is left at the end is unknown.
class members {
public:
    members(ordered_json from, std::string name) : rest_(std::move(from)), name_(std::move(name))
    {
        if (!rest_.is_object())
            throw std::invalid_argument(name_ + " must be an object");
    }

    template <class Value>
    void take(const char* name, Value& to)
    {
        if (const auto found = rest_.find(name); found != rest_.end()) {
            to = found->get<Value>();
            rest_.erase(found);
        }
    }

    std::optional<ordered_json> take(const char* name)
    {
        const auto found = rest_.find(name);
        if (found == rest_.end())
            return std::nullopt;
        auto out = *found;
        rest_.erase(found);
        return out;
    }

    milliseconds take_time(const char* name)
    {
        std::int64_t count = 0;
        take(name, count);
        return milliseconds(count);
    }

    void end() const
    {
        if (!rest_.empty())
            throw std::invalid_argument(name_ + " has no member " + rest_.begin().key());
    }

private:
    ordered_json rest_;
    std::string name_;
};

scripted_use read_use(const ordered_json& from)
{
    scripted_use out;
    members all(from, "a tool use");
    all.take("id", out.id);
    all.take("name", out.name);
    if (const auto arguments = all.take("arguments"))
        out.arguments = arguments->dump();
    all.take("raw_arguments", out.arguments);
    all.end();
    return out;
}

scripted_usage read_usage(const ordered_json& from)
{
    scripted_usage out;
    members all(from, "usage");
    all.take("input", out.input);
    all.take("cache_read", out.cache_read);
    all.take("cache_written", out.cache_written);
    all.take("output", out.output);
    all.end();
    return out;
}

scripted_error read_error(const ordered_json& from)
{
    scripted_error out;
    members all(from, "an error");
    all.take("status", out.status);
    all.take("type", out.type);
    all.take("message", out.message);
    all.take("retry_after", out.retry_after);
    all.end();
    return out;
}

/// Each character below U+0100 stands for the byte of its number.
std::string bytes_of(const std::string& characters)
{
    std::string out;
    for (std::size_t at = 0; at < characters.size(); ++at) {
        const auto lead = static_cast<unsigned char>(characters[at]);
        if (lead < 0x80) {
            out += characters[at];
            continue;
        }
        if ((lead != 0xC2 && lead != 0xC3) || at + 1 == characters.size())
            throw std::invalid_argument("raw has a character beyond U+00FF");
        const auto low = static_cast<unsigned char>(characters[++at]) & 0x3FU;
        out += static_cast<char>(((lead & 0x03U) << 6U) | low);
    }
    return out;
}

template <class Value>
void take_optional(members& from, const char* name, std::optional<Value>& to)
{
    if (const auto found = from.take(name))
        to = found->get<Value>();
}

turn read_turn(const ordered_json& from)
{
    turn out;
    members all(from, "a turn");
    all.take("thinking", out.thinking);
    all.take("text", out.text);
    all.take("stop", out.stop);
    all.take("piece", out.piece);
    out.delay = all.take_time("delay_ms");
    out.pause = all.take_time("pause_ms");
    take_optional(all, "cut_after", out.cut_after);
    take_optional(all, "stall_after", out.stall_after);
    if (const auto uses = all.take("tool_uses"))
        for (const auto& each : *uses)
            out.tool_uses.push_back(read_use(each));
    if (const auto usage = all.take("usage"))
        out.usage = read_usage(*usage);
    if (const auto refusal = all.take("http"))
        out.http = read_error(*refusal);
    if (const auto error = all.take("error"))
        out.error = read_error(*error);
    if (const auto raw = all.take("raw"))
        out.raw = bytes_of(raw->get<std::string>());
    all.end();
    return out;
}

std::vector<turn> read_turns(const ordered_json& from)
{
    std::vector<turn> out;
    for (const auto& each : from)
        out.push_back(read_turn(each));
    if (out.empty())
        throw std::invalid_argument("turns must not be empty");
    return out;
}

conversation read_conversation(const ordered_json& from)
{
    conversation out;
    members all(from, "a conversation");
    std::string order = "arrival";
    all.take("when", out.when);
    all.take("repeat_last", out.repeat_last);
    all.take("order", order);
    if (order != "arrival" && order != "history")
        throw std::invalid_argument("order must be arrival or history");
    out.by_history = order == "history";
    out.turns = read_turns(all.take("turns").value_or(ordered_json::array()));
    all.end();
    return out;
}

script read_script(const ordered_json& from)
{
    script out;
    members all(from, "the script");
    all.take("key", out.key);
    if (const auto conversations = all.take("conversations"))
        for (const auto& each : *conversations)
            out.conversations.push_back(read_conversation(each));
    if (const auto turns = all.take("turns"))
        out.conversations.push_back({.turns = read_turns(*turns)});
    if (out.conversations.empty())
        throw std::invalid_argument("the script says neither conversations nor turns");
    all.end();
    return out;
}

} // namespace

std::expected<script, std::string> parse_script(std::string_view text)
{
    try {
        return read_script(ordered_json::parse(text));
    } catch (const std::exception& wrong) {
        return std::unexpected(wrong.what());
    }
}

} // namespace thimble::scripted_model
