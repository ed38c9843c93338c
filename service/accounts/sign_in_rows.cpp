#include "service/accounts/sign_in_rows.hpp"

#include <tuple>
#include <utility>

namespace thimble::service {

void insert_sign_in(store::transaction& on, const sign_in_row& what)
{
    on.execute("INSERT INTO sign_ins (id, account_id, hash, created_at, seen_at) "
               "VALUES (:id, :account, :hash, :created, :seen)",
               what.id, what.account_id, what.hash, what.created_at, what.seen_at);
}

std::vector<sign_in_row> all_sign_ins(store::transaction& on)
{
    std::vector<sign_in_row> out;
    for (auto& row :
         on.select<std::string, std::string, std::string, sign_in_row::time, sign_in_row::time>(
             "SELECT id, account_id, hash, created_at, seen_at FROM sign_ins"))
        out.push_back(std::apply([](auto&&... values) { return sign_in_row{std::move(values)...}; },
                                 std::move(row)));
    return out;
}

void update_sign_in(store::transaction& on, std::string_view id, sign_in_row::time seen_at)
{
    on.execute("UPDATE sign_ins SET seen_at = :seen WHERE id = :id", seen_at, id);
}

void remove_sign_in(store::transaction& on, std::string_view id)
{
    on.execute("DELETE FROM sign_ins WHERE id = :id", id);
}

void remove_sign_ins_of(store::transaction& on, std::string_view account_id)
{
    on.execute("DELETE FROM sign_ins WHERE account_id = :account", account_id);
}

} // namespace thimble::service
