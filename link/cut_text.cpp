#include "link/cut_text.hpp"

namespace thimble::link {

std::string cut_text(std::string text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    const auto continues = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
    };
    while (most > 0 && continues(most))
        --most;
    text.resize(most);
    return text;
}

} // namespace thimble::link
