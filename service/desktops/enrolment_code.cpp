#include "service/desktops/enrolment_code.hpp"

#include <openssl/rand.h>

#include <stdexcept>

namespace thimble::service {

namespace {

constexpr std::string_view letters = "BCDFGHJKLMNPQRSTVWXZ";
constexpr std::size_t code_letters = 8;

/// All letters are equally likely: a byte beyond the last multiple of 20 is not used.
char random_letter()
{
    constexpr unsigned fair = 256 - 256 % letters.size();
    unsigned char byte = 0;
    do {
        if (RAND_bytes(&byte, 1) != 1)
            throw std::runtime_error("the system gives no random bytes");
    } while (byte >= fair);
    return letters[byte % letters.size()];
}

std::string with_dash(std::string code)
{
    return code.insert(code_letters / 2, "-");
}

} // namespace

std::string random_enrolment_code()
{
    std::string code;
    while (code.size() < code_letters)
        code += random_letter();
    return with_dash(std::move(code));
}

std::optional<std::string> parse_enrolment_code(std::string_view typed)
{
    std::string code;
    for (const char each : typed) {
        const char letter =
            each >= 'a' && each <= 'z' ? static_cast<char>(each - ('a' - 'A')) : each;
        if (letter == '-' || letter == ' ')
            continue;
        if (letters.find(letter) == std::string_view::npos || code.size() == code_letters)
            return std::nullopt;
        code += letter;
    }
    if (code.size() != code_letters)
        return std::nullopt;
    return with_dash(std::move(code));
}

} // namespace thimble::service
