// One open connection of RemoteXPC, for as long as a test uses it.
#pragma once

#include "device/coredevice/remote_xpc.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/fake_service.hpp"
#include "tests/device/run_until_done.hpp"

namespace thimble::tests {

/// Runs `body` with an open connection to `service`.
template <class Body>
void converse(boost::asio::io_context& context, fake_service& service, Body body)
{
    const auto whole = [&]() -> boost::asio::awaitable<bool> {
        auto opened = co_await device::coredevice::remote_xpc::open(service.connect(),
                                                                    std::chrono::seconds(20));
        REQUIRE(opened);
        co_await body(*opened);
        co_return true;
    };
    CHECK(run_until_done(context, whole()));
}

} // namespace thimble::tests
