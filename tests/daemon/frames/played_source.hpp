// A phone's encoded stream as a test plays it.
#pragma once

#include "async/signal.hpp"
#include "daemon/frames/encoded_source.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace thimble::daemon {

/// Home thread.
class played_source final : public encoded_source {
public:
    explicit played_source(const boost::asio::any_io_executor& home) : changed_(home) {}

    boost::asio::awaitable<device::failure>
    watch(std::function<void(link::access_unit)> on_unit) override
    {
        struct closed {
            played_source& of;
            ~closed() { of.to_ = nullptr; }
        } const mark{*this};
        ++watches;
        to_ = std::move(on_unit);
        while (!failure_)
            co_await changed_.wait();
        co_return device::failure{.what = device::problem::capture,
                                  .phone = device::reached::nothing,
                                  .message = *std::exchange(failure_, std::nullopt),
                                  .cause = ""};
    }

    void restart() override { ++restarts; }

    bool watched() const { return to_ != nullptr; }

    /// The next unit; nobody gets it where nobody watches.
    void play(bool key = false)
    {
        ++number_;
        if (const auto to = to_)
            to(unit(key));
    }

    /// One is lost on its way.
    void lose() { ++number_; }

    void fail(std::string why)
    {
        failure_ = std::move(why);
        changed_.notify_all();
    }

    int watches = 0;
    int restarts = 0;

private:
    link::access_unit unit(bool key) const
    {
        return {.key = key,
                .number = number_,
                .captured_at = std::chrono::system_clock::now(),
                .space = {.size = {.width = 620, .height = 1344}},
                .turn = link::upright_turn::none,
                .configuration = std::make_shared<link::video_configuration>(
                    link::video_configuration{.codec = "hvc1.1.6.L93.B0",
                                              .record = screen::bytes(23, std::byte{1}),
                                              .size = {.width = 1136, .height = 2464}}),
                .data = std::make_shared<screen::bytes>(
                    screen::bytes{std::byte{0}, std::byte{0}, std::byte{0}, std::byte{1},
                                  std::byte{static_cast<unsigned char>(number_)}})};
    }

    std::function<void(link::access_unit)> to_;
    std::uint64_t number_ = 0;
    std::optional<std::string> failure_;
    async::signal changed_;
};

} // namespace thimble::daemon
