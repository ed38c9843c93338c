#include "mp4/box_writer.hpp"

namespace thimble::mp4 {

void box_writer::open(std::string_view type)
{
    open_.push_back(to_.size());
    put32(0); // its size, once it is known
    put(type);
}

void box_writer::open(std::string_view type, std::uint8_t version, std::uint32_t flags)
{
    open(type);
    put32(std::uint32_t{version} << 24U | (flags & 0xFFFFFFU));
}

void box_writer::close()
{
    const auto begin = open_.back();
    open_.pop_back();
    set32(begin, static_cast<std::uint32_t>(to_.size() - begin));
}

void box_writer::put(std::string_view characters)
{
    put(std::as_bytes(std::span(characters)));
}

void box_writer::put(std::span<const std::byte> content)
{
    to_.insert(to_.end(), content.begin(), content.end());
}

void box_writer::put(std::uint64_t value, unsigned length)
{
    for (unsigned shift = length * 8; shift > 0; shift -= 8)
        to_.push_back(static_cast<std::byte>(value >> (shift - 8)));
}

void box_writer::set32(std::size_t at, std::uint32_t value)
{
    for (unsigned shift = 32; shift > 0; shift -= 8)
        to_[at++] = static_cast<std::byte>(value >> (shift - 8));
}

} // namespace thimble::mp4
