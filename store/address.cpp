#include "store/address.hpp"

#include "text/lists.hpp"
#include "text/whole_number.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace thimble::service::store {

namespace {

using checked = std::expected<void, std::string>;

constexpr std::size_t longest_address = 2048;
constexpr std::array<std::string_view, 2> schemes{"postgresql://", "postgres://"};

/// Parameters of libpq that a person may set. Passwords are not among them: they have one place.
constexpr std::array<std::string_view, 21> known_parameters{"application_name",
                                                            "channel_binding",
                                                            "connect_timeout",
                                                            "gssencmode",
                                                            "host",
                                                            "hostaddr",
                                                            "keepalives",
                                                            "keepalives_count",
                                                            "keepalives_idle",
                                                            "keepalives_interval",
                                                            "krbsrvname",
                                                            "options",
                                                            "passfile",
                                                            "port",
                                                            "sslcert",
                                                            "sslcrl",
                                                            "sslkey",
                                                            "sslmode",
                                                            "sslrootcert",
                                                            "target_session_attrs",
                                                            "tcp_user_timeout"};

/// Those that hold where the address does not say otherwise: a server that does not answer is
/// given up within seconds, and one that takes no writes is passed over.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> usual_parameters{{
    {"connect_timeout", "5"},                         // seconds, for each server
    {"tcp_user_timeout", "10000"},                    // milliseconds
    {"keepalives_idle", "5"},                         // seconds
    {"keepalives_interval", "2"},                     // seconds
    {"keepalives_count", "3"},                        //
    {"target_session_attrs", "read-write"},           //
    {"client_encoding", "UTF8"},                      //
    {"fallback_application_name", "thimble-service"}, // in the server's own lists
}};

/// Those of URLs, of which SOCI and libpq split none in another way than this file does.
bool is_plain(char letter)
{
    constexpr std::string_view others = "-._~%:/?@&=,[]+!$*();";
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || others.contains(letter);
}

bool is_hexadecimal(char letter)
{
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f') ||
           (letter >= 'A' && letter <= 'F');
}

/// Each % is followed by two hexadecimal digits that are not 00.
bool is_well_escaped(std::string_view text)
{
    for (auto mark = text.find('%'); mark != std::string_view::npos;
         mark = text.find('%', mark + 1))
        if (mark + 2 >= text.size() || !is_hexadecimal(text[mark + 1]) ||
            !is_hexadecimal(text[mark + 2]) || text.substr(mark + 1, 2) == "00")
            return false;
    return true;
}

/// A well escaped text without its escapes.
std::string unescaped(std::string_view text)
{
    const auto digit = [](char letter) {
        return letter <= '9' ? letter - '0' : (letter | 0x20) - 'a' + 10;
    };
    std::string out;
    for (std::size_t place = 0; place < text.size(); ++place) {
        if (text[place] != '%') {
            out += text[place];
            continue;
        }
        out += static_cast<char>(digit(text[place + 1]) * 16 + digit(text[place + 2]));
        place += 2;
    }
    return out;
}

template <class List>
bool has(const List& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

std::unexpected<std::string> wrong(std::string why)
{
    return std::unexpected(std::move(why));
}

checked check_letters(std::string_view text)
{
    if (text.size() > longest_address)
        return wrong("is longer than 2048 characters");
    if (!std::ranges::all_of(text, is_plain) || !is_well_escaped(text))
        return wrong("has a character that must be written as %XX, its code in hexadecimal");
    return {};
}

/// "db1.example:5432,db2.example": ports are numbers, so that no password is taken for a host.
checked check_hosts(std::string_view hosts)
{
    while (!hosts.empty()) {
        auto host = take_until(',', hosts);
        if (host.starts_with('[')) { // of IPv6
            const auto end = host.find(']');
            if (end == std::string_view::npos)
                return wrong("has a [ without its ]");
            host.remove_prefix(end + 1);
        }
        const auto mark = host.find(':');
        if (mark != std::string_view::npos &&
            !whole_number<std::uint16_t>(host.substr(mark + 1), 1))
            return wrong("has a port that is no number from 1 to 65535");
    }
    return {};
}

/// The names that are given.
std::expected<std::vector<std::string_view>, std::string> names_in(std::string_view query)
{
    std::vector<std::string_view> out;
    while (!query.empty()) {
        const auto each = take_until('&', query);
        const auto name = each.substr(0, each.find('='));
        if (name.size() == each.size() || !has(known_parameters, name))
            return wrong("has a parameter that is none of " + joined(known_parameters, ", "));
        // Without an end, nothing would be tried again before the server answers.
        if (name == "connect_timeout" && !whole_number(each.substr(name.size() + 1), 1, 60))
            return wrong("has a connect_timeout that is no number of seconds from 1 to 60");
        out.push_back(name);
    }
    return out;
}

} // namespace

std::expected<server_address, std::string> server_address::parse(std::string_view text)
{
    const auto scheme = std::ranges::find_if(
        schemes, [&](std::string_view each) { return text.starts_with(each); });
    if (scheme == schemes.end())
        return wrong("is no postgresql://HOST/DATABASE; without it everything is kept in the "
                     "state directory, by SQLite");
    if (const auto plain = check_letters(text); !plain)
        return std::unexpected(plain.error());
    auto rest = text.substr(scheme->size());
    const auto before_query = take_until('?', rest);
    const auto query = rest;
    const auto slash = before_query.find('/');
    const auto database =
        slash == std::string_view::npos ? std::string_view() : before_query.substr(slash + 1);
    if (database.empty() || database.contains('/'))
        return wrong("names no database: postgresql://HOST/DATABASE");
    auto hosts = before_query.substr(0, slash);
    server_address out;
    if (const auto mark = hosts.find('@'); mark != std::string_view::npos) {
        auto user = hosts.substr(0, mark);
        hosts.remove_prefix(mark + 1);
        take_until(':', user);
        out.password_ = user;
    }
    if (hosts.contains('@') || database.contains('@') || out.password_.contains(':'))
        return wrong("has a @ or : in a name or password that must be written as %40 or %3A");
    if (const auto right = check_hosts(hosts); !right)
        return std::unexpected(right.error());
    const auto names = names_in(query);
    if (!names)
        return std::unexpected(names.error());
    out.shown_ = "postgresql://" + std::string(hosts) + "/" + std::string(database);
    out.connection_text_ = text;
    char between = query.empty() ? '?' : '&';
    if (query.empty() && before_query.size() + scheme->size() < text.size())
        out.connection_text_.pop_back(); // a question mark without a question
    for (const auto& [name, value] : usual_parameters)
        if (!has(*names, name))
            out.connection_text_ +=
                std::exchange(between, '&') + std::string(name) + "=" + std::string(value);
    return out;
}

std::string server_address::without_password(std::string text) const
{
    if (!has_password())
        return text;
    for (const auto& each : {password_, unescaped(password_)})
        for (auto found = text.find(each); found != std::string::npos; found = text.find(each))
            text.replace(found, each.size(), "");
    return text;
}

address address_in(const std::filesystem::path& state_dir,
                   const std::optional<server_address>& server)
{
    return server ? address(*server) : address(state_dir / database_name);
}

std::string shown(const address& what)
{
    if (const auto* server = std::get_if<server_address>(&what))
        return server->shown();
    return std::get<std::filesystem::path>(what).string();
}

} // namespace thimble::service::store
