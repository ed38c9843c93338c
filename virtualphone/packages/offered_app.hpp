// An app that a host wants installed, as the phone finds it in its staging folder.
#pragma once

#include "virtualphone/packages/file_tree.hpp"

#include <chrono>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::packages {

/// The answer of installd to a command that it does not carry out.
struct refusal {
    std::string error; // "ApplicationVerificationFailed"
    std::string description;

    friend bool operator==(const refusal&, const refusal&) = default;
};

struct app_profile {
    std::string team;
    std::string app_id; // "TEAM.*"
    std::chrono::sys_seconds expires{};
    bool all_phones = false;
    std::vector<std::string> phones;
};

struct offered_app {
    std::string bundle_id;
    std::string name;
    std::string version; // for a person
    std::string build;
    std::string executable;
    std::string minimum_os;
    std::vector<std::int64_t> families; // 1: iPhone, 2: iPad
    bool runs_on_phone = false;         // the executable is there and has code for arm64 and iOS
    bool is_signed = false;
    std::optional<app_profile> profile; // nothing: none, or none that is a profile
};

/// Of an archive with Payload/X.app in it, or of a folder X.app. Refusals: PackageExtractionFailed,
/// PackageInspectionFailed, MissingBundleIdentifier, MissingBundleExecutable.
std::expected<offered_app, refusal> read_offered_app(const file_tree& files, std::string_view path);

/// The phone that shall take it.
struct installing_phone {
    std::string udid;
    std::string os_version;
    bool is_pad = false;
    std::chrono::sys_seconds now{};
};

/// Obstacle to installing the app; nothing if the phone takes it. `team` is that of the app of the
/// same id that is there already; empty: there is none.
std::optional<refusal>
installation_obstacle(const offered_app& app, const installing_phone& phone, std::string_view team);

/// Of embedded.mobileprovision. The signature is verified, the certificate's authority is not.
std::optional<app_profile> read_app_profile(plist::byte_view content);

} // namespace thimble::virtualphone::packages
