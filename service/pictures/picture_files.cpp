#include "service/pictures/picture_files.hpp"

#include "service/hexadecimal.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <fstream>
#include <span>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace thimble::service {

namespace asio = boost::asio;
namespace fs = std::filesystem;

namespace {

constexpr std::size_t name_length = 64;

/// Calls that wait for the disk; each may hold a picture.
constexpr std::size_t most_waiting = 64;

std::string name_of(const screen::bytes& content)
{
    std::array<unsigned char, name_length / 2> digest{};
    if (EVP_Digest(content.data(), content.size(), digest.data(), nullptr, EVP_sha256(), nullptr) !=
        1)
        throw std::runtime_error("OpenSSL has no SHA-256");
    return hexadecimal(digest);
}

bool is_name(std::string_view text)
{
    return text.size() == name_length &&
           text.find_first_not_of(hexadecimal_digits) == std::string_view::npos;
}

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

/// Whole or not at all; one that is there becomes as young as a new one.
void write_file(const fs::path& file, const screen::bytes& content)
{
    if (::utimensat(AT_FDCWD, file.c_str(), nullptr, 0) == 0)
        return;
    if (::mkdir(file.parent_path().c_str(), 0700) != 0 && errno != EEXIST)
        fail();
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
    std::time_t written_at = 0;
};

/// The oldest first.
std::vector<kept_file> files_in(const fs::path& directory)
{
    std::vector<kept_file> out;
    std::error_code nothing_there;
    for (const auto& each : fs::directory_iterator(directory, nothing_there)) {
        struct stat about = {};
        if (::stat(each.path().c_str(), &about) == 0)
            out.push_back({.path = each.path(),
                           .bytes = static_cast<std::uintmax_t>(about.st_size),
                           .written_at = about.st_mtime});
    }
    std::ranges::sort(out, {}, &kept_file::written_at);
    return out;
}

void prune_files(const fs::path& directory, const picture_limits& granted)
{
    const auto files = files_in(directory);
    std::uintmax_t bytes = 0;
    for (const auto& each : files)
        bytes += each.bytes;
    const auto bound = std::time(nullptr) - granted.age.count();
    for (const auto& each : files) {
        if (bytes <= granted.bytes && each.written_at >= bound)
            return;
        ::unlink(each.path.c_str());
        bytes -= each.bytes;
    }
}

} // namespace

picture_files::picture_files(const asio::any_io_executor& home,
                             fs::path directory,
                             picture_limits granted,
                             std::shared_ptr<spdlog::logger> log)
    : directory_(std::move(directory)), limits_(granted), log_(std::move(log)), files_(home)
{
}

/// Nothing where the disk does not answer in time: nobody waits for a picture for ever.
template <class Call>
asio::awaitable<std::optional<std::invoke_result_t<Call&>>> picture_files::run(Call call)
{
    if (files_.calls() >= most_waiting)
        co_return std::nullopt;
    auto answer = co_await files_.run_within(limits_.time, std::move(call));
    if (!answer && !stalled_)
        log_->error("pictures: {} does not answer in time", directory_.string());
    stalled_ = !answer;
    co_return std::move(answer);
}

asio::awaitable<std::string> picture_files::keep(std::shared_ptr<const screen::bytes> content)
{
    auto work = [directory = directory_, log = log_, content = std::move(content)] {
        try {
            auto name = name_of(*content);
            write_file(directory / name, *content);
            return name;
        } catch (const std::exception& problem) {
            log->error("a picture cannot be kept in {}: {}", directory.string(), problem.what());
            return std::string();
        }
    };
    co_return (co_await run(std::move(work))).value_or("");
}

asio::awaitable<std::shared_ptr<const screen::bytes>> picture_files::load(std::string name)
{
    auto work = [directory = directory_, name = std::move(name)] {
        return is_name(name) ? read_file(directory / name) : nullptr;
    };
    co_return (co_await run(std::move(work))).value_or(nullptr);
}

asio::awaitable<void> picture_files::prune()
{
    auto work = [directory = directory_, granted = limits_] {
        prune_files(directory, granted);
        return true;
    };
    co_await run(std::move(work));
}

} // namespace thimble::service
