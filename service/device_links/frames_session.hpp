// The connection of a link that carries the pictures.
#pragma once

#include "http/upgraded_connection.hpp"
#include "http/websocket/message_pump.hpp"
#include "service/device_links/link_session.hpp"

#include <spdlog/logger.h>

#include <memory>

namespace thimble::service {

/// Home thread. Ends with the link that it belongs to.
class frames_session final : public http::upgraded_connection,
                             public std::enable_shared_from_this<frames_session> {
public:
    frames_session(const boost::asio::any_io_executor& home,
                   std::weak_ptr<link_session> of,
                   std::shared_ptr<spdlog::logger> log);

    boost::asio::awaitable<void> run(http::stream with, http::request first) override;
    void drain() override;
    void end(link::close_reason why, std::string_view detail = {});

private:
    void receive(const websocket::socket::incoming& what);

    std::weak_ptr<link_session> link_;
    std::shared_ptr<spdlog::logger> log_;
    websocket::message_pump wire_;
};

} // namespace thimble::service
