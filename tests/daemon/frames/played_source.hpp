// A phone's video as a test plays it.
#pragma once

#include "device/video_source.hpp"
#include "tests/daemon/scripted_phone.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace thimble::daemon {

/// Home thread.
class played_source final : public device::video_source {
public:
    [[nodiscard]] async::subscription follow(std::function<void(const device::shared_unit&)> take,
                                             std::function<void()> lost) override
    {
        auto made = std::make_shared<const follower>(
            follower{.take = std::move(take), .lost = std::move(lost)});
        followers_.emplace_back(made);
        return made;
    }

    void want_key() override { ++keys_wanted; }

    std::size_t followers() const
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(followers_, [](const auto& each) { return !each.expired(); }));
    }

    /// The next unit; a key begins another stream.
    void play(bool key = false)
    {
        if (key) {
            ++stream_;
            number_ = 0;
            format_ = std::make_shared<device::video_format>(format);
        }
        auto made = std::make_shared<device::access_unit>();
        made->format = format_;
        made->data = {std::byte{0}, std::byte{0}, std::byte{0}, std::byte{1},
                      std::byte{static_cast<unsigned char>(number_)}};
        made->key = key;
        made->stream = stream_;
        made->number = number_++;
        made->arrived = std::chrono::steady_clock::now();
        made->captured = made->arrived;
        each_follower([&](const follower& who) { who.take(made); });
    }

    /// Nothing can be decoded before the next key.
    void tell_of_loss()
    {
        each_follower([](const follower& who) { who.lost(); });
    }

    int keys_wanted = 0;

    /// Of streams that begin from now on.
    device::video_format format{.codec = "hvc1.1.6.L93.B0",
                                .configuration = std::vector<std::byte>(23, std::byte{1}),
                                .parameter_sets = {},
                                .coded = {.width = 1184, .height = 2560},
                                .shown = {.x = 0, .y = 0, .width = 1184, .height = 2560}};

private:
    struct follower {
        std::function<void(const device::shared_unit&)> take;
        std::function<void()> lost;
    };

    template <class Call>
    void each_follower(Call call)
    {
        for (const auto& each : std::vector(followers_))
            if (const auto who = each.lock())
                call(*who);
    }

    std::vector<std::weak_ptr<const follower>> followers_;
    std::uint64_t stream_ = 1;
    std::uint64_t number_ = 0;
    std::shared_ptr<const device::video_format> format_ =
        std::make_shared<device::video_format>(format);
};

/// An iPhone 15 that encodes its screen itself.
class encoding_phone final : public scripted_phone {
public:
    explicit encoding_phone(const boost::asio::any_io_executor& home) : scripted_phone(home)
    {
        offered.insert(device::capability::video);
    }

    device::video_source* video() override
    {
        return offered.contains(device::capability::video) ? &source : nullptr;
    }

    played_source source;
};

} // namespace thimble::daemon
