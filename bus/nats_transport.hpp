// A transport over NATS.
#pragma once

#include "async/worker.hpp"
#include "bus/nats_address.hpp"
#include "bus/transport.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <spdlog/logger.h>

#include <memory>
#include <string>
#include <string_view>

namespace thimble::service::bus {

/// Home thread. The library's calls, which may block, are made on a thread of their own; its
/// callbacks come on threads of the library and are posted to the home thread. It connects by
/// itself, now and whenever the connection is lost; meanwhile nothing is sent, and nothing kept
/// for later.
class nats_transport final : public transport {
public:
    /// Throws std::runtime_error where the library cannot be loaded, or was not there when this
    /// was built; says what to install.
    static std::shared_ptr<transport>
    make(boost::asio::any_io_executor home, nats_address at, std::shared_ptr<spdlog::logger> log);

    nats_transport(const boost::asio::any_io_executor& home,
                   nats_address at,
                   std::shared_ptr<spdlog::logger> log);
    ~nats_transport() override;

    bool send(std::string_view subject, std::string_view reply_to, std::string_view bytes) override;
    subscription listen(const std::string& subject, packet_handler hears) override;
    std::size_t waiting() const override;
    bool connected() const override;

private:
    class connection;
    class listening;

    std::shared_ptr<connection> connection_;
    std::shared_ptr<async::worker> thread_;
};

} // namespace thimble::service::bus
