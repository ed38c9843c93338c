// Two ends of a TLS connection in one process, and bytes that go over them.
#pragma once

#include "device/coredevice/byte_stream.hpp"
#include "tests/device/tunnel/tls_ends.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>

#include <cstddef>
#include <memory>

namespace thimble::bench {

/// Both ends of a TLS connection.
class encrypted_ends {
public:
    explicit encrypted_ends(boost::asio::io_context& context) : phone_(context) {}

    boost::asio::awaitable<void> open();
    void close() const;

    std::unique_ptr<device::coredevice::byte_stream> host;
    std::unique_ptr<device::coredevice::byte_stream> phone;

private:
    boost::asio::awaitable<void> accept();

    tests::tls_phone phone_;
};

/// Throw when the stream ends before.
boost::asio::awaitable<void> read_all(device::coredevice::byte_stream& from, std::size_t count);
boost::asio::awaitable<void> write_all(device::coredevice::byte_stream& to, std::size_t count);

/// Runs the context until `work` is done, and what is due then, for it belongs to this and not to
/// what is measured next. Throws what `work` does.
void run_until_done(boost::asio::io_context& context, boost::asio::awaitable<void> work);

} // namespace thimble::bench
