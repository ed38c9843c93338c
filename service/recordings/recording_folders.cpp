#include "service/recordings/recording_folders.hpp"

#include "text/hexadecimal.hpp"

#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <span>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>

namespace thimble::service {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t digest_bytes = 32;

/// Half of a SHA-256 is enough to tell accounts apart.
std::string folder_name(const std::string& account_id)
{
    std::array<unsigned char, digest_bytes> digest{};
    if (EVP_Digest(account_id.data(), account_id.size(), digest.data(), nullptr, EVP_sha256(),
                   nullptr) != 1)
        throw std::runtime_error("OpenSSL has no SHA-256");
    return hexadecimal(std::span(digest).first(digest_bytes / 2));
}

bool is_folder_there(const fs::path& folder)
{
    return ::mkdir(folder.c_str(), 0700) == 0 || errno == EEXIST;
}

} // namespace

fs::path recording_folders::file_of(const std::string& account_id, const std::string& id) const
{
    return directory_ / folder_name(account_id) / id;
}

int recording_folders::create(const std::string& account_id, const std::string& id) const
{
    const auto file = file_of(account_id, id);
    if (!is_folder_there(directory_) || !is_folder_there(file.parent_path()))
        return -1;
    return ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

std::optional<std::uint64_t> recording_folders::size_of(const std::string& account_id,
                                                        const std::string& id) const
{
    std::error_code missing;
    const auto size = fs::file_size(file_of(account_id, id), missing);
    return missing ? std::nullopt : std::optional<std::uint64_t>(size);
}

void recording_folders::remove(const std::string& account_id, const std::string& id) const
{
    std::error_code gone;
    fs::remove(file_of(account_id, id), gone);
}

void recording_folders::remove_all_but(const std::set<fs::path>& known) const
{
    std::error_code none;
    for (const auto& folder : fs::directory_iterator(directory_, none)) {
        std::error_code gone;
        if (!folder.is_directory(gone))
            continue;
        for (const auto& each : fs::directory_iterator(folder.path(), gone))
            if (!known.contains(each.path()))
                fs::remove(each.path(), gone);
        fs::remove(folder.path(), gone); // stays where something is in it
    }
}

} // namespace thimble::service
