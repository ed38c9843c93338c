// Exit codes and last messages of a program, most of all before it has begun.
#pragma once

#include <string>

namespace thimble::service {

/// Exit codes of a process; the numbers are those of sysexits.h where it has one.
enum exit_code : int {
    exit_ok = 0,             // done, or everything is well
    exit_failed = 1,         // the action failed, or something is wrong
    exit_usage = 2,          // the command line makes no sense
    exit_unavailable = 69,   // the port is taken, or the service cannot be reached
    exit_cannot_create = 73, // a directory or file is taken or cannot be used
    exit_configuration = 78, // a configuration file or variable is wrong
};

/// The process is to end now, with something said: help and version on stdout, errors on stderr.
struct early_exit {
    int code = exit_ok;
    std::string text;
};

} // namespace thimble::service
