// Shared by the runs that lead a person along a list: whose phones they are, signals, the end.
#pragma once

#include "daemon/cli/own_phones.hpp"
#include "daemon/phone_view/phone_view.hpp"

#include <boost/asio/io_context.hpp>

#include <expected>
#include <functional>
#include <memory>
#include <string>

namespace thimble::daemon {

/// Has a home thread: that of run_until_done(). `given` outlives it.
class lead_run {
public:
    /// Returns a coroutine; the view outlives it.
    using work = std::function<boost::asio::awaitable<void>(phone_view&)>;

    lead_run(const options& given,
             std::filesystem::path runtime_directory,
             std::shared_ptr<spdlog::logger> log);

    boost::asio::any_io_executor home() { return context_.get_executor(); }
    const std::filesystem::path& runtime_directory() const { return runtime_directory_; }

    /// Throws what `live` throws.
    void run_until_done(boost::asio::awaitable<void> live);

    /// Phones of the other thimbled that listens at `socket`.
    boost::asio::awaitable<void> by(std::filesystem::path socket, work what);

    /// Phones of this process, which are let go only when nothing is under way any more. `first`
    /// and `runners` as for own_phones. The error is a sentence: nothing was done.
    boost::asio::awaitable<std::expected<void, std::string>>
    alone(std::string first, bool runners, work what);

    /// Of the process: a line may still be waited for that nobody types.
    [[noreturn]] void end(int code);

private:
    boost::asio::awaitable<void> leave_after(boost::asio::awaitable<void> what);

    const options& given_;
    std::filesystem::path runtime_directory_;
    std::shared_ptr<spdlog::logger> log_;
    boost::asio::io_context context_{1};
    std::unique_ptr<own_phones> own_; // until the context has ended
};

/// Ends with SIGINT or SIGTERM.
boost::asio::awaitable<void> until_signalled();

} // namespace thimble::daemon
