// Place of a request in the trace of its caller: the header `traceparent` of W3C Trace Context,
// level 1.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace thimble::service {

/// Holds no memory of its own. Of the flags it keeps "sampled": level 1 has no other, and wants
/// those that it does not know cleared.
class trace_context {
public:
    /// Name of the header, and of the member of messages that carry it.
    static constexpr std::string_view field = "traceparent";

    /// Size of a value of version 00.
    static constexpr std::size_t length = 55;

    /// Ids of zeros, which no trace has.
    trace_context() noexcept;

    /// Nothing for what is malformed, or has an id of zeros. Of a later version the fields are read
    /// that version 00 has, and what stands behind them is passed over.
    static std::optional<trace_context> parse(std::string_view text);

    /// The same of version 00 alone.
    static std::optional<trace_context> parse_own_version(std::string_view text);

    /// 32 hexadecimal digits, the same at every hop.
    std::string_view trace_id() const noexcept { return text().substr(3, 32); }

    /// 16 of them, those of the hop that has sent it.
    std::string_view parent_id() const noexcept { return text().substr(36, 16); }

    /// Of version 00.
    std::string_view text() const noexcept { return {text_.data(), text_.size()}; }

    /// The same trace with a new random parent: for what this hop has others do.
    trace_context next_hop() const;

    friend bool operator==(const trace_context&, const trace_context&) = default;

private:
    std::array<char, length> text_{};
};

} // namespace thimble::service
