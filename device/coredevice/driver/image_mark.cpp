#include "device/coredevice/driver/image_mark.hpp"

#include <boost/crc.hpp>

#include <string_view>

namespace thimble::device::coredevice {
namespace {

constexpr std::string_view of_the_image = "com.apple.coredevice.";

void take(boost::crc_32_type& sum, const std::string& text)
{
    sum.process_bytes(text.c_str(), text.size() + 1); // its end as well
}

std::string hexadecimal_digits(std::uint32_t number)
{
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (int shift = 28; shift >= 0; shift -= 4)
        text += digits[(number >> static_cast<unsigned>(shift)) & 15U];
    return text;
}

} // namespace

std::string image_mark(const service_directory& of)
{
    boost::crc_32_type sum;
    for (const auto& [name, entry] : of.services) {
        if (!name.starts_with(of_the_image))
            continue;
        take(sum, name);
        take(sum, std::to_string(entry.version));
        for (const auto& feature : entry.features)
            take(sum, feature);
    }
    return hexadecimal_digits(sum.checksum());
}

} // namespace thimble::device::coredevice
