// Developer images for virtual phones, and the stand-in of the server that signs them.
#pragma once

#include "tests/e2e/program.hpp"
#include "tests/e2e/temporary_directory.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace thimble::e2e {

enum class image_build : std::uint8_t { usual, newer };

/// A folder with an image for iOS 17 and later on an iPhone 15 Pro, and one each for 15.8 and 16.7.
class image_folder {
public:
    explicit image_folder(image_build which = image_build::usual);
    std::string path() const { return directory_.path().string(); }

private:
    temporary_directory directory_;
};

/// thimble-tss on a port of its own. Ready when it is made.
class signing_server {
public:
    signing_server();
    std::string url() const;
    std::size_t signatures() const;

private:
    program process_;
};

} // namespace thimble::e2e
