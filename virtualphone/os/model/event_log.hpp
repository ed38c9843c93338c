// Everything that happened to a virtual phone, in order: what tests look at.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <deque>
#include <string_view>

namespace thimble::virtualphone {

using milliseconds = std::chrono::duration<double, std::milli>;

class event_log {
public:
    static constexpr std::size_t kept = 200'000; // the oldest are forgotten

    /// `fields` is an object; index, t_ms and kind are added.
    void append(milliseconds at, std::string_view kind, nlohmann::json fields);

    /// {"events":[…],"next":N}; `since` is inclusive.
    nlohmann::json since(std::size_t first) const;

    /// Number of all that there have been.
    std::size_t size() const noexcept { return forgotten_ + events_.size(); }

private:
    std::deque<nlohmann::json> events_;
    std::size_t forgotten_ = 0;
};

} // namespace thimble::virtualphone
