// The services of a phone, each in a file of its name; all are served to the connection's end.
#pragma once

#include "virtualphone/services/service_session.hpp"

namespace thimble::virtualphone {

boost::asio::awaitable<void> serve_screenshotr(service_session& session);
boost::asio::awaitable<void> serve_installation_proxy(service_session& session);
boost::asio::awaitable<void> serve_springboardservices(service_session& session);
boost::asio::awaitable<void> serve_diagnostics_relay(service_session& session);
boost::asio::awaitable<void> serve_notification_proxy(service_session& session);
boost::asio::awaitable<void> serve_mobile_image_mounter(service_session& session);
boost::asio::awaitable<void> serve_heartbeat(service_session& session);
boost::asio::awaitable<void> serve_amfi(service_session& session);
boost::asio::awaitable<void> serve_core_device_proxy(service_session& session);
boost::asio::awaitable<void> serve_afc(service_session& session);
boost::asio::awaitable<void> serve_house_arrest(service_session& session);
boost::asio::awaitable<void> serve_instruments(service_session& session);
boost::asio::awaitable<void> serve_testmanagerd(service_session& session);

} // namespace thimble::virtualphone
