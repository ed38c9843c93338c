// Apps that hosts have installed, and the files that they have put on the phone for that.
#pragma once

#include "virtualphone/packages/offered_app.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::virtualphone {

/// Shared by the connections of one phone. Home thread only.
struct installed_packages {
    static constexpr std::size_t most_apps = 200;
    static constexpr std::size_t most_of_container = 64U << 20U; // bytes

    /// Of all trees together.
    std::shared_ptr<packages::file_room> room = std::make_shared<packages::file_room>();
    packages::file_tree media; // the root of AFC, with PublicStaging in it
    std::map<std::string, packages::offered_app, std::less<>> apps; // by bundle id
    /// Icons of apps that were refused and have left one, by bundle id.
    std::map<std::string, packages::offered_app, std::less<>> placeholders;
    /// Of apps that were asked for; a connection keeps that of an app that is removed meanwhile.
    std::map<std::string, std::shared_ptr<packages::file_tree>, std::less<>> containers;

    installed_packages();

    /// The files of an app of this id, with the folders that each has. The app is there.
    std::shared_ptr<packages::file_tree> container_of(const std::string& bundle_id);

    /// Content of a file in an app's container, by its path on the phone's disk; nothing: it is not
    /// there.
    std::optional<plist::bytes> read_file_of_app(const std::string& bundle_id,
                                                 std::string_view path) const;
};

} // namespace thimble::virtualphone
