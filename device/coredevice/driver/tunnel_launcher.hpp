// Opens and ends apps through the phone's app service.
#pragma once

#include "device/coredevice/driver/tunnel_keeper.hpp"

namespace thimble::device::coredevice {

/// Cannot tell which app is in front.
class tunnel_launcher final : public app_launcher {
public:
    explicit tunnel_launcher(tunnel_keeper& through) : tunnel_(through) {}

    boost::asio::awaitable<result<void>> open(std::string bundle_id) override;
    boost::asio::awaitable<result<std::string>> in_front() override;
    boost::asio::awaitable<result<bool>> terminate(std::string bundle_id) override;

private:
    tunnel_keeper& tunnel_;
};

} // namespace thimble::device::coredevice
