#include "mcp/stdio/line_writer.hpp"

#include "async/aborted.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <utility>

namespace thimble::mcp::stdio {

namespace asio = boost::asio;

namespace {
constexpr std::size_t most_waiting_bytes = 64UL * 1024 * 1024; // some hundred pictures
} // namespace

line_writer::line_writer(asio::posix::stream_descriptor to)
    : out_(std::move(to)), changed_(out_.get_executor())
{
}

void line_writer::write(std::string line)
{
    if (closed_ || broken_)
        return;
    line.push_back('\n');
    waiting_bytes_ += line.size();
    lines_.push_back(std::move(line));
    if (waiting_bytes_ > most_waiting_bytes)
        broken_ = true;
    changed_.notify_all();
}

void line_writer::close()
{
    closed_ = true;
    changed_.notify_all();
}

asio::awaitable<void> line_writer::run()
{
    while (!broken_ && !(closed_ && lines_.empty())) {
        if (lines_.empty()) {
            co_await changed_.wait();
            continue;
        }
        const auto line = std::move(lines_.front());
        lines_.pop_front();
        waiting_bytes_ -= line.size();
        boost::system::error_code failed;
        co_await asio::async_write(out_, asio::buffer(line),
                                   asio::redirect_error(asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        broken_ = broken_ || failed.failed();
    }
}

} // namespace thimble::mcp::stdio
