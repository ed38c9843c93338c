// One attempt to deliver an event to a webhook.
#pragma once

#include "async/worker.hpp"
#include "contract/failure.hpp"
#include "http/client/outside.hpp"

#include <boost/asio/awaitable.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace thimble::service {

using webhook_reach = http::outside_reach;

/// INVALID_ARGUMENT for a URL that no event can be sent to: https alone (http on this machine,
/// where that may be reached), without user and password.
result<void> check_webhook_url(std::string_view url, const webhook_reach& within);

/// Of one that has been found valid.
bool is_encrypted(std::string_view url);

struct webhook_message {
    std::string url; // which has been found valid
    std::string id;  // of the event
    std::string secret;
    std::string body;
};

/// Delivered is whatever was answered with a status from 200 to 299; redirections are not followed.
struct attempt_outcome {
    std::optional<int> status = {}; // of the answer
    std::string error = {};         // a part of a sentence; empty: delivered
};

/// Home thread; the caller limits the time. The name is looked up once, and the connection goes to
/// what was found then and may be reached, and nowhere else; by no proxy.
boost::asio::awaitable<attempt_outcome>
send_webhook(webhook_message what, webhook_reach within, async::worker& resolver);

} // namespace thimble::service
