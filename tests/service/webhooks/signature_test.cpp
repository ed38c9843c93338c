// Signatures of webhooks' requests.
#include "service/webhooks/webhook_signature.hpp"
#include "tests/catch2.hpp"

namespace thimble::service::test {

/// Made by Python's hmac of the bytes 0 to 31.
TEST_CASE("a request is signed as Standard Webhooks are", "[webhooks]")
{
    CHECK(sign_webhook("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "5f1c09ab-17",
                       1764063000, R"({"id":"5f1c09ab-17"})") ==
          "v1,uH/bObn8+po3pmDrqsacnY2+R+QwxLtiskS6ed2Pb1A=");
}

TEST_CASE("each webhook has a secret of its own", "[webhooks]")
{
    const auto one = new_webhook_secret();
    CHECK(one.starts_with("whsec_"));
    CHECK(one.size() == 50); // Base64 of 32 bytes
    CHECK(one != new_webhook_secret());
    CHECK(sign_webhook(one, "id", 1, "body") != sign_webhook(one, "id", 2, "body"));
}

} // namespace thimble::service::test
