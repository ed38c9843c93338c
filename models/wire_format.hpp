// Wire formats of prompts and replies, of which there are two.
#pragma once

#include "models/prompt.hpp"
#include "models/reply_reader.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace thimble::service::models {

/// A value without state; any thread.
class wire_format {
public:
    /// Names and values of an HTTP request.
    using header_fields = std::vector<std::pair<std::string, std::string>>;

    wire_format() = default;
    wire_format(const wire_format&) = delete;
    wire_format& operator=(const wire_format&) = delete;
    virtual ~wire_format() = default;

    /// Path after the provider's address: "/v1/messages".
    virtual std::string_view path() const = 0;

    /// Header fields that authenticate. `key` may be empty.
    virtual header_fields fields(const std::string& key) const = 0;

    /// JSON. Bytes of the prompt that are no UTF-8 are replaced.
    virtual std::string body(const prompt& what, std::string_view model) const = 0;

    virtual std::unique_ptr<reply_reader> make_reader() const = 0;
};

/// Anthropic's Messages API, version 2023-06-01.
class anthropic_format : public wire_format {
public:
    std::string_view path() const override;
    header_fields fields(const std::string& key) const override;
    std::string body(const prompt& what, std::string_view model) const override;
    std::unique_ptr<reply_reader> make_reader() const override;
};

/// Chat completions as OpenAI has made them and many servers understand them.
class openai_format : public wire_format {
public:
    /// OpenAI itself has a new name for the most tokens of a reply, and its newer models know only
    /// that one; other servers know the one from before.
    enum class token_limit : std::uint8_t { max_tokens, max_completion_tokens };

    explicit openai_format(token_limit limit = token_limit::max_tokens) : limit_(limit) {}

    std::string_view path() const override;
    header_fields fields(const std::string& key) const override;
    std::string body(const prompt& what, std::string_view model) const override;
    std::unique_ptr<reply_reader> make_reader() const override;

private:
    token_limit limit_;
};

} // namespace thimble::service::models
