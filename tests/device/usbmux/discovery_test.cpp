// The end of a watch for phones where there is no usbmuxd.
#include "device/usbmux/discovery.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <chrono>
#include <cstdlib>
#include <string>
#include <sys/resource.h>
#include <thread>

namespace thimble::device {

/// A failure hangs: the test's time is its check.
TEST_CASE("a watch for phones ends at any moment without usbmuxd", "[device]")
{
    const e2e::temporary_directory empty;
    const auto nowhere = "UNIX:" + (empty.path() / "usbmuxd").string();
    ::setenv("USBMUXD_SOCKET_ADDRESS", nowhere.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    boost::asio::io_context home;
    for (int round = 0; round < 200; ++round) {
        const discovery watch(home.get_executor(), {});
        // Between none and five milliseconds: before, while and after its thread begins.
        std::this_thread::sleep_for(std::chrono::microseconds(25 * round));
    }
    SUCCEED("all have ended");
}

namespace {

/// No file can be opened while it lives, nor anything else that needs a descriptor.
class no_descriptors {
public:
    no_descriptors()
    {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const rlimit none{.rlim_cur = 0, .rlim_max = before_.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    no_descriptors(const no_descriptors&) = delete;
    no_descriptors& operator=(const no_descriptors&) = delete;
    ~no_descriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

private:
    rlimit before_{};
};

} // namespace

/// Inotify, by which libusbmuxd's thread could be ended, is not to be had then.
TEST_CASE("a watch for phones ends without usbmuxd and descriptors", "[device]")
{
    const e2e::temporary_directory empty;
    const auto nowhere = "UNIX:" + (empty.path() / "usbmuxd").string();
    ::setenv("USBMUXD_SOCKET_ADDRESS", nowhere.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    boost::asio::io_context home;
    const no_descriptors left;
    for (int round = 0; round < 20; ++round)
        const discovery watch(home.get_executor(), {});
    SUCCEED("all have ended");
}

TEST_CASE("whether usbmuxd takes connections is told at once", "[device]")
{
    const e2e::temporary_directory at;
    const auto socket = (at.path() / "usbmuxd").string();
    CHECK_FALSE(usbmuxd_listens("UNIX:" + socket));
    boost::asio::io_context home;
    {
        const boost::asio::local::stream_protocol::acceptor mux(home, socket);
        CHECK(usbmuxd_listens("UNIX:" + socket));
    }
    CHECK_FALSE(usbmuxd_listens("UNIX:" + socket)); // the file is still there
    CHECK(usbmuxd_listens("localhost:27015"));      // nobody waits for an answer of the network
    CHECK(usbmuxd_listens("UNIX:" + std::string(300, 'x')));
}

} // namespace thimble::device
