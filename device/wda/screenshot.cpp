#include "device/wda/screenshot.hpp"

#include "device/png_header.hpp"
#include "device/wda/envelope.hpp"

#include <openssl/evp.h>

#include <memory>

namespace thimble::device::wda {
namespace {

failure unusable(std::string message)
{
    return {.what = problem::capture, .message = std::move(message), .cause = "malformed_picture"};
}

/// Nothing when it is not base64 in whole groups of four.
std::shared_ptr<screen::bytes> decode_base64(const std::string& text)
{
    if (text.empty() || text.size() % 4 != 0)
        return nullptr;
    auto data = std::make_shared<screen::bytes>(text.size() / 4 * 3);
    const auto written =
        EVP_DecodeBlock(reinterpret_cast<unsigned char*>(data->data()),      // NOLINT
                        reinterpret_cast<const unsigned char*>(text.data()), // NOLINT
                        static_cast<int>(text.size()));
    if (written < 0)
        return nullptr;
    const auto padding = text.ends_with("==") ? 2U : text.ends_with('=') ? 1U : 0U;
    data->resize(static_cast<std::size_t>(written) - padding);
    return data;
}

} // namespace

result<screen::picture> picture_of(const response& answer)
{
    auto parsed = parse_envelope(answer);
    if (!parsed) {
        auto error = std::move(parsed.error());
        error.what = problem::capture;
        error.phone = reached::nothing;
        return std::unexpected(std::move(error));
    }
    const auto* text = parsed->value.get_ptr<const std::string*>();
    auto data = text == nullptr ? nullptr : decode_base64(*text);
    if (!data)
        return std::unexpected(unusable("The phone's picture is not base64."));
    const auto size = png_size(*data);
    if (!size)
        return std::unexpected(unusable("The phone's picture is not a PNG."));
    return screen::picture{
        .format = screen::picture_format::png, .size = *size, .data = std::move(data)};
}

} // namespace thimble::device::wda
