#include "daemon/control/control_client.hpp"

#include "async/deadline.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <string_view>

namespace thimble::daemon {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using protocol = asio::local::stream_protocol;

namespace {

using answered = std::expected<control_answer, std::string>;

std::string no_answer(const fs::path& path, std::string_view why)
{
    return fmt::format("The thimbled at {} does not answer: {}.", path.string(), why);
}

/// The rest of the picture after what came with the record.
asio::awaitable<void> read_picture(protocol::socket& from, std::string& picture, std::size_t whole)
{
    const std::size_t here = std::min(picture.size(), whole);
    picture.resize(whole);
    co_await asio::async_read(from, asio::buffer(picture.data() + here, whole - here),
                              asio::use_awaitable);
}

asio::awaitable<answered> converse(const fs::path& path, const std::string& request)
{
    protocol::socket server(co_await asio::this_coro::executor);
    co_await server.async_connect(protocol::endpoint(path.string()), asio::use_awaitable);
    co_await asio::async_write(server, asio::buffer(request), asio::use_awaitable);
    std::string received;
    const std::size_t length = co_await asio::async_read_until(
        server, asio::dynamic_buffer(received, longest_record), '\n', asio::use_awaitable);
    auto head = parse_answer(std::string_view(received).substr(0, length));
    if (!head)
        co_return std::unexpected(no_answer(path, "what it says makes no sense"));
    received.erase(0, length);
    co_await read_picture(server, received, head->picture_bytes);
    co_return control_answer{.record = std::move(head->record), .picture = std::move(received)};
}

asio::awaitable<answered> ask(const fs::path& path, const control_request& what)
{
    try {
        co_return co_await converse(path, to_line(what));
    } catch (const boost::system::system_error& problem) {
        if (problem.code() == asio::error::operation_aborted)
            throw;
        co_return std::unexpected(no_answer(path, problem.code().message()));
    }
}

bool is_listened_to(const fs::path& path)
{
    asio::io_context context(1);
    protocol::socket probe(context);
    try {
        probe.connect(protocol::endpoint(path.string()));
        return true;
    } catch (const boost::system::system_error&) {
        return false; // its process died without removing it
    }
}

} // namespace

answered
ask_control(const fs::path& socket, const control_request& what, std::chrono::milliseconds limit)
{
    asio::io_context context(1);
    std::optional<answered> answer;
    std::exception_ptr problem;
    asio::co_spawn(context, async::within(limit, ask(socket, what)),
                   [&](std::exception_ptr thrown, std::optional<answered> came) {
                       problem = std::move(thrown);
                       answer = std::move(came);
                   });
    context.run();
    if (problem)
        std::rethrow_exception(problem);
    return answer.value_or(std::unexpected(
        no_answer(socket, fmt::format("nothing came within {} ms", limit.count()))));
}

std::vector<fs::path> live_control_sockets(const fs::path& runtime_directory)
{
    std::vector<fs::path> found;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(runtime_directory, ignored))
        if (entry.is_socket(ignored) && is_listened_to(entry.path()))
            found.push_back(entry.path());
    std::ranges::sort(found);
    return found;
}

} // namespace thimble::daemon
