// Dependencies of the routes: the phone, the session and its settings, and the waits of a runner.
#pragma once

#include "virtualphone/phone/phone.hpp"
#include "virtualphone/wda/automation/event_record.hpp"
#include "virtualphone/wda/elements/element_cache.hpp"
#include "virtualphone/wda/protocol/settings.hpp"

#include <boost/asio/awaitable.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone::wda {

class automation {
public:
    explicit automation(phone& on) : device_(on) {}

    phone& device() noexcept { return device_; }
    operating_system& os() noexcept { return device_.os; }

    settings& options() noexcept { return options_; }
    element_cache& elements() noexcept { return elements_; }

    /// There is at most one session. A new one ends the earlier and begins with default settings.
    const std::optional<std::string>& session() const noexcept { return session_; }
    const std::string& begin_session();
    void end_session();

    /// The session is lost, and its application stays as it is.
    void forget_session();

    /// The application that the end of the session ends.
    void set_app_under_test(std::string bundle_id) { app_under_test_ = std::move(bundle_id); }

    /// False when the phone is locked, or the application is not there or not trusted.
    bool launch(const std::string& bundle_id);

    /// False when the application does not run.
    bool terminate(std::string_view bundle_id);

    /// The bundle id of the application that a command of the session is about: the one of the
    /// setting defaultActiveApplication while it is in the foreground, else the one in front.
    std::string active_application() const;

    /// The same for a command that may be outside the session, to which no setting applies then.
    std::string active_application(bool in_session) const;

    /// Brings the phone's software to the present.
    milliseconds present();

    boost::asio::awaitable<void> sleep(milliseconds length);

    /// Lets time go by until `length` has since `begin`.
    boost::asio::awaitable<void> take_at_least(milliseconds length, milliseconds begin);

    /// Finding out which application is in front, as most commands do first.
    boost::asio::awaitable<void> find_active_application();

    /// Plays the whole event, a path of W3C actions; its length really goes by.
    boost::asio::awaitable<void> play(event_record event);

    /// As XCTest plays its own gestures: waits for an idle application before and after.
    boost::asio::awaitable<void> play_when_idle(event_record event);

    /// Until the picture stands still, and no longer than `limit`; 0 waits for nothing.
    boost::asio::awaitable<void> wait_until_still(milliseconds limit);

    /// Until what is shown has turned as the phone has, and no longer than `limit`.
    boost::asio::awaitable<void> wait_until_turned(milliseconds limit);

    /// The screen as a JSON string of base64 PNG, kept until the picture changes.
    std::shared_ptr<const std::string> screenshot_text();

private:
    boost::asio::awaitable<void> play_steps(event_record event, bool edges_are_of_app);

    phone& device_;
    settings options_;
    element_cache elements_;
    std::optional<std::string> session_;
    std::optional<std::string> app_under_test_;
    encoded_picture pictured_;
    std::shared_ptr<const std::string> picture_text_;
};

} // namespace thimble::virtualphone::wda
