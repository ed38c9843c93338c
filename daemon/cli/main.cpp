// thimbled: reads what is asked for and does it.
#include "daemon/cli/app_run.hpp"
#include "daemon/cli/image_run.hpp"
#include "daemon/cli/meant_phone.hpp"
#include "daemon/cli/rest_runs.hpp"
#include "daemon/cli/runner_run.hpp"
#include "daemon/cli/runs.hpp"
#include "daemon/doctor/doctor.hpp"
#include "daemon/serving/connected_mode.hpp"
#include "daemon/serving/local_mode.hpp"
#include "daemon/settings/options.hpp"
#include "program/core_dumps.hpp"

#include <openssl/crypto.h>

#include <csignal>
#include <iostream>
#include <span>

namespace {

using thimble::daemon::options;
using thimble::daemon::program_mode;

int run(const options& given,
        const thimble::service::environment& variables,
        const thimble::daemon::option_reader& read_again)
{
    switch (given.mode) {
    case program_mode::local:
        return thimble::daemon::run_local_mode(given, variables);
    case program_mode::connected:
        return thimble::daemon::run_connected(given, variables, read_again);
    case program_mode::enroll:
        return thimble::daemon::run_enroll(given, variables);
    case program_mode::action:
        return thimble::daemon::run_action(given, variables);
    case program_mode::task:
        return thimble::daemon::run_task(given, variables);
    case program_mode::recording:
        return thimble::daemon::run_recording(given, variables);
    case program_mode::doctor:
        return thimble::daemon::run_doctor(given, variables);
    case program_mode::status:
        return thimble::daemon::run_status(given, variables);
    case program_mode::image:
        return thimble::daemon::run_image(given, variables);
    case program_mode::apps:
        return thimble::daemon::run_app(given, variables);
    case program_mode::runner:
        return thimble::daemon::run_runner_switch(given, variables);
    case program_mode::setup:
        return thimble::daemon::run_setup(given, variables);
    case program_mode::trial:
        return thimble::daemon::run_try(given, variables);
    case program_mode::sign_in:
        return thimble::daemon::run_sign_in(variables);
    case program_mode::mcp:
        return thimble::daemon::run_mcp(given, variables);
    }
    return thimble::service::exit_usage;
}

} // namespace

int main(int argc, char** argv)
{
    thimble::service::forbid_core_dumps();
    // A blocking call to a phone may still be in OpenSSL when the process ends: nothing is torn
    // down under it.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
    // libimobiledevice writes to sockets of phones that may just have been unplugged.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // a file that may not grow is a failed write, not the end
    const auto variables = thimble::service::process_environment();
    const auto read_options = [&] {
        return thimble::daemon::read_options(
            std::span<const char* const>(argv, static_cast<std::size_t>(argc)).subspan(1),
            variables);
    };
    const auto given = read_options();
    if (!given) {
        if (given.error().code == thimble::service::exit_ok)
            std::cout << given.error().text << '\n';
        else
            std::cerr << "thimbled: " << given.error().text << '\n';
        return given.error().code;
    }
    const auto meant = thimble::daemon::with_udid(*given, variables);
    return meant ? run(*meant, variables, read_options) : meant.error();
}
