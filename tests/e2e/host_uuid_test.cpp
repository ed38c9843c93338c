// The UUID by which phones know this computer in their tunnels.
#include "tests/e2e/driven_phone.hpp"
#include "tests/e2e/file_content.hpp"

#include <cstdlib>
#include <memory>

namespace thimble::e2e {

namespace {

/// For every program that the test starts.
[[maybe_unused]] const int uuid_tunnels_on = ::setenv("THIMBLE_TUNNELS", "on", 1);

/// By which the phone knows the computer while this household's thimbled drives it. A program that
/// has gone may be known still: `not_this` is not taken.
std::string told_to(const virtual_phones& phones,
                    const std::shared_ptr<household>& home,
                    const std::string& not_this = {})
{
    const thimble_system daemon(phones, home);
    const auto phone = phones.at(0);
    std::string told;
    CHECK(eventually(2 * ready_limit, [&] {
        told = phone.facts().at("tunnel_host").get<std::string>();
        return !told.empty() && told != not_this;
    }));
    return told;
}

} // namespace

TEST_CASE("phones know a computer by the same UUID after a restart, and another by another one",
          "[e2e]")
{
    const virtual_phones phones({.phones = {"iPhone 15 Pro,ios=18.5,runner=absent"}});
    const auto home = std::make_shared<household>();
    const auto first = told_to(phones, home);
    CHECK(first.size() == 36);
    CHECK(content_of(home->state.path() / "host-uuid").starts_with(first));
    const auto of_another = told_to(phones, std::make_shared<household>(), first);
    CHECK(told_to(phones, home, of_another) == first);
}

} // namespace thimble::e2e
