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
class secure_string {
public:
    secure_string() = default;

    /// So many zero bytes, to be filled.
    explicit secure_string(std::size_t length) : bytes_(length) {}

    /// Takes the text over: `from` is wiped.
    static secure_string take(std::string& from);

    secure_string(secure_string&& other) noexcept = default;
    secure_string& operator=(secure_string&& other) noexcept;
    ~secure_string();

    std::string_view view() const noexcept;
    std::span<unsigned char> bytes() noexcept { return bytes_; }

private:
    std::vector<unsigned char> bytes_; // never grows, so that there is no copy that it has left
};

} // namespace thimble::service
