// A node that stands still.
#pragma once

#include "tests/service/running_service.hpp"

#include <future>
#include <thread>

namespace thimble::service::test {

/// A node that stands still, as a process that is stopped does, until this ends.
class frozen_node {
public:
    explicit frozen_node(running_service& which)
        : thread_([this, &which] {
              which.at_home([this] {
                  held_.set_value();
                  thaw_.get_future().wait();
              });
          })
    {
        held_.get_future().wait();
    }
    frozen_node(const frozen_node&) = delete;
    frozen_node& operator=(const frozen_node&) = delete;
    ~frozen_node()
    {
        thaw_.set_value();
        thread_.join();
    }

private:
    std::promise<void> held_;
    std::promise<void> thaw_;
    std::thread thread_; // last: uses what is above
};

} // namespace thimble::service::test
