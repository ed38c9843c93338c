// Numbers as DTX writes them: the lowest byte first.
#pragma once

#include "virtualphone/dtx/protocol/object.hpp"

#include <optional>

namespace thimble::virtualphone::dtx {

template <class Number>
void put_number(bytes& to, Number value)
{
    for (std::size_t at = 0; at < sizeof(Number); ++at)
        to.push_back(static_cast<std::uint8_t>(static_cast<std::uint64_t>(value) >> (8 * at)));
}

/// Content from its beginning to its end; nothing is read beyond it.
class content_reader {
public:
    explicit content_reader(byte_view from) : left_(from) {}

    std::optional<byte_view> take(std::uint64_t count)
    {
        if (count > left_.size())
            return std::nullopt;
        const byte_view result = left_.first(static_cast<std::size_t>(count));
        left_ = left_.subspan(result.size());
        return result;
    }

    template <class Number>
    std::optional<Number> number()
    {
        const auto content = take(sizeof(Number));
        if (!content)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t at = 0; at < content->size(); ++at)
            value |= std::uint64_t{(*content)[at]} << (8 * at);
        return static_cast<Number>(value);
    }

    bool at_end() const noexcept { return left_.empty(); }
    byte_view rest() const noexcept { return left_; }

private:
    byte_view left_;
};

} // namespace thimble::virtualphone::dtx
