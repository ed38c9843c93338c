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
    std::vector<device::element> of_system; // empty: its tree is that of the app
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

    boost::asio::awaitable<device::result<device::element_list>>
    read_app(std::string /*bundle_id*/) override
    {
        ++tree_reads;
        co_return device::element_list{.elements = of_system.empty() ? on_screen : of_system,
                                       .shown = *told.interface};
    }
};

} // namespace thimble::daemon
