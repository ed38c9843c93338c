// A program under test in a process of its own.
#pragma once

#include "tests/e2e/temporary_directory.hpp"

#include <chrono>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace thimble::e2e {

using arguments = std::vector<std::string>;
using environment = std::map<std::string, std::string>;

/// End of a process: an exit code, or the signal that killed it.
struct exit_status {
    int code = -1;
    int signal = 0;
};

/// The program of that name where ours were built, or in the folder that THIMBLE_TEST_PROGRAMS
/// names; or else the name, for the PATH.
std::filesystem::path find_program(const std::string& name);

/// Started by the constructor, ended by the destructor if it has not ended by itself. Its output
/// goes to files, so it never blocks on a reader.
class program {
public:
    /// `name` is one of ours, found where it was built, or one on the PATH. `changes` is laid over
    /// this process's environment.
    program(const std::string& name, const arguments& args, const environment& changes = {});
    program(const program&) = delete;
    program& operator=(const program&) = delete;
    ~program();

    pid_t pid() const noexcept { return pid_; }
    std::string command_line() const; // as other processes see it
    std::string output() const;       // everything on standard output so far
    std::string errors() const;

    /// True if standard output contains `text` before `limit` is over or the program ends.
    bool prints(const std::string& text, std::chrono::milliseconds limit);

    void send_signal(int number) const;

    /// Waits for the end; nothing when it still runs after `limit`.
    std::optional<exit_status> wait(std::chrono::milliseconds limit);

    /// Asks it to end as Ctrl-C would, and waits.
    std::optional<exit_status> interrupt(std::chrono::milliseconds limit);

private:
    bool has_ended();
    void tell_of_failure();
    void end();
    void fail_for_slow_handlers() const;

    std::string name_;
    int exceptions_before_ = std::uncaught_exceptions();
    temporary_directory printed_;
    pid_t pid_ = -1;
    std::optional<exit_status> ended_;
};

/// Output of a program that runs to its end.
struct run_result {
    int code = -1; // -1: it had to be killed
    std::string output;
    std::string errors;
};

run_result run(const std::string& name,
               const arguments& args,
               const environment& changes = {},
               std::chrono::milliseconds limit = std::chrono::seconds(30));

} // namespace thimble::e2e
