// Pictures that were encoded beforehand, played again and again.
#pragma once

#include "virtualphone/media/protocol/nal_units.hpp"

#include <memory>

namespace thimble::virtualphone::media {

/// A byte stream of HEVC in a file, mapped into memory. Immutable, so that any thread may read it.
class picture_loop {
public:
    static constexpr std::size_t largest_file = std::size_t{512} << 20U;
    static constexpr double pictures_a_second = 60;

    /// It has to begin with parameter sets and a key picture. The error is a sentence that names
    /// the file.
    static std::expected<std::shared_ptr<const picture_loop>, std::string>
    open(const std::string& path);

    /// The same of a stream in memory, for tests.
    static std::expected<std::shared_ptr<const picture_loop>, std::string> from(bytes stream);

    picture_loop(const picture_loop&) = delete;
    picture_loop& operator=(const picture_loop&) = delete;
    ~picture_loop();

    std::size_t length() const noexcept { return first_units_.size(); } // in pictures
    std::span<const byte_view> units_of(std::size_t picture) const;
    bool is_key(std::size_t picture) const;
    picture_size size() const noexcept { return size_; }

private:
    class mapped_file;

    picture_loop();
    std::expected<void, std::string> read(byte_view stream);

    std::unique_ptr<mapped_file> file_;
    bytes memory_;
    std::vector<byte_view> units_;
    std::vector<std::size_t> first_units_; // of each picture
    picture_size size_;
};

} // namespace thimble::virtualphone::media
