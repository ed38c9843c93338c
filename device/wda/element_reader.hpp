// What is on the screen, by the accessibility tree.
#pragma once

#include "device/capability.hpp"
#include "device/wda/runner.hpp"

namespace thimble::device::wda {

/// Home thread. Needs no session and touches nothing, its own error recovery included. The phone
/// itself answers only once a touch under way has ended.
class element_reader final : public device::element_reader {
public:
    /// Trees are parsed on `parser`.
    element_reader(runner& runner, blocking_client& parser) : runner_(runner), parser_(parser) {}

    boost::asio::awaitable<result<element_list>> read() override;

private:
    boost::asio::awaitable<result<element_list>> ask();

    runner& runner_;
    blocking_client& parser_;
};

} // namespace thimble::device::wda
