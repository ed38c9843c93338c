#include "service/rest/phones/picture_response.hpp"

#include "service/phones/frame_headers.hpp"
#include "text/hexadecimal.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace thimble::service::api {

namespace {

/// Half a SHA-256 in hexadecimal, quoted.
std::string entity_tag(const screen::bytes& data)
{
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned length = 0;
    if (EVP_Digest(data.data(), data.size(), digest.data(), &length, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL has no SHA-256");
    return '"' + hexadecimal(std::span(digest).first(16)) + '"';
}

/// A tag has 32 digits between quotes, so a list that contains its text contains it.
bool client_has(const http::request& asked, const std::string& tag)
{
    const auto [first, last] = asked.head.equal_range(boost::beast::http::field::if_none_match);
    return std::any_of(first, last, [&](const auto& line) {
        const std::string_view known = line.value();
        return known == "*" || known.find(tag) != std::string_view::npos;
    });
}

/// By its first bytes; of unknown ones PNG, which a client will find wrong.
screen::picture_format format_of(const screen::bytes& data)
{
    const auto begins = [&data](std::string_view with) {
        return data.size() >= with.size() &&
               std::ranges::equal(with, std::span(data).first(with.size()), {},
                                  [](char each) { return static_cast<std::byte>(each); });
    };
    if (begins("\xff\xd8"))
        return screen::picture_format::jpeg;
    return begins("RIFF") ? screen::picture_format::webp : screen::picture_format::png;
}

/// With the tag, and with the picture where the client does not have it.
http::response
answer_with(const http::request& asked, screen::picture_format format, http::shared_bytes content)
{
    const auto tag = entity_tag(*content);
    http::response out;
    out.set("ETag", tag);
    out.set("Cache-Control", "private, no-cache");
    if (client_has(asked, tag)) {
        out.status = 304;
        return out;
    }
    out.set("Content-Type", std::string(screen::media_type(format)));
    out.set("X-Content-Type-Options", "nosniff");
    out.body = std::move(content);
    return out;
}

} // namespace

std::vector<good_answer> picture_answers()
{
    const std::vector<std::string> told{
        "ETag",           "X-Frame-Id",           "X-Screen-Width", "X-Screen-Height",
        "X-Screen-Scale", "X-Screen-Orientation", "X-Captured-At"};
    return {{.meaning = "The image.",
             .media_types = {"image/png", "image/jpeg", "image/webp"},
             .headers = told},
            {.status = 304, .meaning = "It is the image of `If-None-Match`.", .headers = told}};
}

http::response
picture_response(const http::request& asked, const job& work, http::shared_bytes content)
{
    const auto& frame = *work.result().frame;
    auto out = answer_with(asked, frame.picture.format, std::move(content));
    for (auto& [name, value] : frame_headers(work.frame_id(), frame))
        out.set(std::move(name), std::move(value));
    return out;
}

http::response picture_response(const http::request& asked, http::shared_bytes content)
{
    const auto format = format_of(*content);
    return answer_with(asked, format, std::move(content));
}

} // namespace thimble::service::api
