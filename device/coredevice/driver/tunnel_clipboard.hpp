// The clipboard through the phone's pasteboard service: nothing is brought to the front.
#pragma once

#include "device/coredevice/driver/tunnel_keeper.hpp"

namespace thimble::device::coredevice {

class tunnel_clipboard final : public device::clipboard {
public:
    explicit tunnel_clipboard(tunnel_keeper& through) : tunnel_(through) {}

    boost::asio::awaitable<result<std::string>> read() override;
    boost::asio::awaitable<result<void>> write(std::string text) override;

private:
    tunnel_keeper& tunnel_;
};

} // namespace thimble::device::coredevice
