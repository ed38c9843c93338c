// A developer image that Xcode might have, and the stand-in that signs it.
#pragma once

#include "tests/e2e/program.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

namespace thimble::judges {

inline constexpr auto imaged_model = "iPhone 15 Pro"; // that the image is for

void write_file(const std::filesystem::path& to, const virtualphone::plist::bytes& content);

/// A folder with an image for the model, as Xcode has one.
void write_image(const std::filesystem::path& folder, std::size_t size);

/// thimble-tss, which hosts take for a proxy.
class signing_program {
public:
    signing_program();

    std::string url() const { return "http://" + address_; }
    std::size_t signed_so_far() const;

private:
    e2e::program program_;
    std::string address_;
};

} // namespace thimble::judges
