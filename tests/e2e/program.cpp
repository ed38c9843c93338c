// fork and exec with files for the output; the build says where our own programs are.
#include "tests/e2e/program.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/e2e/slow_handlers.hpp"
#include "tests/test_failure.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <iostream>
#include <sstream>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace thimble::e2e {

std::filesystem::path find_program(const std::string& name)
{
    const char* const given = std::getenv("THIMBLE_TEST_PROGRAMS"); // NOLINT(concurrency-mt-unsafe)
    const auto ours = std::filesystem::path(given == nullptr ? THIMBLE_BIN_DIR : given) / name;
    return std::filesystem::exists(ours) ? ours : std::filesystem::path(name);
}

namespace {

std::vector<std::string> merged_environment(const environment& changes)
{
    environment all;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const auto equals = text.find('=');
        all[text.substr(0, equals)] = text.substr(equals + 1);
    }
    for (const auto& [name, value] : changes)
        all[name] = value;
    std::vector<std::string> result;
    for (const auto& [name, value] : all)
        result.push_back(name + "=" + value);
    return result;
}

std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> result;
    for (auto& text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

/// In the child: only calls that are allowed between fork and exec.
[[noreturn]] void become(const char* path, char* const* argv, char** envp, int out, int err)
{
    ::dup2(out, STDOUT_FILENO);
    ::dup2(err, STDERR_FILENO);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    environ = envp;
    ::execvp(path, argv);
    ::_exit(127);
}

int create(const std::filesystem::path& file)
{
    const int result = ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (result < 0)
        throw std::system_error(errno, std::generic_category(), file.string());
    return result;
}

} // namespace

program::program(const std::string& name, const arguments& args, const environment& changes)
    : name_(name)
{
    const auto path = find_program(name).string();
    std::vector<std::string> words{path};
    words.insert(words.end(), args.begin(), args.end());
    auto variables = merged_environment(changes);
    auto argv = pointers_to(words);
    auto envp = pointers_to(variables);
    const int out = create(printed_.path() / "out");
    const int err = create(printed_.path() / "err");
    pid_ = ::fork();
    if (pid_ < 0)
        throw std::system_error(errno, std::generic_category(), "fork");
    if (pid_ == 0)
        become(path.c_str(), argv.data(), envp.data(), out, err);
    ::close(out);
    ::close(err);
}

/// A test that fails while the program runs says what the program has said, and how it ended if it
/// has: a refused connection alone does not tell a crash from a slow start.
void program::tell_of_failure()
{
    std::ostringstream told;
    told << name_ << " (pid " << pid_ << ") ";
    if (!has_ended())
        told << "was running";
    else if (ended_->signal != 0)
        told << "had been killed by signal " << ended_->signal;
    else
        told << "had ended with " << ended_->code;
    told << " when the test failed. Its errors:\n" << errors();
    std::cerr << told.str() << std::endl;
}

/// Findings of async/home_watch.hpp in it; those that are not enough to fail are seen in the
/// output.
void program::fail_for_slow_handlers() const
{
    const auto log = errors();
    for (const auto& line : slow_handlers_in(log, std::chrono::milliseconds(0)))
        std::cerr << name_ << ": " << line << std::endl;
    for (const auto& line : slow_handlers_in(log, longest_handler()))
        fail_test(name_ + ": " + line);
}

program::~program()
{
    if (std::uncaught_exceptions() > exceptions_before_)
        tell_of_failure();
    end();
    fail_for_slow_handlers();
}

void program::end()
{
    if (has_ended())
        return;
    send_signal(SIGTERM);
    if (wait(5s))
        return;
    send_signal(SIGKILL);
    wait(5s);
}

std::string program::command_line() const
{
#ifdef __linux__
    return content_of("/proc/" + std::to_string(pid_) + "/cmdline");
#else
    return run("ps", {"-o", "args=", "-p", std::to_string(pid_)}).output;
#endif
}

std::string program::output() const
{
    return content_of(printed_.path() / "out");
}
std::string program::errors() const
{
    return content_of(printed_.path() / "err");
}

bool program::prints(const std::string& text, std::chrono::milliseconds limit)
{
    const auto printed = [&] { return output().find(text) != std::string::npos; };
    eventually(limit, [&] { return printed() || has_ended(); });
    return printed();
}

void program::send_signal(int number) const
{
    ::kill(pid_, number);
}

std::optional<exit_status> program::wait(std::chrono::milliseconds limit)
{
    eventually(limit, [&] { return has_ended(); });
    return ended_;
}

std::optional<exit_status> program::interrupt(std::chrono::milliseconds limit)
{
    if (!has_ended())
        send_signal(SIGINT);
    return wait(limit);
}

bool program::has_ended()
{
    int status = 0;
    if (!ended_ && ::waitpid(pid_, &status, WNOHANG) == pid_) {
        ended_ = WIFEXITED(status) ? exit_status{.code = WEXITSTATUS(status)}
                                   : exit_status{.signal = WTERMSIG(status)};
    }
    return ended_.has_value();
}

run_result run(const std::string& name,
               const arguments& args,
               const environment& changes,
               std::chrono::milliseconds limit)
{
    program started(name, args, changes);
    const auto ended = started.wait(limit);
    return {
        .code = ended ? ended->code : -1, .output = started.output(), .errors = started.errors()};
}

} // namespace thimble::e2e
