// Live pictures with their times as a zip archive, stored as they are.
#pragma once

#include "screen/picture.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace thimble::service {

/// Each picture is a file of the archive, named after the milliseconds since the first, in nine
/// digits: "000012345.jpg". An archive that has not ended can be read from its beginning: sizes
/// stand before the content. Times go on where the clock that tells them is set back. Throws
/// std::runtime_error where libarchive refuses.
class picture_archive {
public:
    using moment = std::chrono::system_clock::time_point;

    explicit picture_archive(moment begun);
    picture_archive(picture_archive&&) noexcept;
    picture_archive& operator=(picture_archive&&) noexcept;
    ~picture_archive();

    /// Bytes to be appended now. Nothing where it is the picture that came last.
    screen::bytes add(const std::shared_ptr<const screen::bytes>& jpeg, moment captured_at);

    /// The directory at the end. Nothing may be added any more.
    screen::bytes finish(moment until);

    /// At most so many bytes will the directory have, with one picture more and that one's head.
    std::size_t directory_bytes() const;

    std::chrono::milliseconds duration() const;
    std::uint64_t pictures() const noexcept { return pictures_; }

private:
    struct writer;

    std::chrono::milliseconds pass_to(moment when);

    std::unique_ptr<writer> writer_;
    std::chrono::sys_time<std::chrono::milliseconds> told_; // last, by the clock of the pictures,
    std::chrono::milliseconds at_{0};                       // and since the first
    std::shared_ptr<const screen::bytes> last_;
    std::chrono::milliseconds last_at_{-1}; // by its name
    std::uint64_t pictures_ = 0;
};

} // namespace thimble::service
