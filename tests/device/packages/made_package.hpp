// App packages made for tests: archives, executables and signed profiles, with any mistake that a
// test wants in them.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace thimble::tests {

struct made_entry {
    std::string path;
    std::string content;
    std::string link_target; // not empty: a symbolic link
    bool is_folder = false;
};

/// A zip archive with these entries in this order, whatever they are called.
std::string zip_of(const std::vector<made_entry>& entries);

/// The same with one entry more, of so many zeros: next to nothing until it is unpacked.
std::string zip_with_zeros(const std::vector<made_entry>& entries,
                           const std::string& path,
                           std::uint64_t zeros);

/// The entries as files below a folder. Links are made, not followed.
void write_entries(const std::vector<made_entry>& entries, const std::filesystem::path& below);

inline constexpr std::uint32_t made_for_ios = 2;
inline constexpr std::uint32_t made_for_ios_simulator = 7;

/// A thin executable of 64 bits: a header, and a load command that names the platform.
std::string made_executable(std::uint32_t processor = 0x0100000C, // arm64
                            std::uint32_t platform = made_for_ios);

/// Executables of 64 bits in one file, each at the beginning of a page.
std::string made_slices(const std::vector<std::uint32_t>& processors, std::uint32_t platform);

struct made_slice {
    std::uint32_t processor = 0;
    std::uint32_t platform = 0;
};

/// The same, of several platforms; with a table of 64 bits if it is `wide`.
std::string slices_of(const std::vector<made_slice>& slices, bool wide = false);

struct made_profile {
    std::string name = "Test";
    std::string team = "TEAM123456";
    std::string app_id = "TEAM123456.*";
    std::vector<std::string> phones{"00008130-000000000000001A"};
    std::chrono::sys_seconds created = std::chrono::sys_days(std::chrono::year(2026) / 11 / 1);
    std::chrono::sys_seconds expires = std::chrono::sys_days(std::chrono::year(2027) / 11 / 1);
    bool all_phones = false;
};

/// Its property list, XML.
std::string profile_text(const made_profile& of);

/// As embedded.mobileprovision has it, signed by a key that is made for this.
std::string signed_profile(const made_profile& of);
std::string signed_message(const std::string& content);

/// An app by what differs between tests; the rest is as Xcode builds WebDriverAgent's runner.
struct made_app {
    std::string root = "Payload/WebDriverAgentRunner-Runner.app";
    std::string bundle_id = "org.example.WebDriverAgentRunner.xctrunner";
    std::string executable = "WebDriverAgentRunner-Runner";
    std::string minimum_os = "15.0";
    std::string platform = "iphoneos";
    std::string runner_version = "9.15.3"; // empty: no WebDriverAgent in it
    std::vector<int> families{1, 2};
    std::string code = made_executable();
    std::string profile = signed_profile({}); // empty: none
    bool is_signed = true;
    bool embeds_xctest = false;
};

std::vector<made_entry> entries_of(const made_app& app);

} // namespace thimble::tests
