// Offers of a media stream: the captured ones are known by their checksums.
#include "tests/catch2.hpp"
#include "tests/virtualphone/media/offer_bytes.hpp"
#include "virtualphone/media/protocol/offer.hpp"
#include "virtualphone/media/protocol/protobuf.hpp"

namespace thimble::virtualphone::tests {
namespace {

constexpr std::size_t captured_size = 278;

} // namespace

TEST_CASE("a captured offer is read", "[media]")
{
    const auto read =
        media::parse_offer(offer_bytes({.session = 2'368'635'137, .long_term = true}));
    REQUIRE(read);
    CHECK(read->description_size == captured_size);
    CHECK(read->checksum == 0xFD08'424F);
    CHECK(read->session == 2'368'635'137);
    CHECK(read->long_term_references);
    CHECK_FALSE(read->feedback);
    CHECK_FALSE(read->error_correction);
    CHECK(read->host_model == "Mac15,9");
    CHECK(read->host_build == "25F80");
    CHECK(read->decoder == "Viceroy 1.7.0");
    REQUIRE(read->banks.size() == 2);
    CHECK(read->banks[0].payload_type == 123);
    CHECK(read->banks[1].features == "FLS;VRAE:0;SW:1;");
    CHECK(read->banks[1].resolutions == 2);
    REQUIRE(read->tiers.size() == 10);
    CHECK(read->tiers.back().bits_a_second == 299);
    CHECK(media::chosen_bank(*read) == &read->banks[1]);
    CHECK(media::granted_bit_rate(*read) == 6'000'000);
}

TEST_CASE("an offer without long-term references has the checksum that hosts check", "[media]")
{
    const auto read = media::parse_offer(offer_bytes());
    REQUIRE(read);
    CHECK(read->description_size == captured_size);
    CHECK(read->checksum == 0xBB26'9227);
    CHECK(read->session == 0x0102'0304);
    CHECK_FALSE(read->long_term_references);
}

TEST_CASE("an offer that leaves a tier out gets next to no bits", "[media]")
{
    const auto read = media::parse_offer(offer_bytes({.tiers = 9}));
    REQUIRE(read);
    CHECK(media::granted_bit_rate(*read) == 299);
}

TEST_CASE("an offer without HEVC has no bank that the phone chooses", "[media]")
{
    const auto read = media::parse_offer(offer_bytes({.hevc = false}));
    REQUIRE(read);
    CHECK(media::chosen_bank(*read) == nullptr);
}

TEST_CASE("the description's own checksum has to be right", "[media]")
{
    auto deflated = media::deflate(description_bytes({}));
    REQUIRE(media::parse_offer(offer_around(deflated)));
    auto spoilt = deflated;
    spoilt.back() ^= 1U;
    CHECK_FALSE(media::parse_offer(offer_around(spoilt)));
    auto longer = deflated;
    longer.push_back(0);
    CHECK_FALSE(media::parse_offer(offer_around(longer)));
    deflated.resize(deflated.size() / 2);
    CHECK_FALSE(media::parse_offer(offer_around(deflated)));
}

TEST_CASE("an offer beyond the limits is refused", "[media]")
{
    CHECK_FALSE(media::parse_offer({}));
    CHECK_FALSE(media::parse_offer(media::bytes(100, 0x5A)));
    CHECK_FALSE(media::parse_offer(media::bytes(70'000)));
    CHECK_FALSE(media::parse_offer(offer_around(media::deflate(media::bytes(70'000)))));
    CHECK_FALSE(media::parse_offer(offer_bytes({.tiers = 0})));
    CHECK_FALSE(media::parse_offer(offer_bytes({.mode = 7})));
}

TEST_CASE("the answer names the phone's own source", "[media]")
{
    const auto read = media::parse_offer(offer_bytes());
    REQUIRE(read);
    const auto answer = plist::parse(media::negotiator_answer(*read, 0xA0B0'C0D0));
    REQUIRE(answer);
    CHECK(plist::integer_at(*answer, "avcMediaStreamNegotiatorMode") == 5);
    const auto deflated = plist::data_at(*answer, "avcMediaStreamNegotiatorMediaBlob");
    REQUIRE(deflated);
    const auto description = media::inflate(*deflated, 1000);
    REQUIRE(description);
    const auto fields = media::parse_fields(*description);
    REQUIRE(fields);
    const auto video = media::content_in(*fields, 5);
    REQUIRE(video);
    const auto settings = media::parse_fields(*video);
    REQUIRE(settings);
    CHECK(media::number_in(*settings, 1) == 0xA0B0'C0D0);
}

TEST_CASE("fields that break off or never end are refused", "[media]")
{
    CHECK(media::parse_fields(media::bytes{0x08, 0x01}));
    CHECK_FALSE(media::parse_fields(media::bytes{0x08}));
    CHECK_FALSE(media::parse_fields(media::bytes{0x0A, 0x05, 0x01}));
    CHECK_FALSE(media::parse_fields(media::bytes(20, 0xFF)));
    media::bytes many;
    for (int each = 0; each < 300; ++each)
        media::append(many, media::bytes{0x08, 0x01});
    CHECK_FALSE(media::parse_fields(many));
}

} // namespace thimble::virtualphone::tests
