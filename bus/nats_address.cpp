#include "bus/nats_address.hpp"

#include "text/ascii.hpp"
#include "text/lists.hpp"
#include "text/whole_number.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace thimble::service::bus {

namespace {

constexpr std::size_t longest_address = 2048;
constexpr std::size_t most_servers = 16;
constexpr std::string_view usual_port = ":4222";
constexpr std::string_view plain_scheme = "nats://";
constexpr std::string_view encrypted_scheme = "tls://";

std::unexpected<std::string> wrong(std::string why)
{
    return std::unexpected(std::move(why));
}

std::optional<int> hexadecimal_value(char letter)
{
    if (is_digit(letter))
        return letter - '0';
    const char low = static_cast<char>(letter | 0x20);
    return low >= 'a' && low <= 'f' ? std::optional(low - 'a' + 10) : std::nullopt;
}

/// Without its %XX; nothing where one of them is none, or stands for no character.
std::optional<std::string> unescaped(std::string_view text)
{
    std::string out;
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (text[place] != '%') {
            out += text[place];
            continue;
        }
        if (place + 2 >= text.size())
            return std::nullopt;
        const auto high = hexadecimal_value(text[place + 1]);
        const auto low = hexadecimal_value(text[place + 2]);
        if (!high || !low || *high * 16 + *low == 0)
            return std::nullopt;
        out += static_cast<char>(*high * 16 + *low);
        place += 2;
    }
    return out;
}

bool is_of_host(char letter)
{
    return is_letter(letter) || is_digit(letter) || letter == '.' || letter == '-' ||
           letter == '_' || letter == ':' || letter == '[' || letter == ']';
}

/// With its port.
std::expected<std::string, std::string> server_of(std::string_view text)
{
    if (text.empty() || !std::ranges::all_of(text, is_of_host))
        return wrong("names no host: nats://HOST:4222");
    auto after = text;
    if (text.starts_with('[')) { // of IPv6
        const auto end = text.find(']');
        if (end == std::string_view::npos)
            return wrong("has a [ without its ]");
        after = text.substr(end + 1);
    }
    const auto mark = after.find(':');
    if (mark == std::string_view::npos)
        return std::string(text) + std::string(usual_port);
    if (!whole_number<std::uint16_t>(after.substr(mark + 1), 1))
        return wrong("has a port that is no number from 1 to 65535");
    return std::string(text);
}

} // namespace

std::expected<nats_address, std::string> nats_address::parse(std::string_view text)
{
    nats_address out;
    out.encrypted_ = text.starts_with(encrypted_scheme);
    if (!out.encrypted_ && !text.starts_with(plain_scheme))
        return wrong("is no nats://HOST:4222 or tls://HOST:4222; without it this node is alone");
    if (text.size() > longest_address)
        return wrong("is longer than 2048 characters");
    const auto scheme = out.encrypted_ ? encrypted_scheme : plain_scheme;
    auto rest = text.substr(scheme.size());
    if (rest.ends_with('/'))
        rest.remove_suffix(1);
    if (const auto mark = rest.find('@'); mark != std::string_view::npos) {
        const auto login = rest.substr(0, mark);
        rest.remove_prefix(mark + 1);
        const auto between = login.find(':');
        auto user = unescaped(login.substr(0, between));
        auto password = unescaped(between == std::string_view::npos ? std::string_view()
                                                                    : login.substr(between + 1));
        if (!user || !password || user->empty())
            return wrong("has a user or password in which a % is not followed by a character's "
                         "code in hexadecimal, or an empty user");
        if (between == std::string_view::npos) {
            out.token_ = std::move(*user);
        } else {
            out.user_ = std::move(*user);
            out.password_ = std::move(*password);
        }
    }
    while (!rest.empty()) {
        auto each = server_of(take_until(',', rest));
        if (!each)
            return std::unexpected(std::move(each.error()));
        out.servers_.push_back(std::string(scheme) + *each);
    }
    if (out.servers_.empty() || out.servers_.size() > most_servers)
        return wrong("names no server, or more than 16");
    return out;
}

std::string nats_address::shown() const
{
    return joined(servers_, ",");
}

} // namespace thimble::service::bus
