#include "mcp/request_state.hpp"

#include "text/base64.hpp"

#include <cstdint>
#include <sodium/core.h>
#include <sodium/crypto_auth_hmacsha256.h>
#include <sodium/crypto_hash_sha256.h>
#include <sodium/randombytes.h>
#include <stdexcept>
#include <utility>

namespace thimble::mcp {

using nlohmann::json;

namespace {

constexpr std::size_t most_state_bytes = 64UL * 1024;
constexpr std::size_t most_spent_states = 10'000; // of ten minutes; beyond, states are refused
constexpr std::size_t nonce_bytes = 16;

const unsigned char* octets(std::string_view text)
{
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    return reinterpret_cast<const unsigned char*>(text.data());
}

std::string random_octets(std::size_t count)
{
    std::string out(count, '\0');
    randombytes_buf(out.data(), out.size());
    return out;
}

std::int64_t to_milliseconds(request_states::time moment)
{
    return std::chrono::duration_cast<std::chrono::milliseconds>(moment.time_since_epoch()).count();
}

} // namespace

request_states::request_states(std::chrono::seconds lifetime, std::string suffix)
    : lifetime_(lifetime), suffix_(std::move(suffix))
{
    static_assert(sizeof key_ == crypto_auth_hmacsha256_KEYBYTES);
    if (sodium_init() < 0)
        throw std::runtime_error("libsodium cannot be used");
    randombytes_buf(key_.data(), key_.size());
}

std::string request_states::mark(std::string_view body) const
{
    std::array<char, crypto_auth_hmacsha256_BYTES> out{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    crypto_auth_hmacsha256(reinterpret_cast<unsigned char*>(out.data()), octets(body), body.size(),
                           key_.data());
    return {out.data(), out.size()};
}

std::string request_states::seal(const remembered& what, const state_binding& to, time now)
{
    const json body{{"account", to.account},
                    {"request", to.digest},
                    {"until", to_milliseconds(now + lifetime_)},
                    {"nonce", service::encode_base64url(random_octets(nonce_bytes))},
                    {"asked", what.asked},
                    {"answers", what.answers}};
    const auto text = body.dump(-1, ' ', false, json::error_handler_t::replace);
    return service::encode_base64url(text) + "." + service::encode_base64url(mark(text)) + suffix_;
}

std::optional<remembered>
request_states::open(std::string_view text, const state_binding& of, time now)
{
    if (!text.ends_with(suffix_))
        return std::nullopt;
    text.remove_suffix(suffix_.size());
    const auto dot = text.find('.');
    if (text.size() > most_state_bytes || dot == std::string_view::npos)
        return std::nullopt;
    const auto body = service::decode_base64url(text.substr(0, dot));
    const auto seal = service::decode_base64url(text.substr(dot + 1));
    if (!body || !seal || seal->size() != crypto_auth_hmacsha256_BYTES ||
        crypto_auth_hmacsha256_verify(octets(*seal), octets(*body), body->size(), key_.data()) != 0)
        return std::nullopt;
    auto read = json::parse(*body); // we have written it
    if (read["account"] != of.account || read["request"] != of.digest)
        return std::nullopt;
    const time until{std::chrono::milliseconds(read["until"].get<std::int64_t>())};
    if (now > until || !spend(read["nonce"].get<std::string>(), until, now))
        return std::nullopt;
    return remembered{.asked = std::move(read["asked"]), .answers = std::move(read["answers"])};
}

bool request_states::spend(const std::string& nonce, time until, time now)
{
    std::erase_if(spent_, [&](const auto& each) { return each.second < now; });
    if (spent_.size() >= most_spent_states)
        return false;
    return spent_.emplace(nonce, until).second;
}

std::string digest_of(const json& what)
{
    const auto text = what.dump(-1, ' ', false, json::error_handler_t::replace);
    std::array<char, crypto_hash_sha256_BYTES> out{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(out.data()), octets(text), text.size());
    return service::encode_base64url({out.data(), out.size()});
}

std::string digest_of_request(std::string_view method, json params)
{
    for (const auto* each : {"_meta", "inputResponses", "requestState"})
        params.erase(each);
    return digest_of({{"method", method}, {"params", std::move(params)}});
}

} // namespace thimble::mcp
