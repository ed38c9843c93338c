#include "service/jobs/picture_folders.hpp"

#include "service/accounts/account_share.hpp"
#include "service/accounts/fair_share.hpp"
#include "service/jobs/picture_name.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <fstream>
#include <ranges>
#include <span>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace thimble::service {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail()
{
    throw std::system_error(errno, std::generic_category());
}

/// Else errno says why.
bool write_all(int to, std::span<const std::byte> content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(to, content.data(), content.size());
        if (written < 0)
            return false;
        content = content.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

/// A draft that a crash leaves behind goes with the old pictures.
void write_draft(const fs::path& file, const screen::bytes& content)
{
    const int to = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (to < 0)
        fail();
    const bool written = write_all(to, content);
    const int why = errno;
    ::close(to);
    if (written)
        return;
    ::unlink(file.c_str());
    throw std::system_error(why, std::generic_category());
}

void make_folder(const fs::path& folder)
{
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        fail();
}

/// Whole or not at all.
void write_file(const fs::path& file, const screen::bytes& content)
{
    auto draft = file;
    draft += ".new";
    write_draft(draft, content);
    fs::rename(draft, file);
}

std::shared_ptr<const screen::bytes> read_file(const fs::path& file)
{
    std::ifstream from(file, std::ios::binary | std::ios::ate);
    if (!from)
        return nullptr;
    auto out = std::make_shared<screen::bytes>(static_cast<std::size_t>(from.tellg()));
    from.seekg(0);
    from.read(reinterpret_cast<char*>(out->data()), static_cast<std::streamsize>(out->size()));
    return from ? out : nullptr;
}

struct kept_file {
    fs::path path;
    std::uintmax_t bytes = 0;
    fs::file_time_type written_at;
};

/// The oldest first.
std::vector<kept_file> files_in(const fs::path& folder)
{
    std::vector<kept_file> out;
    std::error_code nothing_there;
    for (const auto& each : fs::directory_iterator(folder, nothing_there)) {
        std::error_code gone;
        if (!each.is_regular_file(gone))
            continue;
        kept_file file{.path = each.path(), .bytes = each.file_size(gone), .written_at = {}};
        file.written_at = each.last_write_time(gone);
        if (!gone)
            out.push_back(std::move(file));
    }
    std::ranges::sort(out, {}, &kept_file::written_at);
    return out;
}

/// Removes the files that were written before; what the others have.
std::uintmax_t forget_old(const fs::path& folder, fs::file_time_type bound)
{
    std::uintmax_t left = 0;
    for (const auto& each : files_in(folder)) {
        if (each.written_at < bound)
            ::unlink(each.path.c_str());
        else
            left += each.bytes;
    }
    return left;
}

/// Removes the oldest files until no more than that is left, but never the newest; what is left.
std::uintmax_t shrink(const fs::path& folder, std::uintmax_t most)
{
    const auto files = files_in(folder);
    std::uintmax_t left = 0;
    for (const auto& each : files)
        left += each.bytes;
    for (auto each = files.begin(); left > most && each + 1 < files.end(); ++each) {
        ::unlink(each->path.c_str());
        left -= each->bytes;
    }
    return left;
}

} // namespace

picture_folders::picture_folders(fs::path directory, picture_limits granted)
    : directory_(std::move(directory)), limits_(granted)
{
}

/// Not its id: nothing from outside is a path.
fs::path picture_folders::folder_of(const std::string& account_id) const
{
    return directory_ / picture_name(std::string_view(account_id));
}

std::string picture_folders::keep(const std::string& account_id, const screen::bytes& content)
{
    auto name = picture_name(content);
    keep_as(account_id, name, content);
    return name;
}

void picture_folders::keep_as(const std::string& account_id,
                              const std::string& name,
                              const screen::bytes& content)
{
    const auto folder = folder_of(account_id);
    const auto file = folder / name;
    if (::utimensat(AT_FDCWD, file.c_str(), nullptr, 0) == 0) // as young as a new one
        return;
    if (!counted_)
        count();
    make_folder(directory_);
    make_folder(folder);
    write_file(file, content);
    bytes_[folder] += content.size();
    make_room();
}

std::shared_ptr<const screen::bytes> picture_folders::load(const std::string& account_id,
                                                           const std::string& name) const
{
    return is_picture_name(name) ? read_file(folder_of(account_id) / name) : nullptr;
}

void picture_folders::count()
{
    bytes_.clear();
    const auto bound = fs::file_time_type::clock::now() - limits_.age;
    std::error_code nothing_there;
    for (const auto& each : fs::directory_iterator(directory_, nothing_there)) {
        std::error_code gone;
        if (!each.is_directory(gone))
            continue;
        if (const auto left = forget_old(each.path(), bound); left > 0)
            bytes_[each.path()] = left;
        else
            ::rmdir(each.path().c_str()); // stays where something is in it
    }
    forget_old(directory_, bound); // of a version that had no folders
    counted_ = true;
}

/// Room for some more is made at once, so that not every picture looks through a folder.
void picture_folders::make_room()
{
    const auto most = share();
    for (auto& [folder, bytes] : bytes_)
        if (bytes > most)
            bytes = shrink(folder, most - most / 8);
}

std::uintmax_t picture_folders::share() const
{
    const auto used = std::views::values(bytes_);
    return std::min(account_share(limits_.bytes, bytes_.size()),
                    fair_share({used.begin(), used.end()}, limits_.bytes));
}

void picture_folders::prune()
{
    count();
    make_room();
}

} // namespace thimble::service
