#include "service/live_view/live_unit.hpp"

#include <chrono>

namespace thimble::service {

namespace {

void append_number(std::vector<std::byte>& to, std::uint64_t value, unsigned length)
{
    for (unsigned shift = length * 8; shift > 0; shift -= 8)
        to.push_back(static_cast<std::byte>(value >> (shift - 8)));
}

} // namespace

http::shared_bytes message_of(const link::access_unit& what)
{
    constexpr std::uint64_t form = 1;
    const auto captured =
        std::chrono::floor<std::chrono::microseconds>(what.captured_at.time_since_epoch()).count();
    std::vector<std::byte> out;
    out.reserve(unit_header_bytes + what.data->size());
    append_number(out, form, 1);
    append_number(out, what.key ? 1 : 0, 1);
    append_number(out, 0, 2);
    append_number(out, what.number & 0xFFFFFFFFU, 4);
    append_number(out, static_cast<std::uint64_t>(captured), 8);
    out.insert(out.end(), what.data->begin(), what.data->end());
    return std::make_shared<const std::vector<std::byte>>(std::move(out));
}

} // namespace thimble::service
