// A directory of a test's own that goes when the test ends.
#pragma once

#include <filesystem>

namespace thimble::e2e {

class temporary_directory {
public:
    /// Made with mode 0700; short enough for the path of a Unix socket inside it.
    temporary_directory();
    temporary_directory(const temporary_directory&) = delete;
    temporary_directory& operator=(const temporary_directory&) = delete;
    ~temporary_directory();

    const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace thimble::e2e
