// Locks and wakes the phone by its buttons.
#pragma once

#include "device/coredevice/driver/tunnel_buttons.hpp"

#include <functional>
#include <optional>
#include <utility>

namespace thimble::device::coredevice {

/// Home thread. A lock is told by the passcode that the phone wants, or by its display, which is
/// dark. A phone that is lit and has no passcode tells nothing: its failure has the cause
/// `lock_not_told`.
class tunnel_lock final : public lock_switch {
public:
    using passcode_question = std::function<boost::asio::awaitable<std::optional<bool>>()>;

    /// `wants_passcode`: true while the phone wants its passcode, nothing where it has none or does
    /// not say; may be empty. All of them outlive this.
    tunnel_lock(tunnel_keeper& through, tunnel_buttons& buttons, passcode_question wants_passcode)
        : tunnel_(through), buttons_(buttons), wants_passcode_(std::move(wants_passcode))
    {
    }

    boost::asio::awaitable<result<bool>> locked() override;
    boost::asio::awaitable<result<void>> lock() override;

    /// Lights the screen; the lock screen stays.
    boost::asio::awaitable<result<void>> wake() override;

private:
    bool is_dark() const;
    boost::asio::awaitable<void> look_at_display();
    boost::asio::awaitable<void> until_lit();

    tunnel_keeper& tunnel_;
    tunnel_buttons& buttons_;
    passcode_question wants_passcode_;
};

} // namespace thimble::device::coredevice
