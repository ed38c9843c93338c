#include "virtualphone/media/protocol/picture_loop.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace thimble::virtualphone::media {
namespace {

/// Begins another picture if the one before has slices already.
bool may_begin_picture(byte_view unit)
{
    const unsigned type = type_of(unit);
    return is_parameter_set(unit) || type == nal_type::delimiter ||
           type == nal_type::prefix_information || (is_slice(unit) && begins_picture(unit));
}

/// Closed at the end of the scope.
class open_file {
public:
    explicit open_file(const std::string& path)
        : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC))
    {
    }
    open_file(const open_file&) = delete;
    open_file& operator=(const open_file&) = delete;
    ~open_file()
    {
        if (number_ >= 0)
            ::close(number_);
    }

    int number() const noexcept { return number_; }

private:
    int number_;
};

} // namespace

/// Pages of a file, given back at the end.
class picture_loop::mapped_file {
public:
    mapped_file(void* begin, std::size_t size) : begin_(begin), size_(size) {}
    mapped_file(const mapped_file&) = delete;
    mapped_file& operator=(const mapped_file&) = delete;
    ~mapped_file() { ::munmap(begin_, size_); }

    byte_view content() const { return {static_cast<const std::uint8_t*>(begin_), size_}; }

private:
    void* begin_;
    std::size_t size_;
};

picture_loop::picture_loop() = default;
picture_loop::~picture_loop() = default;

std::expected<std::shared_ptr<const picture_loop>, std::string>
picture_loop::open(const std::string& path)
{
    const auto failed = [&](const std::string& why) { return std::unexpected(path + ": " + why); };
    const open_file file(path);
    struct stat about{};
    if (file.number() < 0 || ::fstat(file.number(), &about) != 0)
        return failed(std::generic_category().message(errno));
    const auto size = static_cast<std::size_t>(about.st_size);
    if (size == 0 || size > largest_file)
        return failed("a loop has 1 byte to 512 MiB");
    void* const begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
    if (begin == MAP_FAILED)
        return failed(std::generic_category().message(errno));
    std::shared_ptr<picture_loop> result(new picture_loop());
    result->file_ = std::make_unique<mapped_file>(begin, size);
    if (const auto done = result->read(result->file_->content()); !done)
        return failed(done.error());
    return result;
}

std::expected<std::shared_ptr<const picture_loop>, std::string> picture_loop::from(bytes stream)
{
    std::shared_ptr<picture_loop> result(new picture_loop());
    result->memory_ = std::move(stream);
    if (const auto done = result->read(result->memory_); !done)
        return std::unexpected(done.error());
    return result;
}

std::expected<void, std::string> picture_loop::read(byte_view stream)
{
    bool has_slices = true;
    for (const byte_view unit : split_units(stream)) {
        if (has_slices && may_begin_picture(unit)) {
            first_units_.push_back(units_.size());
            has_slices = false;
        }
        if (first_units_.empty() || (!is_slice(unit) && !is_parameter_set(unit)))
            continue;
        has_slices = has_slices || is_slice(unit);
        units_.push_back(unit);
    }
    if (!has_slices) { // parameter sets without a picture
        units_.resize(first_units_.back());
        first_units_.pop_back();
    }
    if (first_units_.empty() || !is_key(0))
        return std::unexpected("it does not begin with a key picture of HEVC");
    const auto first = units_of(0);
    const auto sequence = std::ranges::find(first, nal_type::sequence_parameters, type_of);
    const auto size = sequence == first.end() ? std::nullopt : size_in(*sequence);
    if (!size)
        return std::unexpected("it does not begin with the parameters of its pictures");
    size_ = *size;
    return {};
}

std::span<const byte_view> picture_loop::units_of(std::size_t picture) const
{
    const std::size_t begin = first_units_[picture];
    const std::size_t end = picture + 1 < length() ? first_units_[picture + 1] : units_.size();
    return std::span(units_).subspan(begin, end - begin);
}

bool picture_loop::is_key(std::size_t picture) const
{
    return std::ranges::any_of(units_of(picture), media::is_key);
}

} // namespace thimble::virtualphone::media
