// The offer, byte for byte as Apple's own host sends it.
#include "device/media/media_offer.hpp"
#include "device/plist/property_list.hpp"
#include "tests/catch2.hpp"
#include "tests/device/coredevice/bytes.hpp"

#include <zlib.h>

namespace thimble::tests {
namespace {

namespace media = device::media;
namespace plist = device::plist;

unsigned long crc_of(const media::bytes& what)
{
    return ::crc32(0, reinterpret_cast<const Bytef*>(what.data()), // NOLINT(*-reinterpret-cast)
                   static_cast<uInt>(what.size()));
}

media::bytes inflated(const std::string& zlib)
{
    media::bytes result(4096);
    auto length = static_cast<uLongf>(result.size());
    const int how = ::uncompress(reinterpret_cast<Bytef*>(result.data()), &length, // NOLINT
                                 reinterpret_cast<const Bytef*>(zlib.data()),      // NOLINT
                                 static_cast<uLong>(zlib.size()));
    REQUIRE(how == Z_OK);
    result.resize(length);
    return result;
}

} // namespace

TEST_CASE("the description of the media has the checksums that are known", "[media]")
{
    const auto usual = media::media_description({.session = 0x01020304, .call = {}});
    CHECK(usual.size() == 278);
    CHECK(crc_of(usual) == 0xbb269227);
    const auto xcodes = media::media_description(
        {.session = 2'368'635'137, .call = {}, .long_term_references = true});
    CHECK(xcodes.size() == 278); // a session takes five bytes, however large its number is
    CHECK(crc_of(xcodes) == 0xfd08424f);
}

TEST_CASE("the host is described as one that phones know", "[media]")
{
    CHECK(hexadecimal(media::host_description()) ==
          "080010011a074d616331352c392208323230352e332e312a053235463830");
}

TEST_CASE("an offer is a binary list with a compressed description", "[media]")
{
    const media::media_offer what{.session = 7, .call = "0A1B2C3D-0000-4000-8000-00000000000F"};
    const auto encoded = media::encode_offer(what);
    const std::string text(reinterpret_cast<const char*>(encoded.data()), encoded.size()); // NOLINT
    CHECK(text.starts_with("bplist00"));
    const auto read = plist::parse_property_list(text);
    REQUIRE(read);
    CHECK(plist::text_at(*read, "avcMediaStreamOptionCallID") == what.call);
    CHECK(plist::unsigned_at(*read, "avcMediaStreamNegotiatorMode") == 5);
    const auto host = plist::data_at(*read, "avcMediaStreamOptionRemoteEndpointInfo");
    REQUIRE(host);
    CHECK(letters_of(*host) == media::host_description());
    const auto blob = plist::data_at(*read, "avcMediaStreamNegotiatorMediaBlob");
    REQUIRE(blob);
    CHECK(hexadecimal(letters_of(*blob)).starts_with("78da")); // the best compression
    CHECK(inflated(*blob) == media::media_description(what));
}

} // namespace thimble::tests
