// thimble-tss: a stand-in for the server that signs developer images, until SIGINT or SIGTERM.
#include "virtualphone/tss/server/server_certificate.hpp"
#include "virtualphone/tss/server/signing_server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <fmt/format.h>
#include <string>

namespace thimble::virtualphone::tss {
namespace {

void print(const std::string& line)
{
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

int fail(const std::string& why)
{
    std::fputs(("thimble-tss: " + why + "\n").c_str(), stderr);
    return 1;
}

/// Scripts wait for the line "ready"; one more follows for each request.
int run(std::string_view address)
{
    boost::asio::io_context home(1);
    auto listener = listen_socket::open(home.get_executor(), address);
    if (!listener)
        return fail(listener.error());
    const auto told = [](const signing_answer& answer) {
        print(answer.status == 0 ? "signed" : fmt::format("refused {}", answer.status));
    };
    boost::asio::signal_set signals(home, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code, int) { home.stop(); });
    boost::asio::co_spawn(home, serve_signing(*listener, make_server_certificate(), told),
                          [&](const std::exception_ptr&) { home.stop(); });
    print("tss " + listener->address());
    print("ready");
    home.run();
    return 0;
}

} // namespace
} // namespace thimble::virtualphone::tss

int main(int argc, char** argv)
try {
    std::signal(SIGPIPE, SIG_IGN);
    if (argc != 2 || argv[1][0] == '-') {
        std::fputs("thimble-tss ADDRESS: signs developer images for virtual phones.\n"
                   "ADDRESS is HOST:PORT, port 0 for any free one, or the path of a Unix socket.\n",
                   stderr);
        return 2;
    }
    return thimble::virtualphone::tss::run(argv[1]);
} catch (const std::exception& error) {
    std::fputs((std::string("thimble-tss: ") + error.what() + "\n").c_str(), stderr);
    return 1;
}
