#include "service/secrets/secure_string.hpp"

#include <algorithm>
#include <sodium.h>
#include <utility>

namespace thimble::service {

void wipe(std::string& text) noexcept
{
    sodium_memzero(text.data(), text.size());
    text.clear();
}

secure_string secure_string::take(std::string& from)
{
    secure_string out(from.size());
    std::ranges::copy(from, out.bytes_.begin());
    wipe(from);
    return out;
}

secure_string& secure_string::operator=(secure_string&& other) noexcept
{
    std::swap(bytes_, other.bytes_); // the other one wipes what this has had
    return *this;
}

secure_string::~secure_string()
{
    sodium_memzero(bytes_.data(), bytes_.size());
}

std::string_view secure_string::view() const noexcept
{
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
}

} // namespace thimble::service
