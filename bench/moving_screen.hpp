// A phone whose picture changes all the time.
#pragma once

#include "tests/e2e/virtual_phones.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace thimble::bench {

/// Opens one app after another, quicker than pictures come, until it is destroyed. `phone` outlives
/// it.
class moving_screen {
public:
    moving_screen(const e2e::virtual_phone& phone, std::vector<std::string> apps)
        : thread_([this, &phone, in_turn = std::move(apps)] { open(phone, in_turn); })
    {
    }
    moving_screen(const moving_screen&) = delete;
    moving_screen& operator=(const moving_screen&) = delete;
    ~moving_screen()
    {
        over_ = true;
        thread_.join();
    }

private:
    void open(const e2e::virtual_phone& phone, const std::vector<std::string>& in_turn)
    {
        try {
            for (std::size_t i = 0; !over_; ++i) {
                phone.make("open", {{"bundle_id", in_turn.at(i % in_turn.size())}});
                std::this_thread::sleep_for(std::chrono::milliseconds(25));
            }
        } catch (const std::exception& failed) { // how often the picture changes is printed
            std::fprintf(stderr, "the screen stands still: %s\n", failed.what());
        }
    }

    std::atomic<bool> over_ = false;
    std::thread thread_; // std::jthread is not in every libc++
};

} // namespace thimble::bench
