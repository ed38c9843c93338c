#include "service/models/body_text.hpp"

#include "link/strict_json.hpp"

#include <openssl/evp.h>

namespace thimble::service::models {

std::string base64_of(const screen::picture& shown)
{
    const auto& bytes = *shown.data;
    const auto* const from = reinterpret_cast<const unsigned char*>(bytes.data()); // NOLINT
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');         // OpenSSL ends it with a zero
    auto* const to = reinterpret_cast<unsigned char*>(text.data()); // NOLINT(*-reinterpret-cast)
    text.resize(
        static_cast<std::size_t>(EVP_EncodeBlock(to, from, static_cast<int>(bytes.size()))));
    return text;
}

nlohmann::json arguments_object(std::string_view written)
{
    auto read = link::parse_json(written);
    return read && read->is_object() ? std::move(*read) : nlohmann::json::object();
}

std::string to_text(const nlohmann::ordered_json& body)
{
    return body.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace thimble::service::models
