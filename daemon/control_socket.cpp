#include "daemon/control_socket.hpp"

#include "async/deadline.hpp"
#include "async/exception_text.hpp"
#include "async/race.hpp"
#include "daemon/control_handler.hpp"
#include "daemon/control_peer.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <spdlog/fmt/fmt.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using socket = asio::local::stream_protocol::socket;

namespace {

constexpr std::string_view prefix = "control-";
constexpr std::string_view suffix = ".sock";
constexpr std::size_t most_clients = 32;
constexpr std::chrono::seconds request_time{5};
constexpr std::chrono::seconds answer_time{30};
constexpr std::chrono::milliseconds pause_after_failure{100};

/// The process whose control socket has that name.
std::optional<pid_t> process_of(std::string_view name)
{
    if (!name.starts_with(prefix) || !name.ends_with(suffix))
        return std::nullopt;
    name.remove_prefix(prefix.size());
    name.remove_suffix(suffix.size());
    pid_t process = 0;
    const auto [stopped, error] = std::from_chars(name.begin(), name.end(), process);
    if (error != std::errc{} || stopped != name.end() || process <= 0)
        return std::nullopt;
    return process;
}

/// A process that was killed could not remove its own.
void remove_dead_sockets(const fs::path& directory)
{
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(directory, ignored)) {
        const auto process = process_of(entry.path().filename().string());
        if (process && ::kill(*process, 0) != 0 && errno == ESRCH)
            fs::remove(entry.path(), ignored);
    }
}

using request_or_error = std::expected<control_request, control_answer>;

control_answer too_late()
{
    return error_answer("REQUEST_TIMEOUT", "The request did not come in time; send one line.");
}

/// One line. Whoever leaves without having sent one gets an answer that does not arrive.
asio::awaitable<request_or_error> read_request(socket& client)
{
    std::string received;
    boost::system::error_code failed;
    const std::size_t length =
        co_await asio::async_read_until(client, asio::dynamic_buffer(received, longest_request),
                                        '\n', asio::redirect_error(asio::use_awaitable, failed));
    if (failed == asio::error::operation_aborted)
        co_return std::unexpected(too_late());
    if (failed == asio::error::not_found)
        co_return std::unexpected(
            error_answer("PAYLOAD_TOO_LARGE", "The request is too long; it must be one line."));
    co_return parse_request(std::string_view(received).substr(0, length));
}

asio::awaitable<bool> write_answer(socket& client, const control_answer& what)
{
    const std::string line = to_line(what);
    const std::array<asio::const_buffer, 2> all{asio::buffer(line), asio::buffer(what.picture)};
    boost::system::error_code failed;
    co_await asio::async_write(client, all, asio::redirect_error(asio::use_awaitable, failed));
    co_return !failed;
}

/// A client has nothing to say before it has its answer: what comes is its end.
asio::awaitable<control_answer> until_gone(socket& client)
{
    boost::system::error_code failed;
    co_await client.async_wait(socket::wait_read,
                               asio::redirect_error(asio::use_awaitable, failed));
    co_return control_answer{};
}

asio::awaitable<void> serve(socket client, phone_host& phones, std::shared_ptr<spdlog::logger> log)
{
    auto request = (co_await async::within(request_time, read_request(client)))
                       .value_or(std::unexpected(too_late()));
    if (!request) {
        co_await async::within(answer_time, write_answer(client, request.error()));
        co_return;
    }
    const auto first =
        co_await async::race(answer_to(std::move(*request), phones), until_gone(client));
    if (first.index() != 0) {
        log->info("whoever asked over the control socket has gone");
        co_return;
    }
    co_await async::within(answer_time, write_answer(client, std::get<0>(first)));
}

} // namespace

control_socket::control_socket(asio::any_io_executor home,
                               fs::path path,
                               phone_host& phones,
                               std::shared_ptr<spdlog::logger> log)
    : home_(std::move(home)), path_(std::move(path)), phones_(phones), log_(std::move(log)),
      acceptor_(home_), clients_(home_, [log = log_](const std::exception_ptr& problem) {
          log->error("the control socket failed a client: {}", async::exception_text(problem));
      })
{
}

control_socket::~control_socket()
{
    std::error_code ignored;
    if (opened_)
        fs::remove(path_, ignored);
}

fs::path control_socket::path_in(const fs::path& runtime_directory)
{
    return runtime_directory / fmt::format("{}{}{}", prefix, ::getpid(), suffix);
}

std::expected<void, std::string> control_socket::open()
{
    remove_dead_sockets(path_.parent_path());
    std::error_code ignored;
    fs::remove(path_, ignored); // of a process that had this number before
    try {
        acceptor_.open();
        acceptor_.bind(protocol::endpoint(path_.string()));
        opened_ = true;
        if (::chmod(path_.c_str(), 0600) != 0) // nobody can connect before listen()
            throw boost::system::system_error(errno, boost::system::system_category());
        acceptor_.listen();
    } catch (const boost::system::system_error& problem) {
        return std::unexpected(fmt::format("Cannot make the control socket {}: {}", path_.string(),
                                           problem.code().message()));
    }
    return {};
}

asio::awaitable<void> control_socket::run()
{
    struct cancelled_at_the_end {
        async::task_group& clients;
        ~cancelled_at_the_end() { clients.cancel(); }
    } const guard{clients_};
    for (;;) {
        co_await clients_.until_fewer_than(most_clients);
        co_await accept();
    }
}

/// A failure (too many open files) does not end the socket; it is asked again after a pause.
asio::awaitable<void> control_socket::accept()
{
    boost::system::error_code failed;
    protocol::socket client =
        co_await acceptor_.async_accept(asio::redirect_error(asio::use_awaitable, failed));
    if (failed == asio::error::operation_aborted)
        throw boost::system::system_error(failed);
    if (failed) {
        log_->error("the control socket cannot accept a client: {}", failed.message());
        asio::steady_timer pause(home_, pause_after_failure);
        co_await pause.async_wait(asio::use_awaitable);
        co_return;
    }
    if (may_ask(client))
        clients_.spawn(serve(std::move(client), phones_, log_));
}

bool control_socket::may_ask(protocol::socket& client) const
{
    const auto user = peer_user(client.native_handle());
    if (user == ::geteuid() || user == uid_t{0})
        return true;
    log_->warn("a process of another user came to the control socket and was turned away");
    return false;
}

} // namespace thimble::daemon
