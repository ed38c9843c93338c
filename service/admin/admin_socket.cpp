#include "service/admin/admin_socket.hpp"

#include "async/deadline.hpp"
#include "service/admin/admin_commands.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/write.hpp>

#include <cerrno>
#include <sys/stat.h>

namespace thimble::service {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {
constexpr std::chrono::seconds client_time{10}; // for its request, our work and its reading
constexpr std::chrono::milliseconds pause_after_failed_accept{100};
} // namespace

admin_socket::admin_socket(asio::any_io_executor home,
                           fs::path path,
                           store::database& kept,
                           take_over changes,
                           std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), path_(std::move(path)), store_(kept), take_over_(std::move(changes)),
      log_(std::move(log)), acceptor_(home_)
{
}

admin_socket::~admin_socket()
{
    std::error_code ignored;
    if (opened_)
        fs::remove(path_, ignored);
}

fs::path admin_socket::path_in(const fs::path& state_dir)
{
    return state_dir / "admin.sock";
}

std::expected<void, std::string> admin_socket::open()
{
    std::error_code ignored;
    fs::remove(path_, ignored); // the state directory is ours alone, so its owner has ended
    try {
        acceptor_.open();
        acceptor_.bind(protocol::endpoint(path_.string()));
        opened_ = true;
        if (::chmod(path_.c_str(), 0600) != 0) // nobody can connect before listen()
            throw boost::system::system_error(errno, boost::system::system_category());
        acceptor_.listen();
    } catch (const boost::system::system_error& problem) {
        return std::unexpected("Cannot make the socket " + path_.string() + ": " +
                               problem.code().message());
    }
    return {};
}

asio::awaitable<void> admin_socket::run()
{
    asio::steady_timer pause(home_);
    for (;;) {
        boost::system::error_code failed;
        auto client =
            co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, failed));
        if (failed == asio::error::operation_aborted)
            throw boost::system::system_error(failed);
        if (!failed) {
            co_await async::within(client_time, serve(client));
            continue;
        }
        log_->warn("cannot accept an operator's command: {}", failed.message());
        pause.expires_after(pause_after_failed_accept);
        co_await pause.async_wait(asio::use_awaitable);
    }
}

/// Whether the client has its answer.
asio::awaitable<bool> admin_socket::serve(protocol::socket& client)
{
    std::string line;
    boost::system::error_code failed;
    co_await asio::async_read_until(client, asio::dynamic_buffer(line, longest_admin_line), '\n',
                                    asio::redirect_error(asio::use_awaitable, failed));
    if (failed)
        co_return false;
    const auto said = to_line(co_await answer(std::move(line)));
    co_await asio::async_write(client, asio::buffer(said),
                               asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

asio::awaitable<admin_answer> admin_socket::answer(std::string line)
{
    const auto asked = parse_admin_request(line);
    if (!asked)
        co_return admin_answer{.done = false, .text = "This is no command that can be understood"};
    auto out = co_await store_.write(
        [what = *asked](store::transaction& on) { return run_admin_command(on, what); });
    if (!out)
        co_return admin_answer{.done = false, .text = "The database: " + out.error().text};
    if (out->done && !co_await take_over_())
        co_return admin_answer{.done = false,
                               .text = "It is written down, but the running service could not "
                                       "read it again; restart the service"};
    log_->info("an operator's command: {}: {}", asked->command, out->done ? "done" : "refused");
    co_return std::move(*out);
}

} // namespace thimble::service
