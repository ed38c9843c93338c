// Steps of a walk through a package, and the walk through an archive. Included by .cpp files of
// this room only.
#pragma once

#include "device/packages/package_walk.hpp"

namespace thimble::device::packages {

inline constexpr std::size_t block_bytes = 64U << 10U;

/// Visits, and reads of a file what the visitor has left. Links and folders have no content.
result<void>
visit_whole(const package_entry& entry, entry_content& content, const entry_visitor& visit);

result<void> walk_archive(const std::filesystem::path& archive,
                          const package_limits& limits,
                          const entry_visitor& visit);

} // namespace thimble::device::packages
