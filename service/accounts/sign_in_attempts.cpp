#include "service/accounts/sign_in_attempts.hpp"

#include "http/client_address.hpp"

#include <algorithm>

namespace thimble::service {

std::optional<sign_in_attempts::clock::duration>
sign_in_attempts::refuse(const std::string& name, std::string_view address, clock::time_point now)
{
    const auto network = http::network_of(address);
    if (knows(name, address, now))
        return at_home_.refuse(text_of({name, network}), now);
    if (const auto wait = addresses_.refuse(network, now))
        return wait;
    const auto wait = names_.refuse(name, now);
    if (wait)
        addresses_.give_back(network); // nothing was tried
    return wait;
}

void sign_in_attempts::succeeded(const std::string& name,
                                 std::string_view address,
                                 clock::time_point now)
{
    home here{name, http::network_of(address)};
    if (knows(name, address, now)) {
        at_home_.give_back(text_of(here));
    } else {
        names_.give_back(name);
        addresses_.give_back(here.second);
        if (seen_.size() >= most_homes)
            seen_.erase(
                std::ranges::min_element(seen_, {}, [](const auto& each) { return each.second; }));
    }
    seen_.insert_or_assign(std::move(here), now);
}

bool sign_in_attempts::knows(const std::string& name,
                             std::string_view address,
                             clock::time_point now) const
{
    const auto found = seen_.find({name, http::network_of(address)});
    return found != seen_.end() && now - found->second < lately_signed_in;
}

/// No address has a line end in it.
std::string sign_in_attempts::text_of(const home& where)
{
    return where.second + '\n' + where.first;
}

} // namespace thimble::service
