// The one who does something, as others of the account are told of it.
#pragma once

#include "service/accounts/account.hpp"

#include <boost/describe/enum.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace thimble::service {

enum class actor_kind : std::uint8_t {
    key,       // an API key
    browser,   // in which somebody has signed in
    program,   // that somebody has let in by OAuth
    account,   // itself: with the key of local mode, or the service on its behalf
    session,   // an agent
    operator_, // by thimble-service admin
};
BOOST_DESCRIBE_ENUM(actor_kind, key, browser, program, account, session, operator_)

/// "operator" for the last, which C++ keeps for itself.
std::string_view to_string(actor_kind kind);

/// A credential, never its secret.
struct actor {
    actor_kind kind = actor_kind::account;
    std::string id = {};   // of the key, the sign-in, the grant or the session; else empty
    std::string name = {}; // for people; may be empty

    /// The name does not count: it may change.
    bool is(const actor& other) const { return kind == other.kind && id == other.id; }

    friend bool operator==(const actor&, const actor&) = default;
};

/// Without a name.
actor actor_of(const account& who);

/// The account that an actor of it acts for, to be asked whether it still stands.
account account_of(const actor& who, std::string account_id);

/// {"kind","id","name"}, with null for what there is not. The id of a browser's sign-in is kept
/// back: nobody can do anything with it but the service.
nlohmann::ordered_json actor_record(const actor& who);

} // namespace thimble::service
