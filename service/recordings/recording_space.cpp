#include "service/recordings/recording_space.hpp"

#include "service/accounts/account_share.hpp"

#include <algorithm>
#include <map>

namespace thimble::service {

namespace {

std::uint64_t left_of(std::uint64_t whole, std::uint64_t taken)
{
    return whole - std::min(whole, taken);
}

} // namespace

std::uint64_t room_beside(const recording_list& under_way,
                          std::string_view account_id,
                          const recording_limits& granted,
                          std::size_t accounts)
{
    std::uint64_t of_all = 0;
    std::uint64_t of_account = 0;
    for (const auto* each : under_way) {
        of_all += each->asked.max_bytes;
        if (each->account_id == account_id)
            of_account += each->asked.max_bytes;
    }
    return std::min(left_of(account_share(granted.bytes, accounts), of_account),
                    left_of(granted.bytes, of_all));
}

recording_list
surplus_of(const recording_list& kept, const recording_limits& granted, recording::moment now)
{
    std::map<std::string_view, std::uint64_t> bytes; // by account
    std::uint64_t total = 0;
    for (const auto* each : kept) {
        bytes[each->account_id] += each->bytes;
        total += each->bytes;
    }
    const auto share = account_share(granted.bytes, bytes.size());
    auto left = kept.size();
    recording_list out;
    for (const auto* each : kept) {
        auto& held = bytes[each->account_id];
        const bool old = now - each->ended_at.value_or(now) > granted.age;
        if (!old && held <= share && total <= granted.bytes && left <= granted.kept)
            continue;
        held -= each->bytes;
        total -= each->bytes;
        --left;
        out.push_back(each);
    }
    return out;
}

} // namespace thimble::service
