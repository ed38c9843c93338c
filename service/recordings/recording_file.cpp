#include "service/recordings/recording_file.hpp"

#include "program/whole_write.hpp"

#include <chrono>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace thimble::service {

namespace {

/// For the disk to take what it is given at once.
constexpr std::chrono::seconds append_time{10};

} // namespace

/// Of the disk's thread; shared with a call that is left behind.
struct recording_file::target {
    target(std::shared_ptr<const recording_folders> folders, std::string account, std::string name)
        : in(std::move(folders)), account_id(std::move(account)), id(std::move(name))
    {
    }
    target(const target&) = delete;
    target& operator=(const target&) = delete;
    ~target()
    {
        if (descriptor >= 0)
            ::close(descriptor);
    }

    bool take(std::string_view content)
    {
        if (!opened) {
            opened = true;
            descriptor = in->create(account_id, id);
        }
        return descriptor >= 0 && write_all(descriptor, content);
    }

    std::shared_ptr<const recording_folders> in;
    std::string account_id;
    std::string id;
    bool opened = false;
    int descriptor = -1;
};

recording_file::recording_file(const boost::asio::any_io_executor& home,
                               std::shared_ptr<const recording_folders> in,
                               std::string account_id,
                               std::string id)
    : to_(std::make_shared<target>(std::move(in), std::move(account_id), std::move(id))),
      disk_(home)
{
}

boost::asio::awaitable<bool> recording_file::append(std::vector<std::byte> content)
{
    const auto length = content.size();
    auto call = [to = to_, content = std::move(content)] {
        return to->take({reinterpret_cast<const char*>(content.data()), content.size()});
    };
    const auto done = co_await disk_.run_within(append_time, std::move(call));
    if (!done || !*done)
        co_return false;
    size_ += length;
    co_return true;
}

} // namespace thimble::service
