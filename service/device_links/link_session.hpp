// One link, from its first message to its end.
#pragma once

#include "async/one_shot_timer.hpp"
#include "http/upgraded_connection.hpp"
#include "http/websocket/message_pump.hpp"
#include "link/close_reason.hpp"
#include "link/message.hpp"
#include "service/device_links/link_dependencies.hpp"
#include "service/device_links/linked_desktop.hpp"
#include "service/device_links/reading_budget.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace thimble::service {

class frames_session;
class links;

/// Home thread. The connection of a link that carries the messages.
class link_session final : public http::upgraded_connection,
                           public std::enable_shared_from_this<link_session> {
public:
    /// Both outlive it. That the token is the desktop's has been checked.
    link_session(links& all, const link_dependencies& around, enrolled_desktop of);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;

    /// Ends once nothing is under way any more.
    void drain() override;

    /// Says why, and ends. Nothing more is taken from it, and nothing more goes out.
    void end(link::close_reason why, std::string_view detail = {});

    /// The number of the link; 0 before the welcome.
    std::int64_t epoch() const noexcept { return epoch_; }
    bool is_welcomed() const noexcept { return commands_ != nullptr; } // and has not ended
    const std::string& desktop_id() const noexcept { return desktop_.id; }

    /// The connection that carries the pictures; ends with this one.
    void attach_frames(const std::shared_ptr<frames_session>& pictures);

    /// From that connection.
    void take(const link::frame_header& header, std::span<const std::byte> picture);

private:
    boost::asio::awaitable<void> greet_and_serve(websocket::socket& with);
    boost::asio::awaitable<std::optional<link::hello>> first_message(websocket::socket& from);
    boost::asio::awaitable<bool> number();
    boost::asio::awaitable<bool> welcome(const link::hello& said);
    void end_unwritten();
    void begin(const link::hello& said, bool forgot);
    void leave();
    std::optional<link::message> understand(std::string_view text);
    void receive(const websocket::socket::incoming& what);
    void take(link::message what);
    template <class Said>
    bool pass_on(const Said& said);
    void note_once(std::string_view what, const std::string& name);
    void say(const link::message& what);
    void beat();
    void heard(std::chrono::steady_clock::duration unread_for = {});
    void end_when_idle();

    links& all_;
    const link_dependencies& context_;
    enrolled_desktop desktop_;
    std::shared_ptr<linked_desktop> commands_; // while it is live
    std::weak_ptr<frames_session> pictures_;
    websocket::message_pump wire_;
    reading_budget budget_;
    std::int64_t epoch_ = 0;
    bool ended_ = false;
    bool draining_ = false;
    bool moves_ = false;    // its daemon links again at once
    bool replaced_ = false; // it has done so
    async::one_shot_timer heartbeat_;
    async::one_shot_timer silence_;
    std::set<std::string> noted_; // what the log has been told of
};

} // namespace thimble::service
