// An app as it lies on this computer, before anything of it is sent to a phone.
#pragma once

#include "device/packages/mach_o.hpp"
#include "device/packages/package_rules.hpp"
#include "device/packages/provisioning_profile.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace thimble::device::packages {

/// Empty where the package does not say.
struct app_package {
    std::filesystem::path file;
    bool is_folder = false;                // X.app, not an archive
    std::optional<std::int64_t> file_time; // its package_time before it was read
    std::string root; // in the package: "Payload/X.app" of an .ipa, "X.app" of others

    // Of its Info.plist; printable.
    std::string bundle_id;
    std::string name;
    std::string version; // for a person: "1.2"
    std::string build;   // tells two of the same version apart
    std::string executable;
    std::string minimum_os;           // "15.0"
    std::string platform;             // "iphoneos", "iphonesimulator"
    std::vector<int> device_families; // 1: iPhone, 2: iPad

    std::optional<executable_code> code; // nothing: the executable is missing or is none
    bool is_signed = false;
    bool has_profile = false;
    std::optional<provisioning_profile> profile; // nothing: none, or one that cannot be read
    std::string profile_problem;                 // the reason why it cannot be read
    bool embeds_xctest = false;                  // a runner is started in another way without it
    std::vector<std::string> test_bundles;       // "WebDriverAgentRunner.xctest"
    std::string runner_version;                  // of the WebDriverAgent in it: "9.15.3"

    std::size_t entries = 0;
    std::uint64_t unpacked_bytes = 0;
};

/// True for an app that was built as WebDriverAgent's runner, whatever it was signed as.
bool is_runner(const app_package& app);

/// Reads an .ipa, a zip archive with one X.app at its top, or a folder X.app. All of it is read,
/// once, so that a damaged archive is found out here; nothing is unpacked.
///
/// Failures: those of walk_package, and app_missing, apps_several, info_missing, info_unreadable.
/// Each has a message with a remedy. Blocks: for a worker.
result<app_package> read_package(const std::filesystem::path& package,
                                 const package_limits& limits = {});

/// The same for an archive in memory.
result<app_package> read_package_in_memory(std::string_view archive, const package_limits& limits);

} // namespace thimble::device::packages
