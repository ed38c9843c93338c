// DTX as the host speaks it on one connection: no input or output of its own.
#pragma once

#include "device/dtx/auxiliary.hpp"
#include "device/dtx/fragments.hpp"
#include "device/dtx/payload.hpp"
#include "device/dtx/value.hpp"

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace thimble::device::dtx {

/// Carries what is about the connection itself, such as requests for channels.
inline constexpr std::int32_t control_channel = 0;

struct outgoing_call {
    std::int32_t channel = control_channel; // above zero: opened by the host; below: by the phone
    std::string selector;
    dtx::arguments arguments{};
};

/// A value as services expect nearly every argument.
argument archived(const value& what);

/// Null, or the value of the call, or the error that it ended with.
using answer = std::expected<value, ns_error>;

struct incoming_call {
    message_header header;    // as it came
    std::int32_t channel = 0; // as in an outgoing call on the same channel
    std::string selector;
    dtx::arguments arguments{}; // as they came: reports hold archives of megabytes for nobody

    /// Reads it. Null where there are fewer; bytes that are no archive, or one of more than some
    /// thousand objects, are data.
    value argument_at(std::size_t place) const;

    bool wants_answer() const noexcept { return header.wants_reply; }
};

/// In what an answer says to a call that nobody here knows.
ns_error unknown_selector(std::string_view selector);

/// The phone's service says what it can do, and that it is there.
struct capabilities_arrived {
    dictionary what;
};

struct call_arrived {
    incoming_call what;
};

struct answer_arrived {
    std::uint32_t identifier = 0; // of the call
    std::int32_t channel = 0;     // as it was sent with, or with the other sign
    bytes body;
};

std::expected<answer, malformed> read_answer(byte_view body);

using arrival = std::variant<capabilities_arrived, call_arrived, answer_arrived>;

/// The sign of a channel: whoever has opened it calls it by its number, and the other end by the
/// number below zero. A call has the sender's name of the channel, an answer that of its call. Both
/// ends may open channels of one number, which are different ones.
class dialogue {
public:
    /// The first output is the capabilities of the host.
    explicit dialogue(const dictionary& capabilities);

    /// The identifier that the answer will have, if one is wanted.
    std::uint32_t call(const outgoing_call& what, bool wants_answer);

    /// Says nothing where no answer is wanted: services stop reading at one that they do not
    /// expect.
    void give_answer(const incoming_call& to, const answer& with);

    /// The messages that have become complete, each for read().
    std::expected<std::vector<assembled_message>, malformed> take(byte_view more)
    {
        return assembler_.take(more);
    }

    /// One at a time, since what is read takes far more room than the bytes. Calls that cannot be
    /// read, and messages that are no calls, are answered here if they want it: nothing is left
    /// then.
    std::optional<arrival> read(assembled_message what);

    bytes take_output() { return std::exchange(output_, {}); }
    std::size_t unsent() const noexcept { return output_.size(); }

    /// Bytes of all output since the beginning, taken or not.
    std::uint64_t produced() const noexcept { return produced_; }

private:
    void put(const message_header& header, const message_body& what);
    void reply(const message_header& to, const answer& with);
    std::optional<arrival> read_call(const message_header& header, const message_body& what);

    message_assembler assembler_;
    bytes output_;
    std::uint64_t produced_ = 0;
    std::uint32_t next_identifier_ = 1;
};

} // namespace thimble::device::dtx
