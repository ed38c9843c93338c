// Keys of a hardware keyboard through the phone's HID service, and texts typed with them.
#pragma once

#include "device/coredevice/driver/input_gate.hpp"
#include "device/coredevice/driver/tunnel_keeper.hpp"

#include <chrono>
#include <span>

namespace thimble::device::coredevice {

/// Home thread. Gate and tunnel outlive it.
class tunnel_keys final : public key_presser {
public:
    tunnel_keys(tunnel_keeper& through, input_gate& gate) : tunnel_(through), gate_(gate) {}

    boost::asio::awaitable<result<void>> press(key_stroke what) override;
    boost::asio::awaitable<result<void>> check(key_stroke what) override;

private:
    tunnel_keeper& tunnel_;
    input_gate& gate_;
    std::chrono::steady_clock::time_point free_at_; // for the next key
};

/// Types as on a keyboard of the US layout; which layout the phone takes it for is its own affair.
/// A text with a character that no key has, or that would take too long, is `unsupported` with the
/// cause "needs_pasting". Fields are not seen.
class tunnel_typist final : public text_typist {
public:
    static constexpr std::chrono::seconds longest_typing{40};

    tunnel_typist(tunnel_keeper& through, input_gate& gate) : tunnel_(through), gate_(gate) {}

    boost::asio::awaitable<result<void>> type(std::string text) override;
    boost::asio::awaitable<result<std::optional<std::string>>> focused_text() override;

private:
    tunnel_keeper& tunnel_;
    input_gate& gate_;
};

} // namespace thimble::device::coredevice
