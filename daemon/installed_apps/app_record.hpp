// The record of apps that were installed on phones from here, in the state directory.
#pragma once

#include "device/packages/install_record.hpp"
#include "device/runner_package.hpp"

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::daemon {

/// The package of a runner, where it was installed from here and remembered with what is in it.
std::optional<device::runner_package>
package_of_runner(const device::packages::install_record& apps,
                  std::string_view udid,
                  std::string_view bundle_id);

/// installed-apps.json, of mode 0600. Several processes may use it: it is replaced in one step, and
/// changed under a lock that ends with its holder. All of it blocks, for the disk or for another
/// process: for a worker.
class app_record {
public:
    explicit app_record(std::filesystem::path state_dir);

    struct content {
        device::packages::install_record apps;
        std::string problem; // a sentence: not all of it could be read; empty where all is well
    };

    /// Nothing is changed on the disk.
    content read() const;

    /// Applies `change` to what is there. A file that is not understood, or not as a whole, is
    /// set aside first and never overwritten; the sentence returned says where it is, and is empty
    /// otherwise. An error is a sentence; the file is then as it was.
    std::expected<std::string, std::string>
    change(const std::function<void(device::packages::install_record&)>& how) const;

private:
    std::expected<std::string, std::string> set_aside() const;

    std::filesystem::path folder_;
    std::filesystem::path file_;
};

/// Finds such packages in the record of this state directory, as it is then; empty for none. What
/// it returns blocks.
std::function<std::optional<device::runner_package>(const std::string& udid,
                                                    const std::string& bundle_id)>
packages_of_runners(const std::filesystem::path& state_dir);

} // namespace thimble::daemon
