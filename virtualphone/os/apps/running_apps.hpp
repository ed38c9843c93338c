// The apps of a phone: which of them run, and which was used last.
#pragma once

#include "virtualphone/os/apps/app.hpp"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace thimble::virtualphone {

class running_apps {
public:
    using installation = std::vector<std::unique_ptr<app>>;

    /// `install` makes all apps as they are before their first use; it is called again for each
    /// app that ends, which loses its state by that.
    explicit running_apps(std::function<installation()> install)
        : install_(std::move(install)), installed_(install_())
    {
    }

    const installation& all() const { return installed_; }
    auto begin() const { return installed_.begin(); }
    auto end() const { return installed_.end(); }
    app* find(std::string_view bundle_id) const;

    /// It has come to the front.
    void used(app& which);
    /// It runs now, if it did not before, as the one that was used least lately.
    void started(app& which);
    /// Running apps, the one used last first.
    const std::vector<app*>& recent() const { return recent_; }
    bool runs(std::string_view bundle_id) const;

    /// Other apps are installed than before. None that goes runs.
    void renew();

    /// False: it does not run. An app that has ended stays in memory until bury_ended().
    bool terminate(std::string_view bundle_id);
    /// Once nothing that was shown or asked before can still mean an app that has ended.
    void bury_ended() { ended_.clear(); }

private:
    std::function<installation()> install_;
    installation installed_;
    installation ended_;
    std::vector<app*> recent_;
};

} // namespace thimble::virtualphone
