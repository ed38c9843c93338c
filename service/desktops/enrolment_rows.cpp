#include "service/desktops/enrolment_rows.hpp"

#include "text/uuid.hpp"

#include <tuple>

namespace thimble::service {

namespace {

using enrolment_text = std::string;
using optional_text = std::optional<std::string>;
using time = enrolment_row::time;
using enrolment_columns = std::tuple<enrolment_text,
                                     enrolment_text,
                                     enrolment_text,
                                     enrolment_text,
                                     enrolment_text,
                                     time,
                                     time,
                                     optional_text,
                                     optional_text>;

std::optional<enrolment_row> to_enrolment(std::optional<enrolment_columns>&& found)
{
    if (!found)
        return std::nullopt;
    return std::apply([](auto&&... values) { return enrolment_row{std::move(values)...}; },
                      std::move(*found));
}

std::optional<enrolment_row> find_by_code(store::transaction& on, std::string_view code)
{
    return to_enrolment(on.find<enrolment_text, enrolment_text, enrolment_text, enrolment_text,
                                enrolment_text, time, time, optional_text, optional_text>(
        "SELECT id, code, poll_hash, token_hash, name, created_at, expires_at, account_id, "
        "desktop_id FROM enrolments WHERE code = :code",
        code));
}

desktop_row admitted(const enrolment_row& from, const approver& by, enrolment_row::time now)
{
    desktop_row out;
    out.id = random_uuid();
    out.account_id = by.account_id;
    out.hash = from.token_hash;
    out.said.name = from.name;
    out.created_at = now;
    out.approved_by = by.key_id;
    return out;
}

} // namespace

void insert_enrolment(store::transaction& on, const enrolment_row& what)
{
    on.execute("INSERT INTO enrolments (id, code, poll_hash, token_hash, name, created_at, "
               "expires_at, account_id, desktop_id) VALUES (:id, :code, :poll, :token, :name, "
               ":created, :expires, :account, :desktop)",
               what.id, what.code, what.poll_hash, what.token_hash, what.name, what.created_at,
               what.expires_at, what.account_id, what.desktop_id);
}

std::optional<enrolment_row> find_enrolment(store::transaction& on, std::string_view id)
{
    return to_enrolment(on.find<enrolment_text, enrolment_text, enrolment_text, enrolment_text,
                                enrolment_text, time, time, optional_text, optional_text>(
        "SELECT id, code, poll_hash, token_hash, name, created_at, expires_at, account_id, "
        "desktop_id FROM enrolments WHERE id = :id",
        id));
}

bool has_enrolment_code(store::transaction& on, std::string_view code)
{
    return find_by_code(on, code).has_value();
}

std::size_t count_open_enrolments(store::transaction& on, enrolment_row::time now)
{
    return std::get<0>(*on.find<std::size_t>(
        "SELECT count(*) FROM enrolments WHERE expires_at > :now AND desktop_id IS NULL", now));
}

std::expected<desktop_row, approval_refusal> approve_enrolment(store::transaction& on,
                                                               std::string_view code,
                                                               const approver& by,
                                                               enrolment_row::time now)
{
    constexpr auto no_such_code = std::unexpected(approval_refusal::no_such_code);
    const auto found = find_by_code(on, code);
    if (!found || found->expires_at <= now)
        return no_such_code;
    if (found->desktop_id) {
        auto known = found->account_id == by.account_id ? find_desktop(on, *found->desktop_id)
                                                        : std::nullopt;
        return known ? std::expected<desktop_row, approval_refusal>(std::move(*known))
                     : no_such_code;
    }
    if (count_desktops(on, by.account_id) >= by.most_desktops)
        return std::unexpected(approval_refusal::too_many_desktops);
    auto made = admitted(*found, by, now);
    insert_desktop(on, made);
    on.execute("UPDATE enrolments SET account_id = :account, desktop_id = :desktop WHERE id = :id",
               by.account_id, made.id, found->id);
    return made;
}

void forget_enrolments(store::transaction& on, enrolment_row::time bound)
{
    on.execute("DELETE FROM enrolments WHERE expires_at < :bound", bound);
}

} // namespace thimble::service
