#include "service/accounts/actor.hpp"

#include "text/enum_words.hpp"
#include "text/json_member.hpp"

#include <utility>

namespace thimble::service {

std::string_view to_string(actor_kind kind)
{
    return kind == actor_kind::operator_ ? "operator" : enum_word(kind);
}

actor actor_of(const account& who)
{
    if (!who.key_id.empty())
        return {.kind = actor_kind::key, .id = who.key_id, .name = {}};
    if (!who.grant_id.empty())
        return {.kind = actor_kind::program, .id = who.grant_id, .name = {}};
    if (!who.sign_in_id.empty())
        return {.kind = actor_kind::browser, .id = who.sign_in_id, .name = {}};
    return {};
}

account account_of(const actor& who, std::string account_id)
{
    account out;
    out.id = std::move(account_id);
    if (who.kind == actor_kind::key)
        out.key_id = who.id;
    if (who.kind == actor_kind::program)
        out.grant_id = who.id;
    if (who.kind == actor_kind::browser)
        out.sign_in_id = who.id;
    return out;
}

nlohmann::ordered_json actor_record(const actor& who)
{
    nlohmann::ordered_json record;
    record["kind"] = to_string(who.kind);
    record["id"] =
        who.kind == actor_kind::browser ? nlohmann::ordered_json() : text_or_null(who.id);
    record["name"] = text_or_null(who.name);
    return record;
}

} // namespace thimble::service
