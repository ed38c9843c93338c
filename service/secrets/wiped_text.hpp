// Text that is not left behind in memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

/// Overwrites what the text has, and empties it.
void wipe(std::string& text) noexcept;

/// Its memory is overwritten before it is given back. A value without a thread of its own.
class wiped_text {
public:
    wiped_text() = default;

    /// So many zero bytes, to be filled.
    explicit wiped_text(std::size_t length) : bytes_(length) {}

    /// Takes the text over: `from` is wiped.
    static wiped_text take(std::string& from);

    wiped_text(wiped_text&& other) noexcept = default;
    wiped_text& operator=(wiped_text&& other) noexcept;
    ~wiped_text();

    std::string_view view() const noexcept;
    std::span<unsigned char> bytes() noexcept { return bytes_; }

private:
    std::vector<unsigned char> bytes_; // never grows, so that there is no copy that it has left
};

} // namespace thimble::service
