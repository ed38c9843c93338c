#include "link/cut_text.hpp"

#include "text/utf8.hpp"

namespace thimble::link {

std::string cut_text(std::string text, std::size_t most)
{
    text.resize(service::whole_characters(text, most));
    return text;
}

} // namespace thimble::link
