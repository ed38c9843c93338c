// A packet is a letter and the message; or another letter, the sender's id, the number of the part,
// the number of parts, both in four bytes, and the part.
#include "bus/parts.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::bus {

namespace {

constexpr char whole = 'W';
constexpr char part = 'P';
constexpr std::size_t sender_bytes = 36;
constexpr std::size_t number_bytes = 4;
constexpr std::size_t header_bytes = 1 + sender_bytes + 2 * number_bytes;

constexpr std::size_t most_senders = 64;
constexpr std::size_t most_unfinished_bytes = 4 * largest_message;

void append_number(std::string& to, std::size_t number)
{
    for (int shift = 24; shift >= 0; shift -= 8)
        to += static_cast<char>((number >> shift) & 0xFFU);
}

std::uint32_t number_at(std::string_view in, std::size_t place)
{
    std::uint32_t out = 0;
    for (const char each : in.substr(place, number_bytes))
        out = (out << 8U) | static_cast<unsigned char>(each);
    return out;
}

} // namespace

std::optional<std::vector<std::string>> split(std::string_view message, std::string_view sender)
{
    std::vector<std::string> out;
    if (message.size() <= part_bytes) {
        auto& only = out.emplace_back();
        only.reserve(1 + message.size());
        only += whole;
        only += message;
        return out;
    }
    if (message.size() > largest_message || sender.size() != sender_bytes)
        return std::nullopt;
    const auto count = (message.size() + part_bytes - 1) / part_bytes;
    for (std::size_t index = 0; index < count; ++index) {
        auto& each = out.emplace_back();
        each += part;
        each += sender;
        append_number(each, index);
        append_number(each, count);
        each += message.substr(index * part_bytes, part_bytes);
    }
    return out;
}

std::optional<std::string> joiner::take(std::string_view packet)
{
    if (packet.starts_with(whole))
        return std::string(packet.substr(1));
    if (!packet.starts_with(part) || packet.size() <= header_bytes ||
        packet.size() > header_bytes + part_bytes)
        return std::nullopt;
    const auto sender = packet.substr(1, sender_bytes);
    const auto index = number_at(packet, 1 + sender_bytes);
    const auto count = number_at(packet, 1 + sender_bytes + number_bytes);
    const auto bytes = packet.substr(header_bytes);
    if (index == 0) {
        forget(sender);
        if (count < 2 || count > most_parts)
            return std::nullopt;
        begun_.push_back({.sender = std::string(sender), .count = count});
    }
    const auto mine = std::ranges::find(begun_, sender, &begun::sender);
    if (mine == begun_.end())
        return std::nullopt;
    if (mine->next != index || mine->count != count) {
        forget(sender);
        return std::nullopt;
    }
    ++mine->next;
    mine->bytes += bytes;
    bytes_ += bytes.size();
    if (mine->next < count) {
        make_room();
        return std::nullopt;
    }
    auto out = std::move(mine->bytes);
    bytes_ -= out.size();
    begun_.erase(mine);
    return out;
}

void joiner::forget(std::string_view sender)
{
    const auto mine = std::ranges::find(begun_, sender, &begun::sender);
    if (mine == begun_.end())
        return;
    bytes_ -= mine->bytes.size();
    begun_.erase(mine);
}

void joiner::make_room()
{
    while (!begun_.empty() && (begun_.size() > most_senders || bytes_ > most_unfinished_bytes)) {
        bytes_ -= begun_.front().bytes.size();
        begun_.pop_front();
    }
}

} // namespace thimble::service::bus
