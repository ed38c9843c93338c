#include "models/model_failure.hpp"

#include "text/json_member.hpp"
#include "text/printable_text.hpp"
#include "text/utf8.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <array>

namespace thimble::service::models {

namespace {

using nlohmann::json;

constexpr std::size_t longest_quote = 300; // bytes
constexpr std::size_t fewest_telling = 4;  // bytes of a key

struct kind_words {
    failure_kind kind;
    std::string_view name;
    std::string_view sentence;
};

constexpr std::array all_words{
    kind_words{failure_kind::refused_key, "refused_key",
               "The model's provider refuses the API key, or what it asks for."},
    kind_words{failure_kind::no_credit, "no_credit",
               "The account at the model's provider has no credit left."},
    kind_words{failure_kind::no_such_model, "no_such_model",
               "The model's provider knows no such model or no such address."},
    kind_words{failure_kind::bad_request, "bad_request",
               "The model's provider refuses the request."},
    kind_words{failure_kind::too_long, "too_long", "The prompt is too long for the model."},
    kind_words{failure_kind::rate_limited, "rate_limited",
               "The model's provider has been asked too often."},
    kind_words{failure_kind::overloaded, "overloaded", "The model's provider is overloaded."},
    kind_words{failure_kind::unavailable, "unavailable",
               "The model's provider has an error of its own."},
    kind_words{failure_kind::network, "network", "The model's provider is not reached."},
    kind_words{failure_kind::timed_out, "timed_out", "The model did not answer in time."},
    kind_words{failure_kind::malformed, "malformed",
               "What the model's provider sends is not understood."},
};

const kind_words& words_of(failure_kind kind)
{
    return *std::ranges::find(all_words, kind, &kind_words::kind);
}

struct type_of_error {
    std::string_view type;
    failure_kind kind;
};

/// Of both formats. The status says more than a general type such as invalid_request_error.
constexpr std::array error_types{
    type_of_error{"authentication_error", failure_kind::refused_key},
    type_of_error{"permission_error", failure_kind::refused_key},
    type_of_error{"invalid_api_key", failure_kind::refused_key},
    type_of_error{"billing_error", failure_kind::no_credit},
    type_of_error{"insufficient_quota", failure_kind::no_credit},
    type_of_error{"not_found_error", failure_kind::no_such_model},
    type_of_error{"model_not_found", failure_kind::no_such_model},
    type_of_error{"request_too_large", failure_kind::too_long},
    type_of_error{"context_length_exceeded", failure_kind::too_long},
    type_of_error{"rate_limit_error", failure_kind::rate_limited},
    type_of_error{"rate_limit_exceeded", failure_kind::rate_limited},
    type_of_error{"overloaded_error", failure_kind::overloaded},
    type_of_error{"timeout_error", failure_kind::unavailable},
    type_of_error{"api_error", failure_kind::unavailable},
    type_of_error{"server_error", failure_kind::unavailable},
};

failure_kind kind_of_status(unsigned status)
{
    switch (status) {
    case 401:
    case 403:
        return failure_kind::refused_key;
    case 402:
        return failure_kind::no_credit;
    case 404:
        return failure_kind::no_such_model;
    case 413:
        return failure_kind::too_long;
    case 429:
        return failure_kind::rate_limited;
    case 503:
    case 529:
        return failure_kind::overloaded;
    default:
        return status >= 500 || status == 0 || status == 408 ? failure_kind::unavailable
                                                             : failure_kind::bad_request;
    }
}

/// A few refusals differ from other bad requests in nothing but their words.
failure_kind kind_of_refusal(std::string_view message)
{
    for (const std::string_view words :
         {"too long", "context length", "context window", "context size"})
        if (message.contains(words))
            return failure_kind::too_long;
    return message.contains("credit balance") ? failure_kind::no_credit : failure_kind::bad_request;
}

failure_kind kind_of(unsigned status, const provider_error& said)
{
    const auto known = std::ranges::find(error_types, said.type, &type_of_error::type);
    if (known != error_types.end())
        return known->kind;
    const auto kind =
        said.type == "invalid_request_error" ? failure_kind::bad_request : kind_of_status(status);
    return kind == failure_kind::bad_request ? kind_of_refusal(said.message) : kind;
}

/// The more telling of the two names that OpenAI's format has for an error.
std::string type_in(const json& error)
{
    auto code = member<std::string>(error, "code");
    const bool known =
        std::ranges::find(error_types, code, &type_of_error::type) != error_types.end();
    return known ? std::move(code) : member<std::string>(error, "type");
}

} // namespace

std::string_view to_string(failure_kind kind)
{
    return words_of(kind).name;
}

provider_error read_provider_error(const json& record)
{
    if (!record.is_object())
        return {};
    const auto error = record.find("error");
    if (error != record.end() && error->is_object())
        return {.type = type_in(*error), .message = member<std::string>(*error, "message")};
    for (const auto* name : {"error", "message", "detail"})
        if (auto said = find_member<std::string>(record, name))
            return {.type = {}, .message = std::move(*said)};
    return {};
}

model_failure failure_of(unsigned status, const provider_error& said)
{
    const auto kind = kind_of(status, said);
    std::string message(words_of(kind).sentence);
    if (status != 0)
        message += fmt::format(" It answers {}.", status);
    // A message about a refused key often quotes a part of it.
    if (const auto quote = cleaned(said.message);
        !quote.empty() && kind != failure_kind::refused_key)
        message += fmt::format(" It says: {}", quote);
    return {.kind = kind, .message = std::move(message)};
}

model_failure malformed(std::string_view why)
{
    return {.kind = failure_kind::malformed,
            .message = fmt::format("{} It {}.", words_of(failure_kind::malformed).sentence, why)};
}

std::string cleaned(std::string_view from_outside)
{
    std::string out(from_outside.substr(0, whole_characters(from_outside, longest_quote)));
    const auto is_control = [](unsigned char c) { return c < ' ' || c == 0x7F; };
    std::ranges::replace_if(out, is_control, ' ');
    if (!is_printable(out))
        std::ranges::replace_if(out, [](unsigned char c) { return c >= 0x7F; }, '?');
    return out;
}

void hide_key(std::string& message, std::string_view key)
{
    constexpr std::string_view instead = "…";
    if (key.empty())
        return;
    for (auto at = message.find(key); at != std::string::npos;
         at = message.find(key, at + instead.size()))
        message.replace(at, key.size(), instead);
    // A quote may have been cut in the middle of it.
    for (auto size = key.size() - 1; size >= fewest_telling; --size)
        if (message.ends_with(key.substr(0, size)))
            message.replace(message.size() - size, size, instead);
}

} // namespace thimble::service::models
