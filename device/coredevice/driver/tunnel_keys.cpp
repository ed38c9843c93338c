#include "device/coredevice/driver/tunnel_keys.hpp"

#include "async/sleep.hpp"
#include "device/hid/key_plan.hpp"

#include <utility>

namespace thimble::device::coredevice {
namespace {

failure needs_pasting(std::string why)
{
    return {.what = problem::unsupported, .message = std::move(why), .cause = "needs_pasting"};
}

boost::asio::awaitable<result<void>>
play_keys(tunnel_keeper& through, input_gate& gate, std::string_view what, hid::report_plan plan)
{
    const auto send = [&] {
        return through.call<void>(what,
                                  [&plan](tunnel_session& by) { return by.input.play(plan); });
    };
    co_return co_await gate.pass(send);
}

} // namespace

boost::asio::awaitable<result<void>> tunnel_keys::press(key_stroke what)
{
    auto plan = hid::plan_of(std::span(&what, 1));
    if (!plan)
        co_return std::unexpected(std::move(plan.error()));
    co_await async::sleep_until(free_at_); // a key that is repeated at once may be taken for held
    auto pressed = co_await play_keys(tunnel_, gate_, "key", std::move(*plan));
    free_at_ = std::chrono::steady_clock::now() + hid::key_gap;
    co_return pressed;
}

boost::asio::awaitable<result<void>> tunnel_keys::check(key_stroke what)
{
    const auto plan = hid::plan_of(std::span(&what, 1));
    co_return plan ? result<void>() : std::unexpected(plan.error());
}

boost::asio::awaitable<result<void>> tunnel_typist::type(std::string text)
{
    const auto strokes = hid::strokes_of(text);
    if (!strokes)
        co_return std::unexpected(needs_pasting(
            "The character at position " + std::to_string(strokes.error().position) +
            ", counted from 0, is on no key of a US keyboard; the text has to be pasted."));
    auto plan = hid::plan_of(*strokes);
    if (!plan)
        co_return std::unexpected(std::move(plan.error()));
    if (!plan->empty() && plan->back().at > longest_typing)
        co_return std::unexpected(
            needs_pasting("The text is too long for a keyboard; it has to be pasted."));
    co_return co_await play_keys(tunnel_, gate_, "type", std::move(*plan));
}

boost::asio::awaitable<result<std::optional<std::string>>> tunnel_typist::focused_text()
{
    co_return std::unexpected(failure{.what = problem::unsupported,
                                      .message = "The phone's services do not tell what a field "
                                                 "holds.",
                                      .cause = {}});
}

} // namespace thimble::device::coredevice
