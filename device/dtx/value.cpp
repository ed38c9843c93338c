#include "device/dtx/value.hpp"

#include <algorithm>

namespace thimble::device::dtx {

dictionary::dictionary() = default;
dictionary::dictionary(std::initializer_list<entry> entries) : entries_(entries) {}
dictionary::dictionary(const dictionary&) = default;
dictionary::dictionary(dictionary&&) noexcept = default;
dictionary& dictionary::operator=(const dictionary&) = default;
dictionary& dictionary::operator=(dictionary&&) noexcept = default;
dictionary::~dictionary() = default;

void dictionary::add(std::string key, value what)
{
    entries_.push_back({.key = std::move(key), .what = std::move(what)});
}

const value* dictionary::find(std::string_view key) const noexcept
{
    const auto found = std::ranges::find(entries_, key, &entry::key);
    return found == entries_.end() ? nullptr : &found->what;
}

std::span<const entry> dictionary::entries() const noexcept
{
    return entries_;
}

bool dictionary::empty() const noexcept
{
    return entries_.empty();
}

bool operator==(const dictionary& one, const dictionary& other)
{
    return one.entries_ == other.entries_;
}

} // namespace thimble::device::dtx
