// A transport within one process.
#pragma once

#include "bus/transport.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace thimble::service::bus {

/// Any thread. The meeting place of several local transports, each on a home thread of its own.
class local_exchange {
public:
    local_exchange() = default;
    local_exchange(const local_exchange&) = delete;
    local_exchange& operator=(const local_exchange&) = delete;

    /// From now on nothing goes to or from the transport of this name, or again: a network that is
    /// cut, for tests.
    void cut(const std::string& name, bool off = true);

private:
    friend class local_transport;
    class listening;

    struct listener {
        std::string name; // of its transport
        std::string subject;
        boost::asio::any_io_executor home;
        std::shared_ptr<const packet_handler> hears;
    };

    bool is_cut(const std::string& name) const;

    mutable std::mutex mutex_;
    std::uint64_t numbers_ = 0;
    std::map<std::uint64_t, listener> listeners_;
    std::set<std::string> cut_;
};

class local_transport final : public transport {
public:
    /// `name` is told from others by local_exchange::cut().
    local_transport(boost::asio::any_io_executor home,
                    std::shared_ptr<local_exchange> over,
                    std::string name = {});

    bool send(std::string_view subject, std::string_view reply_to, std::string_view bytes) override;
    subscription listen(const std::string& subject, packet_handler hears) override;
    bool connected() const override;

private:
    boost::asio::any_io_executor home_;
    std::shared_ptr<local_exchange> over_;
    std::string name_;
};

} // namespace thimble::service::bus
