// Property lists of developer images as C++ values.
#pragma once

#include "device/usbmux/handle.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::device::images {

/// Bytes that are no text.
using blob = std::string;

/// Of either format; nothing where it is none.
property_list parse_property_list(std::string_view content);

/// The file's, up to `most` bytes; nothing where it cannot be read or is none.
property_list read_property_list(const std::filesystem::path& file, std::size_t most);

std::string to_xml(plist_t what);

/// Members of a dictionary, which may be missing or of another type.
plist_t member_of(plist_t dictionary, const char* key);
std::optional<std::string> text_at(plist_t dictionary, const char* key);
std::optional<blob> data_at(plist_t dictionary, const char* key);
std::optional<bool> flag_at(plist_t dictionary, const char* key);
std::optional<std::uint64_t> number_at(plist_t dictionary, const char* key);

plist_t new_data(const blob& content);

} // namespace thimble::device::images
