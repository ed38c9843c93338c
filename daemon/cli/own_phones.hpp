// Phones that this process drives itself while a person is led along a list.
#pragma once

#include "daemon/cli/debug_journal.hpp"
#include "daemon/control/ownership.hpp"
#include "daemon/execution/phone_host.hpp"
#include "daemon/settings/options.hpp"

#include <filesystem>
#include <memory>
#include <string>

namespace thimble::daemon {

/// Home thread. Work on a phone may outlast whoever began it, and not this.
class own_phones {
public:
    /// `first`: UDID of the only phone that is driven; empty: none before choose(). `runners`:
    /// installed ones are kept running.
    own_phones(const options& given,
               const boost::asio::any_io_executor& home,
               debug_journal kept,
               const std::filesystem::path& runtime_directory,
               std::string first,
               bool runners,
               const std::shared_ptr<spdlog::logger>& log);

    phone_host& host() { return host_; }
    void choose(const std::string& udid) { chosen_ = udid; }

    /// True when a blocking call has been left behind; then this must not be destroyed.
    bool hangs() const { return host_.fleet().stuck_calls() > 0; }

private:
    debug_journal journal_;
    ownership owners_;
    std::string chosen_;
    phone_host host_;
};

} // namespace thimble::daemon
