#include "link/wire/words.hpp"

#include <array>

namespace thimble::link::wire {

namespace {

template <class Value, std::size_t Count>
std::string_view word_in(const std::array<std::string_view, Count>& words, Value value)
{
    static_assert(Count == static_cast<std::size_t>(last_of<Value>) + 1);
    return words.at(static_cast<std::size_t>(value));
}

constexpr std::array<std::string_view, 3> lanes{"input", "frames", "reads"};
constexpr std::array<std::string_view, 3> effects{"unknown", "changed", "unchanged"};
constexpr std::array<std::string_view, 3> stages{"received", "started", "finished"};
constexpr std::array<std::string_view, 2> ways_to_cancel{"withdraw", "stop"};
constexpr std::array<std::string_view, 5> codecs{"png", "jpeg", "webp", "h264", "hevc"};

} // namespace

std::string_view word_of(link::lane value)
{
    return word_in(lanes, value);
}

std::string_view word_of(effect value)
{
    return word_in(effects, value);
}

std::string_view word_of(open_job::stage value)
{
    return word_in(stages, value);
}

std::string_view word_of(cancel::kind value)
{
    return word_in(ways_to_cancel, value);
}

std::string_view word_of(link::codec value)
{
    return word_in(codecs, value);
}

} // namespace thimble::link::wire
