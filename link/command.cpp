#include "link/command.hpp"

#include "text/enum_words.hpp"

namespace thimble::link {

std::string_view to_string(outcome value)
{
    return service::enum_word(value);
}

} // namespace thimble::link
