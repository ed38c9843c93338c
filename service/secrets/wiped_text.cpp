#include "service/secrets/wiped_text.hpp"

#include <algorithm>
#include <sodium.h>
#include <utility>

namespace thimble::service {

void wipe(std::string& text) noexcept
{
    sodium_memzero(text.data(), text.size());
    text.clear();
}

wiped_text wiped_text::take(std::string& from)
{
    wiped_text out(from.size());
    std::ranges::copy(from, out.bytes_.begin());
    wipe(from);
    return out;
}

wiped_text& wiped_text::operator=(wiped_text&& other) noexcept
{
    std::swap(bytes_, other.bytes_); // the other one wipes what this has had
    return *this;
}

wiped_text::~wiped_text()
{
    sodium_memzero(bytes_.data(), bytes_.size());
}

std::string_view wiped_text::view() const noexcept
{
    return {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
}

} // namespace thimble::service
