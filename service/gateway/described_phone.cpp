#include "service/gateway/described_phone.hpp"

#include "service/gateway/gateway_failures.hpp"

#include <chrono>
#include <utility>

namespace thimble::service {

result<phone_requirement> described_phone(const call& what)
{
    return parse_requirement(what.given.text("phone"));
}

boost::asio::awaitable<result<phone_ptr>> wait_for_phone(phone_queue& waiting,
                                                         const std::function<bool()>& cut_off,
                                                         call& what,
                                                         phone_requirement wanted)
{
    auto got = co_await waiting.take({.who = what.who,
                                      .wanted = std::move(wanted),
                                      .id = what.request_id,
                                      .time = std::chrono::seconds(what.given.integer("wait_s"))},
                                     what.caller);
    if (!got)
        co_return std::unexpected(std::move(got.error()));
    if (cut_off())
        co_return std::unexpected(node_cut_off());
    what.turn = std::move(got->held);
    co_return std::move(got->phone);
}

} // namespace thimble::service
