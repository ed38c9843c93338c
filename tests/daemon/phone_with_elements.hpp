// A scripted phone whose screen holds what a test says.
#pragma once

#include "tests/daemon/scripted_alert.hpp"
#include "tests/daemon/scripted_phone.hpp"

namespace thimble::daemon {

/// Home thread.
class phone_with_elements final : public scripted_phone, public device::element_reader {
public:
    using scripted_phone::scripted_phone;

    std::vector<device::element> on_screen;
    bool has_tree = true;
    scripted_alert front_alert;
    int tree_reads = 0;

    device::element_reader* elements() override { return has_tree ? this : nullptr; }

    device::alert_reader* alerts() override { return &front_alert; }

    boost::asio::awaitable<device::result<device::element_list>> read() override
    {
        ++tree_reads;
        co_return device::element_list{.elements = on_screen, .shown = *told.interface};
    }
};

} // namespace thimble::daemon
