#include "daemon/cli/meant_phone.hpp"

#include "daemon/cli/action_report.hpp"
#include "daemon/control/named_phone.hpp"
#include "daemon/control/runtime_directory.hpp"

#include <algorithm>
#include <array>
#include <iostream>

namespace thimble::daemon {

namespace {

constexpr std::array by_udid{program_mode::image, program_mode::apps, program_mode::runner,
                             program_mode::setup, program_mode::trial};

} // namespace

std::expected<options, int> with_udid(options given, const service::environment& variables)
{
    if (!given.phone || std::ranges::find(by_udid, given.mode) == by_udid.end())
        return given;
    const auto directory = runtime_directory::open(variables);
    if (!directory) {
        std::cerr << "thimbled: " << directory.error() << '\n';
        return std::unexpected(service::exit_cannot_create);
    }
    auto udid = udid_of_named(directory->path(), *given.phone);
    if (!udid) {
        std::cerr << text_of_failure(udid.error().record);
        return std::unexpected(service::exit_failed);
    }
    given.phone = std::move(*udid);
    return given;
}

} // namespace thimble::daemon
