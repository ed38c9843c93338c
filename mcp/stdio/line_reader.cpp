#include "mcp/stdio/line_reader.hpp"

#include "async/aborted.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <utility>

namespace thimble::mcp::stdio {

namespace asio = boost::asio;

line_reader::line_reader(asio::posix::stream_descriptor from, std::size_t most_bytes)
    : in_(std::move(from)), most_bytes_(most_bytes)
{
}

asio::awaitable<std::optional<line>> line_reader::next()
{
    while (true) {
        if (auto found = take_line())
            co_return found;
        if (ended_)
            co_return std::nullopt;
        boost::system::error_code failed;
        const auto count = co_await in_.async_read_some(
            asio::buffer(chunk_), asio::redirect_error(asio::use_awaitable, failed));
        async::throw_if_aborted(failed);
        ended_ = failed.failed();
        read_.append(chunk_.data(), count);
        if (ended_ && !read_.empty() && !read_.ends_with('\n'))
            read_.push_back('\n');
    }
}

std::optional<line> line_reader::take_line()
{
    const auto end = read_.find('\n', searched_);
    if (end == std::string::npos) {
        searched_ = read_.size();
        if (read_.size() > most_bytes_) {
            skipping_ = true;
            read_.clear();
            searched_ = 0;
        }
        return std::nullopt;
    }
    line out{.text = read_.substr(0, end), .too_long = skipping_ || end > most_bytes_};
    read_.erase(0, end + 1);
    searched_ = 0;
    skipping_ = false;
    if (out.too_long)
        out.text.clear();
    else if (out.text.ends_with('\r'))
        out.text.pop_back();
    return out;
}

} // namespace thimble::mcp::stdio
