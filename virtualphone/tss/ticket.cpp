#include "virtualphone/tss/ticket.hpp"

namespace thimble::virtualphone::tss {

plist::bytes encode(const ticket& made)
{
    plist::value content{{"Kind", "IM4M"}};
    content["ECID"] = made.chip_number;
    content["CHIP"] = made.chip;
    content["BORD"] = made.board;
    content["BNCH"] = plist::data(made.nonce);
    content["pdmg"] = plist::data(made.image);
    content["ltrs"] = plist::data(made.trust_cache);
    return plist::to_xml(content);
}

std::optional<ticket> decode(plist::byte_view from)
{
    const auto content = plist::parse(from);
    if (!content || plist::string_at(*content, "Kind") != "IM4M")
        return std::nullopt;
    const auto chip_number = unsigned_at(*content, "ECID");
    const auto chip = unsigned_at(*content, "CHIP");
    const auto board = unsigned_at(*content, "BORD");
    auto nonce = plist::data_at(*content, "BNCH");
    auto image = plist::data_at(*content, "pdmg");
    auto trust_cache = plist::data_at(*content, "ltrs");
    if (!chip_number || !chip || !board || !nonce || !image || !trust_cache)
        return std::nullopt;
    return ticket{.chip_number = *chip_number,
                  .chip = *chip,
                  .board = *board,
                  .nonce = std::move(*nonce),
                  .image = std::move(*image),
                  .trust_cache = std::move(*trust_cache)};
}

std::optional<std::uint64_t> unsigned_at(const plist::value& dictionary, std::string_view key)
{
    const plist::value* found = plist::find(dictionary, key);
    if (found == nullptr || !found->is_number_integer())
        return std::nullopt;
    if (!found->is_number_unsigned() && found->get<std::int64_t>() < 0)
        return std::nullopt;
    return found->get<std::uint64_t>();
}

} // namespace thimble::virtualphone::tss
