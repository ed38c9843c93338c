// A host's offer of a media stream, as hosts write it.
#pragma once

#include "virtualphone/media/protocol/deflated.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace thimble::virtualphone::tests {

/// Bytes of protocol buffers.
class field_bytes {
public:
    field_bytes& number(unsigned field, std::uint64_t value, std::size_t at_least = 1)
    {
        varint(field << 3U, 1);
        varint(value, at_least);
        return *this;
    }

    field_bytes& content(unsigned field, const media::bytes& value)
    {
        varint(field << 3U | 2U, 1);
        varint(value.size(), 1);
        media::append(all, value);
        return *this;
    }

    field_bytes& text(unsigned field, std::string_view value)
    {
        return content(field, {value.begin(), value.end()});
    }

    media::bytes all;

private:
    void varint(std::uint64_t value, std::size_t at_least)
    {
        constexpr std::uint8_t more = 0x80;
        std::size_t written = 1;
        for (; value >= more || written < at_least; value >>= 7U, ++written)
            all.push_back(static_cast<std::uint8_t>(value | more));
        all.push_back(static_cast<std::uint8_t>(value));
    }
};

struct offer_facts {
    std::uint32_t session = 0x0102'0304;
    bool long_term = false;
    bool hevc = true;
    std::size_t tiers = 10;
    int mode = 5;
};

inline media::bytes
bank_bytes(unsigned payload, unsigned pairs, std::string_view features, unsigned last)
{
    field_bytes bank;
    bank.number(1, payload);
    for (unsigned each = 0; each < pairs * 2; ++each)
        bank.content(
            2,
            field_bytes().number(1, 1).number(2, each % 2 + 1).number(3, 50'115).number(4, 0).all);
    return bank.text(3, features).number(4, last).all;
}

/// The description of the media, before it is deflated.
inline media::bytes description_bytes(const offer_facts& facts)
{
    struct tier {
        std::uint64_t kind;
        std::uint64_t rate;
        std::uint64_t buffer; // 0: none is named
    };
    static const std::vector<tier> tiers{{4074, 0, 16'384},        {0, 75'000'000, 524'288},
                                         {0, 40'000'000, 12'288},  {16, 4100, 0},
                                         {0, 20'000'000, 98'304},  {4, 6500, 0},
                                         {0, 6'000'000, 131'072},  {0, 100'000'000, 1'048'576},
                                         {0, 60'000'000, 262'144}, {1, 299, 0}};
    field_bytes video;
    video.number(1, facts.session, 5).number(2, 0);
    video.content(3, bank_bytes(123, 2, "FLS;SW:1;", 1));
    if (facts.hevc)
        video.content(3, bank_bytes(100, 1, "FLS;VRAE:0;SW:1;", 14));
    video.number(7, facts.long_term ? 1 : 0).number(8, 63).number(12, 1);
    field_bytes all;
    all.number(1, 1).number(2, 1).content(5, video.all).text(6, "Viceroy 1.7.0").number(8, 0);
    for (std::size_t at = 0; at < facts.tiers; ++at) {
        field_bytes each;
        each.number(1, tiers[at].kind).number(2, tiers[at].rate);
        if (tiers[at].buffer != 0)
            each.number(3, tiers[at].buffer);
        all.content(9, each.all);
    }
    all.number(13, 17'137'042'128'614'416'384U).number(14, 2).number(16, 0).number(18, 1);
    return all.all;
}

/// Around a description that is deflated already.
inline media::bytes offer_around(const media::bytes& deflated, int mode = 5)
{
    const auto endpoint = field_bytes()
                              .number(1, 0)
                              .number(2, 1)
                              .text(3, "Mac15,9")
                              .text(4, "2205.3.1")
                              .text(5, "25F80")
                              .all;
    return plist::to_binary(
        {{"avcMediaStreamOptionRemoteEndpointInfo", plist::data(endpoint)},
         {"avcMediaStreamNegotiatorMode", mode},
         {"avcMediaStreamNegotiatorMediaBlob", plist::data(deflated)},
         {"avcMediaStreamOptionCallID", "9B0E6D4C-59A5-4B8D-8B3B-1A7E3B0C2F11"}});
}

inline media::bytes offer_bytes(const offer_facts& facts = {})
{
    return offer_around(media::deflate(description_bytes(facts)), facts.mode);
}

} // namespace thimble::virtualphone::tests
