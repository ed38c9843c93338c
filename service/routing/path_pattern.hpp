// A path with places for ids: "/v1/phones/{phone_id}/tap".
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

using path_values = std::map<std::string, std::string, std::less<>>;

class path_pattern {
public:
    explicit path_pattern(std::string text);

    /// Values in the places of the pattern, or nothing when the path is another one.
    std::optional<path_values> match(const std::vector<std::string>& path) const;

    const std::string& text() const noexcept { return text_; }

    /// The names of its places, in order.
    std::vector<std::string> places() const;

private:
    std::string text_;
    std::vector<std::string> segments_;
};

} // namespace thimble::service
