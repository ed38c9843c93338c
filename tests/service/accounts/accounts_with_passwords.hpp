// Two accounts whose passwords an operator has set.
#pragma once

#include "service/accounts/password.hpp"
#include "tests/service/accounts/browser.hpp"
#include "tests/service/accounts_fixture.hpp"

#include <memory>
#include <string>

namespace thimble::service::test {

struct with_passwords : with_two_accounts {
    with_passwords()
    {
        set_password("ada", adas_password);
        set_password("bob", "bob's password");
    }

    void set_password(const std::string& name, const std::string& password)
    {
        CHECK(ask("account password", {{"name", name}, {"password_hash", hash_password(password)}})
                  .done);
    }

    /// A browser in which ada has signed in.
    std::unique_ptr<browser> signed_in()
    {
        auto out = std::make_unique<browser>(running.port());
        REQUIRE(out->sign_in("ada", adas_password).status == 200);
        return out;
    }

    static inline const std::string adas_password = "correct horse battery staple";
};

} // namespace thimble::service::test
