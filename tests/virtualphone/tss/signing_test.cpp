// Tickets: who gets one, and what is in it.
#include "tests/catch2.hpp"
#include "tests/virtualphone/tss/signing_request.hpp"
#include "virtualphone/tss/signing.hpp"
#include "virtualphone/tss/ticket.hpp"

namespace thimble::virtualphone::tss {
namespace {

constexpr std::uint64_t large_number =
    0x7234'5678'9ABC'DEF0; // libplist reads larger ones as negative
const plist::bytes asked_nonce(48, 9);

/// The ticket in an answer that is signed.
std::optional<ticket> ticket_in(const std::string& body)
{
    constexpr std::string_view before = "STATUS=0&MESSAGE=SUCCESS&REQUEST_STRING=";
    if (!body.starts_with(before))
        return std::nullopt;
    const auto xml = std::string_view(body).substr(before.size());
    CHECK(xml.find('&') == xml.npos); // where hosts would cut
    const auto answer =
        plist::parse({reinterpret_cast<const std::uint8_t*>(xml.data()), xml.size()});
    const auto made = answer ? plist::data_at(*answer, "ApImg4Ticket") : std::nullopt;
    return made ? decode(*made) : std::nullopt;
}

} // namespace

TEST_CASE("a ticket is for the phone, the nonce and the image that were asked for",
          "[virtualphone]")
{
    const auto answer = sign(xml_of(signing_request_for(large_number, asked_nonce)));
    CHECK(answer.status == 0);
    CHECK(ticket_in(answer.body) == ticket{.chip_number = large_number,
                                           .chip = 0x8130,
                                           .board = 4,
                                           .nonce = asked_nonce,
                                           .image = digest_of(plist::bytes{1}),
                                           .trust_cache = digest_of(plist::bytes{2})});
}

TEST_CASE("an image whose parts are not for production is not eligible", "[virtualphone]")
{
    for (const char* part : {"PersonalizedDMG", "LoadableTrustCache"}) {
        for (const char* member : {"Trusted", "EPRO", "ESEC", "Digest"}) {
            INFO(part << ' ' << member);
            plist::value request = signing_request_for(1, asked_nonce);
            request[part].erase(member);
            CHECK(sign(xml_of(request)).status == 94);
            request[part][member] = false;
            const auto answer = sign(xml_of(request));
            CHECK(answer.status == 94);
            CHECK(answer.body ==
                  "STATUS=94&MESSAGE=This device isn't eligible for the requested build.");
        }
    }
}

TEST_CASE("a request that lacks the phone or its nonce is not understood", "[virtualphone]")
{
    CHECK(sign("").status == 100);
    CHECK(sign("<plist><dict></plist>").status == 100);
    CHECK(sign(xml_of("text")).status == 100);
    for (const char* member : {"@ApImg4Ticket", "ApECID", "ApChipID", "ApBoardID", "ApNonce"}) {
        INFO(member);
        plist::value request = signing_request_for(1, asked_nonce);
        request.erase(member);
        CHECK(sign(xml_of(request)).status == 100);
        request[member] = "1";
        CHECK(sign(xml_of(request)).status == 100);
    }
}

TEST_CASE("other bytes are no ticket", "[virtualphone]")
{
    const ticket made{.chip_number = 1,
                      .chip = 2,
                      .board = 3,
                      .nonce = asked_nonce,
                      .image = {4},
                      .trust_cache = {5}};
    const plist::bytes whole = encode(made);
    CHECK(decode(whole) == made);
    CHECK_FALSE(decode(std::span(whole).first(whole.size() / 2)));
    CHECK_FALSE(decode(plist::bytes{}));
    CHECK_FALSE(decode(plist::bytes{0x30, 0x02, 0x05, 0x00}));
    plist::value content = *plist::parse(whole);
    content["BORD"] = "3";
    CHECK_FALSE(decode(plist::to_xml(content)));
}

} // namespace thimble::virtualphone::tss
