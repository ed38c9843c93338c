// Bytes as base64, which is how pictures leave WebDriverAgent.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace thimble::virtualphone::wda {

std::string base64(const std::vector<std::uint8_t>& bytes);

} // namespace thimble::virtualphone::wda
