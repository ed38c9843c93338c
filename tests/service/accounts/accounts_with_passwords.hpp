// Two accounts whose passwords an operator has set.
#pragma once

#include "service/accounts/password.hpp"
#include "tests/service/accounts/browser.hpp"
#include "tests/service/accounts_fixture.hpp"

#include <array>
#include <memory>
#include <sodium.h>
#include <string>

namespace thimble::service::test {

/// Costs next to nothing to compare with: a real one takes 64 MiB each time, for seconds where the
/// machine has much else to do.
inline std::string quick_hash(const std::string& password)
{
    std::array<char, crypto_pwhash_STRBYTES> out{};
    REQUIRE(sodium_init() >= 0);
    REQUIRE(crypto_pwhash_str_alg(out.data(), password.data(), password.size(),
                                  crypto_pwhash_OPSLIMIT_MIN, crypto_pwhash_MEMLIMIT_MIN,
                                  crypto_pwhash_ALG_ARGON2ID13) == 0);
    return out.data();
}

struct with_passwords : with_two_accounts {
    with_passwords()
    {
        set_password("ada", adas_password);
        set_password("bob", "bob's password");
    }

    void set_password(const std::string& name, const std::string& password)
    {
        set_hash(name, quick_hash(password));
    }

    /// A comparison with it takes as long as in earnest.
    void set_costly_password(const std::string& name, const std::string& password)
    {
        set_hash(name, hash_password(password));
    }

    void set_hash(const std::string& name, const std::string& hash)
    {
        CHECK(ask("account password", {{"name", name}, {"password_hash", hash}}).done);
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
