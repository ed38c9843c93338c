// Everything that happened to a virtual phone, in order: what tests look at.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

using milliseconds = std::chrono::duration<double, std::milli>;

class event_log {
public:
    /// `fields` is an object; index, t_ms and kind are added.
    void append(milliseconds at, std::string_view kind, nlohmann::json fields);

    /// {"events":[…],"next":N}; `since` is inclusive.
    nlohmann::json since(std::size_t first) const;

    std::size_t size() const noexcept { return events_.size(); }

private:
    std::vector<nlohmann::json> events_;
};

} // namespace thimble::virtualphone
