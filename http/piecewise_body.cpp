#include "http/piecewise_body.hpp"

#include "async/aborted.hpp"
#include "http/open_body.hpp"

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <exception>

namespace thimble::service::http {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds time_to_hear_the_end{10};

/// Empty where it fails: the body breaks off there.
asio::awaitable<std::string> piece_of(const piecewise_body::source& from, byte_range part)
{
    try {
        co_return co_await from(part);
    } catch (const std::exception& error) {
        async::throw_if_aborted(error);
        co_return std::string();
    }
}

} // namespace

asio::awaitable<void> piecewise_body::run(stream with, request first)
{
    first = {};
    open_body body(std::move(with));
    while (what_.length > 0 && !draining_) {
        const auto bytes = co_await piece_of(
            from_, {.first = what_.first, .length = std::min(what_.length, piece)});
        if (bytes.empty() || bytes.size() > what_.length)
            break;
        if (!co_await body.write({asio::buffer(bytes)}, time_))
            break;
        what_.first += bytes.size();
        what_.length -= bytes.size();
    }
    co_await body.shut_down(time_to_hear_the_end);
}

} // namespace thimble::service::http
