#include "device/text_limit.hpp"

#include "text/printable_text.hpp"
#include "text/utf8.hpp"

namespace thimble::device {

std::string cut_text(std::string_view text, std::size_t most)
{
    const auto within = text.substr(0, most);
    std::size_t valid = 0;
    while (valid < within.size()) {
        const auto next = service::first_code_point(within.substr(valid));
        if (!next)
            break;
        valid += next->length;
    }
    return std::string(within.substr(0, valid));
}

std::string cut_to_line(std::string_view text, std::size_t most)
{
    return service::printable(cut_text(text, most));
}

} // namespace thimble::device
