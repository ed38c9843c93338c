// thimble-phone: virtual iPhones behind a usbmuxd socket, until SIGINT or SIGTERM.
#include "virtualphone/program/options.hpp"
#include "virtualphone/program/usb_world.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <spdlog/sinks/stdout_sinks.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>

namespace thimble::virtualphone {
namespace {

constexpr std::chrono::seconds leaving_time{2};

std::shared_ptr<spdlog::logger> make_log(const std::string& level)
{
    auto log = std::make_shared<spdlog::logger>("thimble-phone",
                                                std::make_shared<spdlog::sinks::stderr_sink_st>());
    log->set_level(spdlog::level::from_str(level));
    return log;
}

void print(const std::string& line)
{
    std::fputs((line + "\n").c_str(), stdout);
    std::fflush(stdout);
}

/// Scripts wait for the last line.
void announce(const usb_world& world, const std::string& mux, const std::string& control)
{
    for (const controlled_phone& one : world.phones()) {
        const operating_system& os = one.device->os;
        print(fmt::format("phone {} \"{}\" {} iOS {}", os.who().udid, os.who().name,
                          os.hardware().name, os.ios().version));
    }
    print("USBMUXD_SOCKET_ADDRESS=" + mux);
    print("control " + control);
    print("ready");
}

exit_code fail(const std::string& why)
{
    std::fputs(("thimble-phone: " + why + "\n").c_str(), stderr);
    return exit_code::failed;
}

/// A connection that will not end is left behind after a while.
void leave(boost::asio::io_context& home)
{
    home.restart();
    home.run_for(leaving_time);
    if (!home.stopped())
        std::_Exit(static_cast<int>(exit_code::ok));
}

exit_code run(const options& wanted)
{
    boost::asio::io_context home(1);
    usb_world world(home.get_executor(), wanted.socket, make_log(wanted.log_level));
    if (!wanted.pair_records.empty())
        if (const auto kept = world.keep_pairings(pairing_folder(wanted.pair_records)); !kept)
            return fail(kept.error());
    for (const phone_description& described : wanted.phones)
        if (const auto added = world.add(described, wanted.device_time, wanted.runner_times);
            !added)
            return fail(added.error());
    if (const auto started = world.mux().start(); !started)
        return fail(started.error());
    const auto control =
        control_server::open(home.get_executor(), wanted.control, world.phones(), world);
    if (!control)
        return fail(control.error());
    boost::asio::signal_set signals(home, SIGINT, SIGTERM);
    signals.async_wait([&](boost::system::error_code, int) { home.stop(); });
    announce(world, world.mux().address(), (*control)->address());
    home.run();
    (*control)->stop();
    world.stop();
    leave(home);
    return exit_code::ok;
}

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN);
    const auto wanted = parse_options(argc, argv);
    if (wanted)
        return static_cast<int>(run(*wanted));
    std::fputs(wanted.error().text.c_str(), wanted.error().code == exit_code::ok ? stdout : stderr);
    return static_cast<int>(wanted.error().code);
}

} // namespace
} // namespace thimble::virtualphone

int main(int argc, char** argv)
try {
    return thimble::virtualphone::main(argc, argv);
} catch (const std::exception& error) {
    std::fputs((std::string("thimble-phone: ") + error.what() + "\n").c_str(), stderr);
    return 1;
}
