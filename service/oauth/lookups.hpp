// Threads on which names of strangers are looked up: one that nobody answers for holds up whoever
// has asked for it, and nobody else.
#pragma once

#include "async/worker.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <utility>

namespace thimble::service::oauth {

/// Home thread.
class lookups {
public:
    lookups(boost::asio::any_io_executor home, std::size_t most)
        : home_(std::move(home)), most_(most)
    {
    }

    /// A thread for one look-up on behalf of this network, which is under way for as long as that
    /// is held. nullptr where the network has one under way, also one that nobody waits for any
    /// more, or where there are too many.
    std::shared_ptr<async::worker> take(const std::string& network)
    {
        std::erase_if(threads_, [](const auto& each) {
            return each.second.use_count() == 1 && each.second->calls() == 0;
        });
        if (threads_.size() >= most_ || threads_.contains(network))
            return nullptr;
        return threads_.emplace(network, std::make_shared<async::worker>(home_)).first->second;
    }

private:
    boost::asio::any_io_executor home_;
    std::size_t most_;
    std::map<std::string, std::shared_ptr<async::worker>> threads_; // by network
};

} // namespace thimble::service::oauth
