#include "device/packages/app_package.hpp"

#include "device/packages/package_time.hpp"
#include "device/packages/package_walk.hpp"
#include "device/plist/property_list.hpp"
#include "text/bundle_id.hpp"
#include "text/printable_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <system_error>
#include <utility>

namespace thimble::device::packages {
namespace {

constexpr std::size_t largest_info = 1U << 20U; // bytes
constexpr std::size_t most_executables = 64;    // in the app's own folder; one of them is its own
constexpr std::size_t most_test_bundles = 16;
constexpr std::size_t longest_text = 200; // bytes
constexpr std::string_view built_as = "WebDriverAgentRunner-Runner";
constexpr std::string_view test_bundle = "WebDriverAgentRunner.xctest";

/// The first of the parts between slashes, and what follows it.
std::pair<std::string_view, std::string_view> split_path(std::string_view path)
{
    const auto slash = path.find('/');
    return slash == std::string_view::npos
               ? std::pair(path, std::string_view())
               : std::pair(path.substr(0, slash), path.substr(slash + 1));
}

/// True for what Xcode embeds of XCTest. Other frameworks have names that begin alike.
bool is_of_xctest(std::string_view framework)
{
    constexpr auto all = std::to_array<std::string_view>(
        {"XCTest.framework", "XCTestCore.framework", "XCTestSupport.framework",
         "XCTAutomationSupport.framework", "XCUIAutomation.framework", "XCUnit.framework"});
    return std::ranges::find(all, framework) != all.end();
}

/// By the path in the app: WebDriverAgent's framework lies in the test bundle, or beside it.
bool is_runner_info(std::string_view path)
{
    constexpr std::string_view info = "Frameworks/WebDriverAgentLib.framework/Info.plist";
    const auto [first, rest] = split_path(path);
    const auto [bundle, inside] = split_path(rest);
    return path == info || (first == "PlugIns" && bundle.ends_with(".xctest") && inside == info);
}

/// Fills `to` as far as the entry goes.
result<std::string> read_up_to(entry_content& from, std::size_t most)
{
    std::string content(most, '\0');
    std::size_t size = 0;
    while (size < most) {
        const auto count = from.read(std::span(content).subspan(size));
        if (!count)
            return std::unexpected(count.error());
        if (*count == 0)
            break;
        size += *count;
    }
    content.resize(size);
    return content;
}

/// A file that has to be read whole.
result<std::string> read_whole(const package_entry& entry, entry_content& from, std::size_t most)
{
    auto content = read_up_to(from, most + 1);
    if (content && content->size() > most)
        return std::unexpected(
            package_failure("package_too_large", entry.path + " is larger than such a file can be. "
                                                              "Nothing was sent."));
    return content;
}

/// Counts what passes through it.
class counted_content final : public entry_content {
public:
    counted_content(entry_content& of, std::uint64_t& total) : of_(of), total_(total) {}

    result<std::size_t> read(std::span<char> to) override
    {
        auto count = of_.read(to);
        total_ += count.value_or(0);
        return count;
    }

private:
    entry_content& of_;
    std::uint64_t& total_;
};

/// Files and names that matter, as the walk comes by them.
class collector {
public:
    result<void> visit(const package_entry& entry, entry_content& content)
    {
        ++app_.entries;
        counted_content counted(content, app_.unpacked_bytes);
        const auto root = app_root_of(entry.path);
        const bool is_app = entry.kind == entry_kind::folder || entry.path.size() > root.size();
        if (!root.empty() && is_app) {
            if (app_.root.empty())
                app_.root = root;
            if (app_.root != root)
                return std::unexpected(package_failure(
                    "apps_several", "The package has several apps: " + app_.root + " and " +
                                        std::string(root) +
                                        ". Pack each by itself; nothing was sent."));
            if (entry.path.size() > root.size())
                if (auto seen = visit_inside(entry, entry.path.substr(root.size() + 1), counted);
                    !seen)
                    return seen;
        }
        return read_to_end(entry, counted);
    }

    result<app_package> finish()
    {
        if (app_.root.empty())
            return std::unexpected(package_failure(
                "app_missing", "The package has no app: an .ipa has it in Payload, other archives "
                               "have it at their top."));
        if (!info_)
            return std::unexpected(
                package_failure("info_missing", app_.root + " has no Info.plist."));
        if (auto read = read_info(*info_); !read)
            return std::unexpected(read.error());
        if (const auto head = heads_.find(app_.executable); head != heads_.end())
            app_.code = read_executable(head->second);
        return std::move(app_);
    }

private:
    static result<void> read_to_end(const package_entry& entry, entry_content& content)
    {
        if (entry.kind != entry_kind::file)
            return {};
        std::string block(64U << 10U, '\0');
        for (;;) {
            const auto count = content.read(block);
            if (!count)
                return std::unexpected(count.error());
            if (*count == 0)
                return {};
        }
    }

    result<void>
    visit_inside(const package_entry& entry, std::string_view path, entry_content& content)
    {
        const auto [first, rest] = split_path(path);
        if (first == "Frameworks" && is_of_xctest(split_path(rest).first))
            app_.embeds_xctest = true;
        if (first == "PlugIns")
            note_test_bundle(split_path(rest).first);
        if (entry.kind != entry_kind::file)
            return {};
        app_.is_signed = app_.is_signed || path == "_CodeSignature/CodeResources";
        if (path == "Info.plist")
            return keep(info_, entry, content);
        if (path == "embedded.mobileprovision")
            return visit_profile(entry, content);
        if (is_runner_info(path) && !std::exchange(has_runner_info_, true))
            return visit_runner_info(entry, content);
        return rest.empty() ? visit_executable(std::string(path), content) : result<void>();
    }

    void note_test_bundle(std::string_view name)
    {
        auto& all = app_.test_bundles;
        if (name.ends_with(".xctest") && std::ranges::find(all, name) == all.end() &&
            all.size() < most_test_bundles)
            all.emplace_back(name);
    }

    static result<void>
    keep(std::optional<std::string>& to, const package_entry& entry, entry_content& content)
    {
        auto read = read_whole(entry, content, largest_info);
        if (!read)
            return std::unexpected(read.error());
        to = std::move(*read);
        return {};
    }

    result<void> visit_profile(const package_entry& entry, entry_content& content)
    {
        const auto read = read_whole(entry, content, largest_profile);
        if (!read)
            return std::unexpected(read.error());
        app_.has_profile = true;
        auto profile = read_profile(*read);
        if (profile)
            app_.profile = std::move(*profile);
        else
            app_.profile_problem = profile.error();
        return {};
    }

    /// WebDriverAgent's own framework has the version that the runner tells of itself later. Before
    /// that was so, it had Xcode's 1.0.
    result<void> visit_runner_info(const package_entry& entry, entry_content& content)
    {
        std::optional<std::string> info;
        if (auto kept = keep(info, entry, content); !kept)
            return kept;
        const auto list = plist::parse_property_list(info.value_or(std::string()));
        const auto version =
            list ? printable_at(*list, "CFBundleShortVersionString") : std::string();
        if (version != "1.0" && version != "1")
            app_.runner_version = version;
        return {};
    }

    result<void> visit_executable(const std::string& name, entry_content& content)
    {
        if (heads_.size() >= most_executables)
            return {};
        constexpr std::size_t magic_bytes = 4;
        auto head = read_up_to(content, magic_bytes);
        if (!head || !begins_executable(*head))
            return head ? result<void>() : std::unexpected(head.error());
        const auto more = read_up_to(content, executable_head_bytes - magic_bytes);
        if (!more)
            return std::unexpected(more.error());
        heads_[name] = *head + *more;
        return {};
    }

    static std::string printable_at(const plist::property_value& list, std::string_view key)
    {
        const auto text = plist::text_at(list, key).value_or(std::string());
        return text.size() <= longest_text ? service::printable(text) : std::string();
    }

    result<void> read_info(const std::string& info)
    {
        const auto list = plist::parse_property_list(info);
        if (!list)
            return std::unexpected(package_failure("info_unreadable", app_.root +
                                                                          "/Info.plist cannot be "
                                                                          "read. " +
                                                                          list.error()));
        app_.bundle_id = printable_at(*list, "CFBundleIdentifier");
        app_.executable = printable_at(*list, "CFBundleExecutable");
        if (!service::is_bundle_id(app_.bundle_id) || app_.executable.empty())
            return std::unexpected(
                package_failure("info_unreadable",
                                app_.root + "/Info.plist names no bundle id, or no executable."));
        app_.name = printable_at(*list, "CFBundleDisplayName");
        if (app_.name.empty())
            app_.name = printable_at(*list, "CFBundleName");
        app_.version = printable_at(*list, "CFBundleShortVersionString");
        app_.build = printable_at(*list, "CFBundleVersion");
        app_.minimum_os = printable_at(*list, "MinimumOSVersion");
        app_.platform = printable_at(*list, "DTPlatformName");
        for (const auto family : plist::numbers_at(*list, "UIDeviceFamily"))
            if (family > 0 && family < 100 && app_.device_families.size() < 16)
                app_.device_families.push_back(static_cast<int>(family));
        return {};
    }

    app_package app_;
    std::optional<std::string> info_;
    bool has_runner_info_ = false;
    std::map<std::string, std::string, std::less<>> heads_; // of executables, by name
};

} // namespace

bool is_runner(const app_package& app)
{
    return app.executable == built_as ||
           std::ranges::find(app.test_bundles, test_bundle) != app.test_bundles.end();
}

result<app_package> read_package(const std::filesystem::path& package, const package_limits& limits)
{
    const auto changed = package_time(package); // first: it may change while it is read
    collector found;
    const auto walked =
        walk_package(package, limits, [&](const package_entry& entry, entry_content& content) {
            return found.visit(entry, content);
        });
    if (!walked)
        return std::unexpected(walked.error());
    auto app = found.finish();
    if (app) {
        std::error_code failed;
        app->file = package;
        app->file_time = changed;
        app->is_folder = std::filesystem::is_directory(package, failed);
    }
    return app;
}

result<app_package> read_package_in_memory(std::string_view archive, const package_limits& limits)
{
    collector found;
    const auto walked = walk_archive_in_memory(
        archive, limits, [&](const package_entry& entry, entry_content& content) {
            return found.visit(entry, content);
        });
    if (!walked)
        return std::unexpected(walked.error());
    return found.finish();
}

} // namespace thimble::device::packages
