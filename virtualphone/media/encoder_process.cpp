#include "virtualphone/media/encoder_process.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

extern char** environ; // NOLINT(readability-redundant-declaration): macOS declares it nowhere

namespace thimble::virtualphone::media {
namespace {

namespace asio = boost::asio;

constexpr auto encoder_name = "x265";
// Else a picture waits for the next one's bytes. Homebrew puts a letter before GNU's names.
constexpr std::array<std::string_view, 2> unbuffered_names{"stdbuf", "gstdbuf"};

/// The file that the shell would run; empty: none.
std::string find_program(std::string_view name)
{
    const char* const path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe): nobody sets it
    std::string_view rest = path == nullptr ? "" : path;
    while (!rest.empty()) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        const std::string file = fmt::format("{}/{}", rest.substr(0, colon), name);
        if (::access(file.c_str(), X_OK) == 0)
            return file;
        rest.remove_prefix(std::min(colon + 1, rest.size()));
    }
    return {};
}

std::string find_unbuffered()
{
    for (const std::string_view name : unbuffered_names)
        if (auto file = find_program(name); !file.empty())
            return file;
    return {};
}

/// Both ends, closed with this unless they are released.
class pipe_ends {
public:
    pipe_ends()
    {
        if (::pipe(ends_.data()) != 0)
            throw std::system_error(errno, std::generic_category(), "pipe");
        for (const int end : ends_)
            ::fcntl(end, F_SETFD, FD_CLOEXEC);
    }
    pipe_ends(const pipe_ends&) = delete;
    pipe_ends& operator=(const pipe_ends&) = delete;
    ~pipe_ends()
    {
        for (const int end : ends_)
            if (end >= 0)
                ::close(end);
    }

    int reading() const { return ends_[0]; }
    int writing() const { return ends_[1]; }
    int release_reading() { return std::exchange(ends_[0], -1); }
    int release_writing() { return std::exchange(ends_[1], -1); }

private:
    std::array<int, 2> ends_{-1, -1};
};

class file_actions {
public:
    file_actions(int input, int output)
    {
        ::posix_spawn_file_actions_init(&value_);
        ::posix_spawn_file_actions_adddup2(&value_, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&value_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_addopen(&value_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
        ::posix_spawn_file_actions_addclosefrom_np(&value_, STDERR_FILENO + 1);
#endif
    }
    file_actions(const file_actions&) = delete;
    file_actions& operator=(const file_actions&) = delete;
    ~file_actions() { ::posix_spawn_file_actions_destroy(&value_); }

    const posix_spawn_file_actions_t* get() const { return &value_; }

private:
    posix_spawn_file_actions_t value_{};
};

/// The program hears of a broken pipe although this one does not want to.
class attributes {
public:
    attributes()
    {
        sigset_t defaults;
        ::sigemptyset(&defaults);
        ::sigaddset(&defaults, SIGPIPE);
        ::posix_spawnattr_init(&value_);
        ::posix_spawnattr_setsigdefault(&value_, &defaults);
        short flags = POSIX_SPAWN_SETSIGDEF;
#ifdef POSIX_SPAWN_CLOEXEC_DEFAULT
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
        ::posix_spawnattr_setflags(&value_, flags);
    }
    attributes(const attributes&) = delete;
    attributes& operator=(const attributes&) = delete;
    ~attributes() { ::posix_spawnattr_destroy(&value_); }

    const posix_spawnattr_t* get() const { return &value_; }

private:
    posix_spawnattr_t value_{};
};

/// One key picture at the beginning and none after it, no picture that waits for a later one, and
/// no more bits than a phone sends.
std::vector<std::string> command_line(const std::string& unbuffered, const std::string& encoder)
{
    return {unbuffered,
            "-o0",
            encoder,
            "--y4m",
            "--input",
            "-",
            "--output",
            "-",
            "--preset",
            "ultrafast",
            "--tune",
            "zerolatency",
            "--bframes",
            "0",
            "--rc-lookahead",
            "0",
            "--frame-threads",
            "1",
            "--pools",
            "2",
            "--keyint",
            "-1",
            "--no-scenecut",
            "--no-open-gop",
            "--no-info",
            "--hash",
            "3",
            "--crf",
            "23",
            "--vbv-maxrate",
            "6000",
            "--vbv-bufsize",
            "6000",
            "--colorprim",
            "bt709",
            "--transfer",
            "bt709",
            "--colormatrix",
            "bt709",
            "--range",
            "limited",
            "--log-level",
            "none",
            "--no-progress"};
}

} // namespace

std::string missing_for_encoder()
{
    constexpr auto not_in_path = "the program {} is not in PATH";
    if (find_program(encoder_name).empty())
        return fmt::format(not_in_path, encoder_name);
    return find_unbuffered().empty() ? fmt::format(not_in_path, unbuffered_names.front()) : "";
}

std::expected<std::unique_ptr<encoder_process>, std::string>
encoder_process::start(const asio::any_io_executor& home)
{
    if (auto missing = missing_for_encoder(); !missing.empty())
        return std::unexpected(std::move(missing));
    const std::string program = find_unbuffered();
    auto words = command_line(program, find_program(encoder_name));
    std::vector<char*> arguments;
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pipe_ends input;
    pipe_ends output;
    const file_actions files(input.reading(), output.writing());
    const attributes how;
    pid_t id = 0;
    if (const int error =
            ::posix_spawn(&id, program.c_str(), files.get(), how.get(), arguments.data(), environ);
        error != 0)
        return std::unexpected(fmt::format("{} does not start: {}", encoder_name,
                                           std::generic_category().message(error)));
    return std::unique_ptr<encoder_process>(
        new encoder_process(home, id, input.release_writing(), output.release_reading()));
}

encoder_process::encoder_process(const asio::any_io_executor& home, pid_t id, int to, int from)
    : id_(id), to_(home, to), from_(home, from)
{
}

encoder_process::~encoder_process()
{
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
}

asio::awaitable<void> encoder_process::write(byte_view frames)
{
    co_await asio::async_write(to_, asio::buffer(frames.data(), frames.size()),
                               asio::use_awaitable);
}

asio::awaitable<std::size_t> encoder_process::read_some(std::span<std::uint8_t> to)
{
    co_return co_await from_.async_read_some(asio::buffer(to.data(), to.size()),
                                             asio::use_awaitable);
}

} // namespace thimble::virtualphone::media
