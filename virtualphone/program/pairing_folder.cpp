#include "virtualphone/program/pairing_folder.hpp"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <system_error>
#include <unistd.h>

namespace thimble::virtualphone {

namespace fs = std::filesystem;

std::expected<void, std::string> pairing_folder::open() const
{
    std::error_code failed;
    if (fs::create_directories(path_, failed))
        fs::permissions(path_, fs::perms::owner_all, failed);
    if (failed || !fs::is_directory(path_, failed))
        return std::unexpected(fmt::format("{} cannot be made: {}", path_.string(),
                                           failed ? failed.message() : "it is no folder"));
    return {};
}

std::expected<std::string, std::string>
pairing_folder::read_or_make(const std::string& name,
                             const std::function<std::string()>& make) const
{
    if (auto there = read(name))
        return *std::move(there);
    if (const auto aside = write_aside(name, make())) {
        std::error_code first_has_won;
        fs::create_hard_link(*aside, file(name), first_has_won); // never replaces one that is there
        fs::remove(*aside, first_has_won);
    }
    if (auto there = read(name))
        return *std::move(there);
    return std::unexpected(fmt::format("{} cannot be written", file(name).string()));
}

std::optional<std::string> pairing_folder::read(const std::string& name) const
{
    std::ifstream in(file(name), std::ios::binary);
    std::string content(largest_file, '\0');
    if (!in.read(content.data(), static_cast<std::streamsize>(content.size())) && !in.eof())
        return std::nullopt;
    content.resize(static_cast<std::size_t>(in.gcount()));
    return content.empty() ? std::nullopt : std::optional(std::move(content));
}

void pairing_folder::write(const std::string& name, const std::string& content) const
{
    if (const auto aside = write_aside(name, content)) {
        std::error_code failed;
        fs::rename(*aside, file(name), failed);
        if (failed)
            fs::remove(*aside, failed);
    }
}

void pairing_folder::remove(const std::string& name) const
{
    std::error_code not_there;
    fs::remove(file(name), not_there);
}

std::optional<fs::path> pairing_folder::write_aside(const std::string& name,
                                                    const std::string& content) const
{
    std::string aside = file(name + ".XXXXXX").string();
    const int descriptor = ::mkstemp(aside.data()); // for its owner alone
    if (descriptor < 0)
        return std::nullopt;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> out(::fdopen(descriptor, "wb"),
                                                              &std::fclose);
    if (!out)
        ::close(descriptor);
    const bool whole =
        out && std::fwrite(content.data(), 1, content.size(), out.get()) == content.size() &&
        std::fflush(out.get()) == 0;
    if (whole)
        return aside;
    std::error_code gone;
    fs::remove(aside, gone);
    return std::nullopt;
}

} // namespace thimble::virtualphone
