// Looks for an element with a model's finder, where neither tree nor text had it.
#pragma once

#include "metrics/metrics.hpp"
#include "models/client.hpp"
#include "service/accounts/rate_limit.hpp"
#include "service/phones/desktop.hpp"
#include "service/vision/detection.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace thimble::service::vision {

/// A touch at the place where an element was seen, and what its result says of it.
struct seen_touch {
    link::action what;
    link::coordinate_space space; // that the place belongs to
    nlohmann::json value;         // "element"
};

/// Home thread. Its arguments outlive it.
class element_finder {
public:
    using time = std::chrono::steady_clock::time_point;

    /// Puts what a prompt has cost, in micro-dollars, on an account's bill.
    using biller = std::function<void(const std::string& account_id, std::int64_t cost)>;

    element_finder(boost::asio::any_io_executor home,
                   models::client& asked,
                   metrics& meter,
                   biller bill,
                   std::shared_ptr<spdlog::logger> log);

    /// True where another look makes sense: at a touch at one element, of which the desktop has
    /// said that no element and no text fits. Not where several do.
    static bool may_find(const link::action& what, const link::result& refused);

    /// The touch that was `refused`, at the place where the model sees the element on a picture
    /// that `via` takes now. Nothing where it does not see it, or not by `deadline`; ends when it
    /// is cancelled; nothing where the account has had its looks of this minute. It touches
    /// nothing.
    boost::asio::awaitable<std::optional<seen_touch>> find(std::shared_ptr<desktop> via,
                                                           std::string account_id,
                                                           link::command refused,
                                                           time deadline);

    const boost::asio::any_io_executor& home() const noexcept { return home_; }

private:
    boost::asio::awaitable<std::optional<link::frame>>
    look(std::shared_ptr<desktop> via, std::string udid, time deadline);
    boost::asio::awaitable<std::optional<detection>>
    ask(std::string selector, std::string account_id, screen::picture shown, time deadline);

    boost::asio::any_io_executor home_;
    models::client& model_;
    metrics& meter_;
    rate_limiter looks_; // by account
    biller bill_;
    std::shared_ptr<spdlog::logger> log_;
};

/// nullptr where no model is configured, or no account is granted a look.
std::unique_ptr<element_finder> finder_with(const boost::asio::any_io_executor& home,
                                            models::client* asked,
                                            metrics& meter,
                                            element_finder::biller bill,
                                            const std::shared_ptr<spdlog::logger>& log);

} // namespace thimble::service::vision
