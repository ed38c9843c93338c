#include "service/recordings/picture_archive.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <archive.h>
#include <archive_entry.h>
#include <stdexcept>
#include <utility>

namespace thimble::service {

namespace {

struct writer_freed {
    void operator()(archive* opened) const noexcept { archive_write_free(opened); }
};

struct entry_freed {
    void operator()(archive_entry* made) const noexcept { archive_entry_free(made); }
};

/// Of one picture, with its name and times.
constexpr std::size_t directory_entry_bytes = 96;

/// Between two pictures; longer is what a clock says that was set forward.
constexpr std::chrono::hours longest_pause{12};

la_ssize_t append_written(archive* /*of*/, void* to, const void* from, std::size_t length)
{
    const auto* const begin = static_cast<const std::byte*>(from);
    auto& written = *static_cast<screen::bytes*>(to);
    written.insert(written.end(), begin, begin + length);
    return static_cast<la_ssize_t>(length);
}

} // namespace

/// Its address is libarchive's: it is not moved.
struct picture_archive::writer {
    writer() : opened(archive_write_new())
    {
        check(opened ? ARCHIVE_OK : ARCHIVE_FATAL);
        check(archive_write_set_format_zip(opened.get()));
        check(archive_write_zip_set_compression_store(opened.get()));
        check(archive_write_set_bytes_per_block(opened.get(), 0));
        check(archive_write_set_bytes_in_last_block(opened.get(), 1));
        check(archive_write_open(opened.get(), &written, nullptr, append_written, nullptr));
    }
    writer(const writer&) = delete;
    writer& operator=(const writer&) = delete;
    ~writer() = default;

    void check(la_ssize_t how) const
    {
        if (how >= ARCHIVE_OK || how == ARCHIVE_WARN)
            return;
        const auto* const why = opened ? archive_error_string(opened.get()) : nullptr;
        throw std::runtime_error(why != nullptr ? why : "libarchive failed");
    }

    void add(const std::string& name, const screen::bytes& content, moment at) const
    {
        const std::unique_ptr<archive_entry, entry_freed> entry(archive_entry_new());
        check(entry ? ARCHIVE_OK : ARCHIVE_FATAL);
        archive_entry_set_pathname(entry.get(), name.c_str());
        archive_entry_set_filetype(entry.get(), AE_IFREG);
        archive_entry_set_perm(entry.get(), 0600);
        archive_entry_set_size(entry.get(), static_cast<la_int64_t>(content.size()));
        archive_entry_set_mtime(entry.get(), std::chrono::system_clock::to_time_t(at), 0);
        check(archive_write_header(opened.get(), entry.get()));
        check(archive_write_data(opened.get(), content.data(), content.size()));
        check(archive_write_finish_entry(opened.get()));
    }

    screen::bytes take() { return std::exchange(written, {}); }

    screen::bytes written; // before the archive, which writes into it when it is freed
    std::unique_ptr<archive, writer_freed> opened;
};

picture_archive::picture_archive(moment begun)
    : writer_(std::make_unique<writer>()),
      told_(std::chrono::floor<std::chrono::milliseconds>(begun))
{
}

picture_archive::picture_archive(picture_archive&&) noexcept = default;
picture_archive& picture_archive::operator=(picture_archive&&) noexcept = default;
picture_archive::~picture_archive() = default;

/// A clock that is set back stands still for one picture, and goes on.
std::chrono::milliseconds picture_archive::pass_to(moment when)
{
    using std::chrono::milliseconds;
    const auto now = std::chrono::floor<milliseconds>(when);
    const auto passed = now - std::exchange(told_, now);
    at_ += std::clamp(passed, milliseconds(0), milliseconds(longest_pause));
    return at_;
}

screen::bytes picture_archive::add(const std::shared_ptr<const screen::bytes>& jpeg,
                                   moment captured_at)
{
    if (!jpeg || jpeg->empty())
        return {};
    const auto at = pass_to(captured_at);
    if (last_ && (last_ == jpeg || *last_ == *jpeg))
        return {};
    last_ = jpeg;
    last_at_ = std::max(at, last_at_ + std::chrono::milliseconds(1));
    writer_->add(fmt::format("{:09}.jpg", last_at_.count()), *jpeg, captured_at);
    ++pictures_;
    return writer_->take();
}

screen::bytes picture_archive::finish(moment until)
{
    last_at_ = std::max(pass_to(until), last_at_);
    writer_->check(archive_write_close(writer_->opened.get()));
    return writer_->take();
}

std::size_t picture_archive::directory_bytes() const
{
    return (pictures_ + 3) * directory_entry_bytes;
}

std::chrono::milliseconds picture_archive::duration() const
{
    return std::max(last_at_, std::chrono::milliseconds(0));
}

} // namespace thimble::service
