// Modes of thimbled that run once. Each returns the process's exit code.
#pragma once

#include "daemon/settings/options.hpp"

namespace thimble::daemon {

/// `thimbled tap X Y` and `thimbled --debug 'ACTION ARGS'`: asks the thimbled that drives the
/// phone; where there is none, drives it for the one action. --debug prints one JSON object on
/// stdout, as a command does with --json; else a command prints what a person reads. Everything
/// else, a command's failure included, goes to stderr.
int run_action(const options& given, const service::environment& variables);

/// `thimbled enroll`: prints the code that a person has to approve, waits until that has happened,
/// and stores who this desktop is; Ctrl-C gives up. The code and the desktop's id go to stdout,
/// everything else to stderr. exit_failed where nobody approved, the service refused or the desktop
/// has enrolled before; exit_unavailable where the service is not reached.
int run_enroll(const options& given, const service::environment& variables);

/// `thimbled mcp`: joins a thimbled of this user that serves the phones of this machine, or starts
/// one that ends half a minute after its last client, and passes lines on until the input or that
/// thimbled ends. Nothing but the protocol's lines goes to stdout.
int run_mcp(const options& given, const service::environment& variables);

/// `thimbled setup`: leads a phone from its box to the first touch that is seen, by the view of the
/// thimbled that drives it, else by its own. Ctrl-C ends it; begun again, it goes on where the
/// phone is. exit_failed unless the phone is ready.
int run_setup(const options& given, const service::environment& variables);

/// `thimbled try`: goes through harmless things with a person who looks at the phone, and writes
/// what came of them to a file. exit_failed where it has not come to its end, exit_cannot_create
/// where the file is there already or cannot be written.
int run_try(const options& given, const service::environment& variables);

/// `thimbled sign-in`: prints a link of each running thimbled that serves pages; exit_failed when
/// there is none.
int run_sign_in(const service::environment& variables);

/// `thimbled status`: prints lines for a person, or one JSON object; each second anew where it is
/// to watch, until SIGINT or SIGTERM. exit_failed when no thimbled runs, which whoever watches
/// waits for.
int run_status(const options& given, const service::environment& variables);

} // namespace thimble::daemon
