// The directory at the end of a zip archive, compared with the headers in front of its entries.
#pragma once

#include "device/packages/package_rules.hpp"

#include <functional>
#include <span>

namespace thimble::device::packages {

/// Fills `to` from a place of the archive; false where the archive ends before.
using bytes_of_archive = std::function<bool(std::uint64_t at, std::span<char> to)>;

/// Phones read names and sizes in the directory, libarchive in the headers and without comparing
/// the two: what is checked here has to be what is unpacked there. Bytes that the directory says
/// the entries unpack to; 0 where the archive has no directory, which its reader will tell.
///
/// Failures: package_damaged, where anything that is read in both differs, or where it is not clear
/// which directory is meant; package_too_large; cancelled.
result<std::uint64_t> check_zip_directory(const bytes_of_archive& archive,
                                          std::uint64_t archive_bytes,
                                          const package_limits& limits);

} // namespace thimble::device::packages
