// The notifications of a phone (Darwin's notify): names without content, from anybody to anybody.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/steady_timer.hpp>

#include <deque>
#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// Home thread only.
class notification_center {
public:
    /// Hears what it has asked for as long as it lives. The center outlives it.
    class observer {
    public:
        static constexpr std::size_t most_names = 256;
        static constexpr std::size_t most_waiting = 1024; // what is more is not heard

        observer(notification_center& of, boost::asio::any_io_executor home);
        observer(const observer&) = delete;
        observer& operator=(const observer&) = delete;
        ~observer();

        void observe(const std::string& name);

        /// Heard if asked for.
        void hear(std::string_view name);

        /// The next notification; one waiter at a time. Cancellation throws system_error.
        boost::asio::awaitable<std::string> next();

    private:
        notification_center& center_;
        std::set<std::string, std::less<>> names_;
        std::deque<std::string> waiting_;
        boost::asio::steady_timer arrival_;
    };

    void post(std::string_view name);

private:
    std::set<observer*> observers_;
};

} // namespace thimble::virtualphone
