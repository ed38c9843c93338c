// Puts a reply together from the events of a provider's stream.
#pragma once

#include "http/client/event_stream.hpp"
#include "models/model_failure.hpp"
#include "models/reply.hpp"

#include <cstddef>
#include <expected>

namespace thimble::service::models {

/// For one reply. After a failure there is no going on.
class reply_reader {
public:
    static constexpr std::size_t most_parts = 256; // of a reply

    reply_reader() = default;
    reply_reader(const reply_reader&) = delete;
    reply_reader& operator=(const reply_reader&) = delete;
    virtual ~reply_reader() = default;

    /// Tells `tell` what is new.
    virtual std::expected<void, model_failure> take(const server_sent_event& event,
                                                    const delta_listener& tell) = 0;

    /// The provider has said that nothing more comes.
    virtual bool complete() const = 0;

    /// As far as it has been told.
    virtual token_usage usage() const = 0;

    /// Once, when nothing more comes: the reply, if it is a whole one.
    virtual std::expected<reply, model_failure> finish() = 0;
};

/// The reply ended before its end: failure_kind::network.
model_failure broken_off();

/// A count of tokens as a provider gives it, brought into 0 to a billion.
std::int64_t token_count(const nlohmann::json& usage, std::string_view name, std::int64_t usual);

} // namespace thimble::service::models
