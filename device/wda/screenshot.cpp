#include "device/wda/screenshot.hpp"

#include "device/png_header.hpp"
#include "device/wda/runner/envelope.hpp"
#include "text/base64.hpp"

#include <memory>

namespace thimble::device::wda {
namespace {

failure unusable(std::string message)
{
    return {.what = problem::capture, .message = std::move(message), .cause = "malformed_picture"};
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
    auto data = text == nullptr ? std::nullopt : service::decode_base64(*text);
    if (!data || data->empty())
        return std::unexpected(unusable("The phone's picture is not base64."));
    const auto size = png_size(*data);
    if (!size)
        return std::unexpected(unusable("The phone's picture is not a PNG."));
    return screen::picture{.format = screen::picture_format::png,
                           .size = *size,
                           .data = std::make_shared<screen::bytes>(std::move(*data))};
}

} // namespace thimble::device::wda
