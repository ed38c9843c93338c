// One attached phone, from its plugging in to its unplugging.
#pragma once

#include "async/lane.hpp"
#include "async/signal.hpp"
#include "device/fleet/driver_choice.hpp"
#include "device/fleet/fleet.hpp"
#include "device/fleet/left_down.hpp"
#include "device/fleet/picture_choice.hpp"
#include "device/fleet/readiness.hpp"
#include "device/fleet/replaced_images.hpp"
#include "device/fleet/runner_keeper.hpp"
#include "device/fleet/runner_starter.hpp"
#include "device/lockdown/installation_catalog.hpp"
#include "device/lockdown/phone_services.hpp"
#include "device/lockdown/screenshotr.hpp"
#include "device/lockdown/springboard.hpp"
#include "device/usbmux/attached_devices.hpp"
#include "device/usbmux/blocking_client.hpp"
#include "device/wda/runner/recorder.hpp"

#include <memory>

namespace thimble::device {

/// Dependencies of every phone of a fleet.
struct phone_context {
    boost::asio::any_io_executor home;
    fleet_options options;
    call_count blocking_calls;
    std::shared_ptr<async::lane> looks; // at lockdownd: as many at once as the computer bears
    std::shared_ptr<device::recorder> recorder; // or nullptr
    std::shared_ptr<runner_ways> ways;          // of all phones
    std::shared_ptr<left_down> inputs;          // on phones that come back
    std::shared_ptr<replaced_images> replaced;  // on all phones
    coredevice::host_identity host;
    std::shared_ptr<spdlog::logger> log;
};

/// Home thread.
class attached_phone final : public phone, public std::enable_shared_from_this<attached_phone> {
public:
    attached_phone(const phone_context& around, attachment where);

    /// Looks at the phone again and again until it is detached.
    boost::asio::awaitable<void> live();

    /// The phone has gone: what is under way fails, and live() ends.
    void detach();

    /// Looks at the phone now rather than at the next turn.
    void look_soon();

    /// Ends the runner, if it was started here, and starts none any more.
    boost::asio::awaitable<void> end_runner();

    /// The same on a person's request, until it is to be kept again.
    boost::asio::awaitable<runner_switching> stop_runner();
    runner_switching keep_runner_again();

    /// Ends once no finger is down any more that was put there from here, or cannot be lifted.
    boost::asio::awaitable<void> until_inputs_arrived();

    const attachment& where() const { return where_; }

    const phone_facts& facts() const override { return facts_; }
    const std::vector<blocker>& blockers() const override { return blockers_; }
    std::vector<warning> warnings() const override { return warnings_; }
    const std::set<capability>& capabilities() const override { return capabilities_; }
    device::frame_source* frames() override { return offered(capability::frame, frames_); }
    device::live_source* live_frames() override
    {
        return offered(capability::live_frames, live_frames_);
    }
    device::video_source* video() override
    {
        return offered(capability::video, services_.video().stream());
    }
    video_figures figures() const override { return services_.video().figures(); }
    device::touch_player* touches() override { return offered(capability::touch, touches_); }
    device::native_dragger* dragger() override
    {
        return runner_answers() ? offered(capability::touch, dragger_) : nullptr;
    }
    device::button_presser* buttons() override { return offered(capability::buttons, buttons_); }
    device::key_presser* keys() override { return offered(capability::keys, keys_); }
    device::lock_switch* lock() override { return offered(capability::lock, lock_); }
    device::orientation_switch* orientation() override
    {
        return offered(capability::orientation, orientation_);
    }
    device::alert_reader* alerts() override
    {
        return runner_answers() ? offered(capability::touch, driver_.alerts()) : nullptr;
    }
    device::text_typist* typing() override { return offered(capability::text, typing_); }
    device::app_launcher* launcher() override
    {
        return capabilities_.contains(capability::front_app) ? &launcher_
                                                             : offered(capability::apps, launcher_);
    }
    device::url_opener* urls() override { return offered(capability::url, driver_.urls()); }
    device::clipboard* clipboard() override { return offered(capability::clipboard, clipboard_); }
    device::element_reader* elements() override
    {
        return offered(capability::elements, driver_.elements());
    }
    device::app_catalog* apps() override { return offered(capability::app_list, catalog_); }
    std::string driver_of(capability what) const override;
    const driver_notes& served() const override { return both_.notes(); }
    bool attached() const override { return attached_; }
    async::subscription on_detached(std::function<void()> then) override;

private:
    /// `by`, while the phone can do this.
    template <class Interface>
    Interface* offered(capability what, Interface& by)
    {
        return capabilities_.contains(what) ? &by : nullptr;
    }

    wda::runner_options runner_options();
    coredevice::tunnel_options tunnel_options();
    coredevice::gate_options gate_options();
    boost::asio::awaitable<std::optional<coredevice::screen_sight>> see_screen();
    boost::asio::awaitable<result<tunnel::service_connection>> connect_tunnel();
    boost::asio::awaitable<void> keep_tunnel();
    boost::asio::awaitable<void> keep_image();
    boost::asio::awaitable<void> mount_image();
    bool image_may_change() const;
    bool runner_uses_image() const;
    boost::asio::awaitable<void> examine_image();
    boost::asio::awaitable<std::string> find_other_image();
    boost::asio::awaitable<void> replace_image();
    boost::asio::awaitable<void> note_replaced(std::string other, result<void> outcome);

    /// False where they are used without a break.
    boost::asio::awaitable<bool> until_services_are_idle();
    std::optional<runner_switching> why_no_runner_is_kept() const;
    bool runner_in_tunnel() const;
    bool reaches_runner_services() const;
    runner_keeper_options runner_keeping();
    runner_sight see_runner() const;
    boost::asio::awaitable<void> keep_runner();
    boost::asio::awaitable<void> learn_packages(std::vector<std::string> runners);
    runner_services_of_phone runner_services_here();
    boost::asio::awaitable<result<runner_streams>> open_runner_streams(start_way way);
    boost::asio::awaitable<result<std::unique_ptr<coredevice::byte_stream>>> open_hub();
    boost::asio::awaitable<result<runner_start::runner_app>> find_runner(std::string bundle_id);
    boost::asio::awaitable<result<void>> write_configuration(std::string bundle_id,
                                                             runner_start::configuration_file file);
    boost::asio::awaitable<bool> gone();
    boost::asio::awaitable<void> watch_all();
    boost::asio::awaitable<void> watch_lockdown();
    boost::asio::awaitable<void> until_detached();
    boost::asio::awaitable<void> look_at_lockdown();
    boost::asio::awaitable<void> look_at_prerequisites();
    boost::asio::awaitable<void> show_developer_mode();
    boost::asio::awaitable<std::vector<std::string>> installed_runners();
    boost::asio::awaitable<bool> wants_passcode();
    boost::asio::awaitable<std::optional<bool>> ask_for_lock();
    boost::asio::awaitable<void> watch_screenshotr();
    boost::asio::awaitable<void> keep_springboard();
    boost::asio::awaitable<void> watch_runner();
    boost::asio::awaitable<void> look_at_runner();

    /// Waits for the next look at the runner; asks about the lock meanwhile, while the phone is
    /// used, and about an alert, when it is time for that.
    boost::asio::awaitable<void> until_next_look(unsigned looks_before);
    boost::asio::awaitable<void> look_between_inputs();

    /// Waits for the next look: `usual`, or less when one is asked for meanwhile.
    boost::asio::awaitable<void> pause(unsigned looks_before, std::chrono::milliseconds usual);
    std::chrono::milliseconds usual_pause() const;
    std::chrono::milliseconds lockdown_pause() const;
    bool runner_refuses() const;
    bool claim();

    /// Draws the conclusions from all that is known, and tells of them if they are new.
    void conclude();
    phone_facts gather_facts() const;
    observation gather_observation() const;
    std::optional<bool> locked() const;
    std::vector<blocker> find_blockers() const;
    std::vector<warning> find_warnings() const;
    std::set<capability> find_capabilities() const;
    std::optional<screen::interface> interface() const;
    std::string model_name() const;
    std::string added_by_runner() const;
    bool driven_by_services() const;
    bool runner_answers() const { return seen_.state == wda::runner_state::answering; }

    phone_context context_;
    attachment where_;
    bool attached_ = true;
    bool claimed_ = true; // until the first claim fails
    std::shared_ptr<void> claim_;
    async::signal detached_;
    async::signal unlocked_; // what has failed may go now
    async::listeners told_of_detaching_;
    async::signal look_;
    unsigned looks_wanted_ = 0;

    blocking_client connects_;
    blocking_client lockdown_;
    blocking_client decoder_;
    blocking_client tunnel_connects_;
    blocking_client image_calls_;
    blocking_client runner_calls_;
    wda::driver driver_;
    coredevice::driver services_;
    two_drivers both_{services_, driver_, [this] { return runner_answers(); }};
    bound_clipboard clipboard_{both_};
    bound_buttons buttons_{both_};
    bound_launcher launcher_{both_};
    bound_lock lock_{both_};
    bound_orientation orientation_{both_};
    bound_touches touches_{both_};
    bound_dragger dragger_{both_};
    bound_keys keys_{both_};
    bound_typing typing_{both_};
    screenshotr screenshotr_;
    bound_frames frames_{both_, screenshotr_};
    bound_live_frames live_frames_{both_};
    springboard springboard_;
    installation_catalog catalog_;
    runner_keeper runner_;

    bool asked_ = false;                   // lockdownd has answered, or is waited for no longer
    int unanswered_looks_ = 0;             // at lockdownd, since the phone was attached
    lockdown_report told_;                 // by lockdownd
    driver_prerequisites prerequisites_;   // while the runner refuses
    std::optional<failure> image_problem_; // of its last mounting
    bool image_examined_ = false;          // the one that is mounted now
    std::string other_image_;              // its signature where it is to be replaced
    bool replacing_image_ = false;
    std::optional<std::vector<std::string>> runners_; // installed, as last read
    bool has_passcode_ = false;                       // it has wanted one
    bool asked_for_switch_ = false; // of the developer mode, since it was last seen switched on
    bool shows_switch_ = false;
    wda::runner_report seen_;  // at the runner
    int untrusted_looks_ = 0;  // in a row
    unsigned looks_taken_ = 0; // of those wanted, before the last one
    phone_facts facts_;
    std::vector<blocker> blockers_;
    std::vector<warning> warnings_;
    std::set<capability> capabilities_;
};

} // namespace thimble::device
