// Leads one phone along the list of steps, until it is ready or a person has to start again.
#pragma once

#include "daemon/phone_view/phone_view.hpp"
#include "daemon/setup/developer_mode_step.hpp"
#include "daemon/setup/report.hpp"
#include "daemon/setup/touch_record.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace thimble::daemon {

struct guide_options {
    std::optional<std::string> phone; // its name or UDID; nothing: the only one that is attached

    /// A step that has been the current one for so long is told to the person; before, the phone
    /// may just not have been looked at closely enough.
    std::chrono::milliseconds settling{1000};
};

/// Home thread. Everything that it is given outlives it.
class guide {
public:
    enum class end : std::uint8_t {
        ready,
        failed,  // a look or a touch; begun anew, it is tried again
        unclear, // several phones are attached, and none was named
        left,    // by whoever drives the phones: another view may go on
    };

    using clock = std::chrono::steady_clock;

    guide(guide_options options,
          setup_report& report,
          developer_mode_step& developer_mode,
          const consent& agreed,
          touch_record touches);

    /// May be called again, with another view. Never ends while a person has something to do.
    boost::asio::awaitable<end> lead(phone_view& view);

    /// UDID of the phone that is led; empty: none yet.
    const std::string& phone() const { return udid_; }

private:
    /// False: several are attached.
    bool choose(const phones_seen& seen, phone_view& view);
    void learn(phones_seen seen);
    bool is_settled(const setup::checklist& list);
    void tell(const setup::checklist& list);
    boost::asio::awaitable<void> take(setup::step step, phone_view& view);
    boost::asio::awaitable<void> look(phone_view& view);
    boost::asio::awaitable<void> tap(phone_view& view);
    bool has_failed() const;
    /// State after a failure: to be tried again, unless it has failed often.
    setup::tried failed_once(std::string why);

    guide_options options_;
    setup_report& report_;
    developer_mode_step& developer_mode_;
    const consent& agreed_;
    touch_record touches_;

    std::string udid_;
    setup::knowledge known_;
    clock::time_point begun_ = clock::now();
    std::optional<setup::step_code> current_;
    clock::time_point current_since_ = clock::now();
    int failures_ = 0; // of looks, or of touches that have not reached the phone, in a row
    clock::time_point next_try_{};
    bool asked_ = false;
    bool touches_read_ = false;
};

} // namespace thimble::daemon
