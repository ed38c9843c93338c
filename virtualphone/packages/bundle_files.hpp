// Those files of an app that decide over its installation. Included by .cpp files of this room
// only.
#pragma once

#include "virtualphone/packages/offered_app.hpp"

#include <map>

namespace thimble::virtualphone::packages {

struct bundle_files {
    plist::bytes info;
    plist::bytes profile; // empty: none
    bool is_signed = false;
    std::map<std::string, plist::bytes, std::less<>> executables; // their beginnings, by name
};

/// Refusals: PackageExtractionFailed, PackageInspectionFailed.
std::expected<bundle_files, refusal> read_bundle_files(const file_tree& files,
                                                       std::string_view path);

} // namespace thimble::virtualphone::packages
