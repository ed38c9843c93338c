#include "http/file_body.hpp"

#include "async/worker.hpp"

#include <boost/asio/buffer.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <unistd.h>
#include <utility>
#include <vector>

namespace thimble::service::http {

namespace asio = boost::asio;

namespace {

constexpr std::size_t file_piece = 256UL * 1024; // bytes
constexpr std::chrono::seconds read_time{10};    // for the disk, and for the end to be heard

/// Of the disk's thread; shared with a call that is left behind.
struct opened_file {
    explicit opened_file(std::filesystem::path where) : path(std::move(where)) {}
    opened_file(const opened_file&) = delete;
    opened_file& operator=(const opened_file&) = delete;
    ~opened_file()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }

    /// Shorter than asked for at the end of the file; empty where it cannot be read.
    std::vector<std::byte> read(std::uint64_t at, std::size_t most)
    {
        if (descriptor < 0)
            descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
        std::vector<std::byte> out(most);
        ssize_t count = -1;
        do
            count = descriptor < 0
                        ? -1
                        : ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(at));
        while (count < 0 && descriptor >= 0 && errno == EINTR);
        out.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        return out;
    }

    std::filesystem::path path;
    int descriptor = -1;
};

/// Piece by piece, until the client has all of it or takes no more. One that has closed its own
/// side may still be reading.
asio::awaitable<void> send_file(open_body& body,
                                async::worker& disk,
                                std::shared_ptr<opened_file> from,
                                byte_range what,
                                std::chrono::milliseconds time,
                                const bool& draining)
{
    while (what.length > 0 && !draining) {
        const auto most =
            static_cast<std::size_t>(std::min<std::uint64_t>(what.length, file_piece));
        auto call = [from, at = what.first, most] { return from->read(at, most); };
        const auto piece = co_await disk.run_within(read_time, std::move(call));
        if (!piece || piece->empty())
            co_return;
        if (!co_await body.write({asio::buffer(*piece)}, time))
            co_return;
        what.first += piece->size();
        what.length -= piece->size();
    }
}

} // namespace

file_body::file_body(std::filesystem::path file, byte_range what, std::chrono::milliseconds time)
    : file_(std::move(file)), what_(what), time_(time)
{
}

asio::awaitable<void> file_body::run(stream with, request first)
{
    first = {};
    const auto home = with.get_executor();
    open_body body(std::move(with));
    async::worker disk(home);
    const auto from = std::make_shared<opened_file>(file_);
    co_await send_file(body, disk, from, what_, time_, draining_);
    co_await body.shut_down(read_time);
}

response file_head(const byte_range& what)
{
    response out;
    out.set("Content-Length", std::to_string(what.length));
    out.set("Accept-Ranges", "bytes");
    out.set("X-Content-Type-Options", "nosniff");
    out.open_ended = true;
    return out;
}

} // namespace thimble::service::http
