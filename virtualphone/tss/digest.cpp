#include "virtualphone/tss/digest.hpp"

#include <openssl/evp.h>

#include <new>

namespace thimble::virtualphone::tss {

struct image_digest::state {
    state() : context(EVP_MD_CTX_new())
    {
        if (context == nullptr || EVP_DigestInit_ex(context, EVP_sha384(), nullptr) != 1)
            throw std::bad_alloc();
    }
    state(const state&) = delete;
    state& operator=(const state&) = delete;
    ~state() { EVP_MD_CTX_free(context); }

    EVP_MD_CTX* context;
};

image_digest::image_digest() : state_(std::make_unique<state>()) {}
image_digest::image_digest(image_digest&&) noexcept = default;
image_digest& image_digest::operator=(image_digest&&) noexcept = default;
image_digest::~image_digest() = default;

void image_digest::add(plist::byte_view part)
{
    EVP_DigestUpdate(state_->context, part.data(), part.size());
}

plist::bytes image_digest::finish()
{
    constexpr std::size_t digest_size = 48; // bytes
    plist::bytes result(digest_size);
    EVP_DigestFinal_ex(state_->context, result.data(), nullptr);
    return result;
}

plist::bytes digest_of(plist::byte_view content)
{
    image_digest of;
    of.add(content);
    return of.finish();
}

} // namespace thimble::virtualphone::tss
