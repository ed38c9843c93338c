// Jobs whose results are stored, told to the nodes with the links of their desktops: those of one
// moment together.
#pragma once

#include "service/nodes/channel.hpp"

#include <boost/asio/any_io_executor.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace thimble::service::nodes {

/// Home thread. Where a message is lost, the journals tell of its jobs again at their next links.
class settled_jobs {
public:
    using by_link = std::map<link_of_desktop, std::vector<std::string>>; // job ids

    settled_jobs(boost::asio::any_io_executor home, channel& out);

    /// To the node at which that link ends.
    void tell(const std::string& node, const link_of_desktop& on, std::string job_id);

    /// All that has come so far, within the call.
    void tell_now();

    /// Those of a message, without what is none.
    static by_link jobs_in(const envelope& what);

private:
    boost::asio::any_io_executor home_;
    channel& out_;
    std::map<std::string, by_link> waiting_; // by node: to be told
    std::size_t count_ = 0;                  // of those
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

} // namespace thimble::service::nodes
