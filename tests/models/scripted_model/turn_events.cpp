#include "tests/models/scripted_model/turn_events.hpp"

#include <algorithm>

namespace thimble::scripted_model {

namespace {

using nlohmann::ordered_json;

/// In pieces of a few characters, as models send them; a character stays whole.
std::vector<std::string> pieces_of(const std::string& text)
{
    constexpr std::size_t size = 12;
    std::vector<std::string> out;
    for (std::size_t at = 0; at < text.size();) {
        auto end = std::min(at + size, text.size());
        while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80)
            ++end;
        out.push_back(text.substr(at, end - at));
        at = end;
    }
    return out;
}

std::string id_of(const scripted_use& use, std::size_t at, std::string_view prefix)
{
    return use.id.empty() ? std::string(prefix) + std::to_string(at + 1) : use.id;
}

class anthropic_events {
public:
    std::vector<std::string> of(const turn& what, std::string_view model)
    {
        begin(what, model);
        if (!what.thinking.empty()) {
            block({{"type", "thinking"}, {"thinking", ""}}, "thinking_delta", "thinking",
                  what.thinking);
        }
        if (!what.text.empty())
            block({{"type", "text"}, {"text", ""}}, "text_delta", "text", what.text);
        for (std::size_t at = 0; at < what.tool_uses.size(); ++at) {
            const auto& use = what.tool_uses[at];
            block({{"type", "tool_use"},
                   {"id", id_of(use, at, "toolu_")},
                   {"name", use.name},
                   {"input", ordered_json::object()}},
                  "input_json_delta", "partial_json", use.arguments);
        }
        if (what.error)
            add(ordered_json::parse(error_body(*what.error, format::anthropic)));
        else
            end(what);
        return std::move(out_);
    }

private:
    void add(const ordered_json& data)
    {
        out_.push_back("event: " + data.at("type").get<std::string>() + "\ndata: " + data.dump() +
                       "\n\n");
    }

    void begin(const turn& what, std::string_view model)
    {
        add({{"type", "message_start"},
             {"message",
              {{"id", "msg_1"},
               {"type", "message"},
               {"role", "assistant"},
               {"model", model},
               {"content", ordered_json::array()},
               {"stop_reason", nullptr},
               {"usage",
                {{"input_tokens", what.usage.input},
                 {"cache_creation_input_tokens", what.usage.cache_written},
                 {"cache_read_input_tokens", what.usage.cache_read},
                 {"output_tokens", 1}}}}}});
        add({{"type", "ping"}});
    }

    void
    block(const ordered_json& head, const char* kind, const char* member, const std::string& text)
    {
        add({{"type", "content_block_start"}, {"index", index_}, {"content_block", head}});
        for (const auto& piece : pieces_of(text))
            add({{"type", "content_block_delta"},
                 {"index", index_},
                 {"delta", {{"type", kind}, {member, piece}}}});
        if (head.at("type") == "thinking")
            add({{"type", "content_block_delta"},
                 {"index", index_},
                 {"delta", {{"type", "signature_delta"}, {"signature", "c2lnbmVk"}}}});
        add({{"type", "content_block_stop"}, {"index", index_++}});
    }

    void end(const turn& what)
    {
        const auto* const usual = what.tool_uses.empty() ? "end_turn" : "tool_use";
        const auto stop = what.stop.empty() ? std::string(usual) : what.stop;
        add({{"type", "message_delta"},
             {"delta", {{"stop_reason", stop}, {"stop_sequence", nullptr}}},
             {"usage", {{"output_tokens", what.usage.output}}}});
        add({{"type", "message_stop"}});
    }

    std::vector<std::string> out_;
    int index_ = 0;
};

class openai_events {
public:
    std::vector<std::string> of(const turn& what, std::string_view model)
    {
        model_ = model;
        chunk({{"role", "assistant"}, {"content", ""}});
        for (const auto& piece : pieces_of(what.thinking))
            chunk({{"reasoning_content", piece}});
        for (const auto& piece : pieces_of(what.text))
            chunk({{"content", piece}});
        for (std::size_t at = 0; at < what.tool_uses.size(); ++at)
            call(what.tool_uses[at], at);
        if (what.error)
            out_.push_back("data: " + error_body(*what.error, format::openai) + "\n\n");
        else
            end(what);
        return std::move(out_);
    }

private:
    void add(ordered_json choices, ordered_json usage)
    {
        const ordered_json data{{"id", "chatcmpl-1"},
                                {"object", "chat.completion.chunk"},
                                {"model", model_},
                                {"choices", std::move(choices)},
                                {"usage", std::move(usage)}};
        out_.push_back("data: " + data.dump() + "\n\n");
    }

    void chunk(ordered_json delta, ordered_json finish = nullptr)
    {
        add(ordered_json::array({{{"index", 0},
                                  {"delta", std::move(delta)},
                                  {"finish_reason", std::move(finish)}}}),
            nullptr);
    }

    void call(const scripted_use& use, std::size_t at)
    {
        chunk({{"tool_calls",
                ordered_json::array({{{"index", at},
                                      {"id", id_of(use, at, "call_")},
                                      {"type", "function"},
                                      {"function", {{"name", use.name}, {"arguments", ""}}}}})}});
        for (const auto& piece : pieces_of(use.arguments))
            chunk({{"tool_calls",
                    ordered_json::array({{{"index", at}, {"function", {{"arguments", piece}}}}})}});
    }

    void end(const turn& what)
    {
        const auto* const usual = what.tool_uses.empty() ? "stop" : "tool_calls";
        chunk(ordered_json::object(), what.stop.empty() ? std::string(usual) : what.stop);
        const auto& used = what.usage;
        const auto all = used.input + used.cache_read + used.cache_written;
        add(ordered_json::array(),
            {{"prompt_tokens", all},
             {"completion_tokens", used.output},
             {"total_tokens", all + used.output},
             {"prompt_tokens_details", {{"cached_tokens", used.cache_read}}}});
        out_.emplace_back("data: [DONE]\n\n");
    }

    std::string model_;
    std::vector<std::string> out_;
};

} // namespace

std::vector<std::string> events_of(const turn& what, format as, std::string_view model)
{
    if (what.raw)
        return {*what.raw};
    return as == format::anthropic ? anthropic_events().of(what, model)
                                   : openai_events().of(what, model);
}

std::string error_body(const scripted_error& what, format as)
{
    ordered_json error{{"type", what.type}, {"message", what.message}};
    if (as == format::anthropic)
        return ordered_json{{"type", "error"}, {"error", std::move(error)}}.dump();
    error["code"] = nullptr;
    return ordered_json{{"error", std::move(error)}}.dump();
}

} // namespace thimble::scripted_model
