#include "tests/models/recorded_reply.hpp"

#include <algorithm>

namespace thimble::service::models::test {

namespace {

std::string words_of(const delta& news)
{
    const auto said = std::string(news.text);
    switch (news.what) {
    case delta::kind::text:
        return "text: " + said;
    case delta::kind::thinking:
        return "thinking: " + said;
    case delta::kind::tool_name:
        return "tool_name " + std::to_string(news.tool_use) + ": " + said;
    case delta::kind::arguments:
        return "arguments " + std::to_string(news.tool_use) + ": " + said;
    }
    return "";
}

} // namespace

heard hear(const wire_format& format, std::string_view stream, std::size_t piece)
{
    heard out;
    const auto tell = [&out](const delta& news) { out.deltas.push_back(words_of(news)); };
    event_stream events;
    const auto reader = format.make_reader();
    const auto size = piece == 0 ? std::max<std::size_t>(stream.size(), 1) : piece;
    for (std::size_t at = 0; at < stream.size(); at += size) {
        const auto came = events.take(stream.substr(at, size));
        if (!came) {
            out.answer = std::unexpected(malformed(came.error()));
            return out;
        }
        for (const auto& each : *came)
            if (auto taken = reader->take(each, tell); !taken) {
                out.answer = std::unexpected(taken.error());
                return out;
            }
    }
    out.answer = reader->finish();
    return out;
}

const std::string_view anthropic_stream =
    R"(event: message_start
data: {"type":"message_start","message":{"id":"msg_01","type":"message","role":"assistant","model":"claude-x","content":[],"stop_reason":null,"usage":{"input_tokens":1200,"cache_creation_input_tokens":300,"cache_read_input_tokens":4000,"output_tokens":2}}}

event: content_block_start
data: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}

event: ping
data: {"type":"ping"}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"The button is blue."}}

event: content_block_delta
data: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}

event: content_block_stop
data: {"type":"content_block_stop","index":0}

event: content_block_start
data: {"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"I tap \"Größe\""}}

event: content_block_delta
data: {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":" now."}}

event: content_block_stop
data: {"type":"content_block_stop","index":1}

event: content_block_start
data: {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"toolu_7","name":"tap","input":{}}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":""}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"x\": 31"}}

event: content_block_delta
data: {"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"0, \"y\": 600}"}}

event: content_block_stop
data: {"type":"content_block_stop","index":2}

event: message_delta
data: {"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"output_tokens":89}}

event: message_stop
data: {"type":"message_stop"}

)";

const std::string_view openai_stream =
    R"(: a comment that keeps the connection open

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"I tap \"Größe\""},"finish_reason":null}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":" now."},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"call_a","type":"function","function":{"name":"tap","arguments":""}}]},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"x\": 31"}}]},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"call_b","type":"function","function":{"name":"wait","arguments":"{}"}}]},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"0, \"y\": 600}"}}]},"finish_reason":null}]}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}],"usage":null}

data: {"id":"c1","object":"chat.completion.chunk","model":"m","choices":null,"usage":{"prompt_tokens":5500,"completion_tokens":89,"total_tokens":5589,"prompt_tokens_details":{"cached_tokens":4000}}}

data: [DONE]

)";

} // namespace thimble::service::models::test
