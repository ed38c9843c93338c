#include "device/packages/package_rules.hpp"

#include "text/printable_text.hpp"

#include <algorithm>
#include <limits>

namespace thimble::device::packages {
namespace {

/// Calls `with(part)` for what lies between slashes, until it returns false.
template <class Each>
bool all_parts(std::string_view path, Each with)
{
    for (;;) {
        const auto slash = path.find('/');
        if (!with(path.substr(0, slash)))
            return false;
        if (slash == std::string_view::npos)
            return true;
        path.remove_prefix(slash + 1);
    }
}

std::size_t depth_of(std::string_view path)
{
    return 1 + static_cast<std::size_t>(std::ranges::count(path, '/'));
}

bool is_plain_name(std::string_view part)
{
    return !part.empty() && part != "." && part != "..";
}

/// For a message; a path that is no text has none.
std::string shown(std::string_view path)
{
    constexpr std::size_t longest = 200;
    return "\"" + service::printable(path.substr(0, longest)) + "\"";
}

result<void> check_path(const std::string& path, const package_limits& limits)
{
    const auto refused = [&](const std::string& reason) {
        return std::unexpected(package_failure(
            "package_path", "The package has an entry " + shown(path) + ", " + reason +
                                ". Nothing was sent; build the package anew."));
    };
    if (path.size() > limits.path_bytes)
        return refused("whose path is too long");
    if (!service::is_printable(path) || path.find('\\') != std::string::npos)
        return refused("whose path has characters that no app needs");
    if (path.starts_with("./"))
        return refused("whose path begins with ./");
    if (!all_parts(path, is_plain_name)) // an absolute one begins with an empty part
        return refused("whose path leads out of the package");
    if (depth_of(path) > limits.depth)
        return refused("which lies in too many folders");
    return {};
}

/// A link may begin with ".." as often as it stays in its app, and has none after that: behind
/// another link, ".." would lead elsewhere than it seems.
bool stays_in_app(std::string_view path, std::string_view target)
{
    const auto root = app_root_of(path);
    if (root.empty() || path == root || target.empty() || target.starts_with('/') ||
        !service::is_printable(target))
        return false;
    std::size_t may_rise = depth_of(path) - depth_of(root) - 1;
    bool descends = false;
    return all_parts(target, [&](std::string_view part) {
        if (part == "..") {
            if (descends || may_rise == 0)
                return false;
            --may_rise;
            return true;
        }
        descends = descends || part != ".";
        return !part.empty();
    });
}

} // namespace

failure package_failure(std::string cause, std::string message)
{
    return {.what = problem::refused, .message = std::move(message), .cause = std::move(cause)};
}

std::string_view app_root_of(std::string_view path)
{
    constexpr std::string_view payload = "Payload/";
    constexpr std::string_view ending = ".app";
    const std::size_t start = path.starts_with(payload) ? payload.size() : 0;
    const auto end = std::min(path.find('/', start), path.size());
    const auto name = path.substr(start, end - start);
    // macOS packs what its file systems keep beside X.app as ._X.app.
    const bool is_app =
        name.size() > ending.size() && name.ends_with(ending) && !name.starts_with("._");
    return is_app ? path.substr(0, end) : std::string_view();
}

result<void> entry_rules::admit(const std::string& path, entry_kind kind, std::string_view target)
{
    if (auto fits = check_path(path, limits_); !fits)
        return fits;
    if (auto fits = count(path.size()); !fits)
        return fits;
    if (kind == entry_kind::link &&
        (target.size() > limits_.path_bytes || !stays_in_app(path, target)))
        return std::unexpected(
            package_failure("package_link", "The package has a link " + shown(path) +
                                                " that leads out of its app. Nothing was sent; "
                                                "build the package anew."));
    if (auto noted = note_folders_of(path); !noted)
        return noted;
    return note(path, kind);
}

result<void> entry_rules::count(std::size_t bytes)
{
    path_bytes_ += bytes;
    if (++entries_ > limits_.entries || path_bytes_ > limits_.all_path_bytes)
        return std::unexpected(
            package_failure("package_too_large", "The package has too many entries to be an app."));
    return {};
}

result<void> entry_rules::note_folders_of(std::string_view path)
{
    for (auto slash = path.find('/'); slash != std::string_view::npos;
         slash = path.find('/', slash + 1)) {
        const auto [found, is_new] =
            seen_.try_emplace(std::string(path.substr(0, slash)), known::implied_folder);
        if (is_new) {
            if (auto fits = count(slash); !fits)
                return fits;
            continue;
        }
        if (found->second != known::folder && found->second != known::implied_folder)
            return std::unexpected(package_failure(
                "package_path", "The package has an entry " + shown(path) +
                                    " below one that is no folder. Nothing was sent; build the "
                                    "package anew."));
    }
    return {};
}

result<void> entry_rules::note(const std::string& path, entry_kind kind)
{
    known as = known::file;
    if (kind == entry_kind::folder)
        as = known::folder;
    else if (kind == entry_kind::link)
        as = known::link;
    const auto [found, is_new] = seen_.try_emplace(path, as);
    if (is_new)
        return {};
    // Build tools name a folder twice; that harms nobody.
    const bool was_folder =
        found->second == known::implied_folder || found->second == known::folder;
    if (was_folder && kind == entry_kind::folder) {
        found->second = known::folder;
        return {};
    }
    return std::unexpected(
        package_failure("package_duplicate", "The package has two entries " + shown(path) +
                                                 ". Nothing was sent; build the package anew."));
}

unpacked_bytes::unpacked_bytes(const package_limits& limits, std::uint64_t packed)
    : most_(limits.unpacked_bytes), wanted_(limits.wanted), progress_(limits.progress)
{
    constexpr auto highest = std::numeric_limits<std::uint64_t>::max();
    if (packed > 0 && packed < (highest - limits.ratio_slack) / limits.ratio)
        most_ = std::min(most_, (packed * limits.ratio) + limits.ratio_slack);
}

result<void> unpacked_bytes::add(std::uint64_t count)
{
    if (count > most_ - total_)
        return std::unexpected(
            package_failure("package_too_large",
                            "The package unpacks to more than an app of its size can hold. Nothing "
                            "was sent."));
    total_ += count;
    if (wanted_ && !wanted_())
        return std::unexpected(
            package_failure("cancelled", "The reading of the package was cancelled."));
    tell_progress();
    return {};
}

void unpacked_bytes::tell_progress()
{
    if (!progress_ || expected_ == 0)
        return;
    const auto done = std::min(1.0, static_cast<double>(total_) / static_cast<double>(expected_));
    const auto hundredths = static_cast<unsigned>(done * 100);
    if (hundredths == told_)
        return;
    told_ = hundredths;
    progress_(done);
}

} // namespace thimble::device::packages
