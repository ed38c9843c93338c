#include "service/accounts/key_rows.hpp"

#include <tuple>

namespace thimble::service {

using key_text = std::string;
using time = key_row::time;

void insert_key(store::transaction& on, const key_row& what)
{
    on.execute("INSERT INTO api_keys (id, account_id, name, hash, prefix, made_by, created_at) "
               "VALUES (:id, :account, :name, :hash, :prefix, :made_by, :created)",
               what.id, what.account_id, what.name, what.hash, what.prefix, what.made_by,
               what.created_at);
}

std::vector<key_row> all_keys(store::transaction& on)
{
    std::vector<key_row> out;
    for (auto& row : on.select<key_text, key_text, key_text, key_text, key_text,
                               std::optional<key_text>, time, std::optional<time>>(
             "SELECT id, account_id, name, hash, prefix, made_by, created_at, last_used_at "
             "FROM api_keys ORDER BY created_at, id"))
        out.push_back(std::apply([](auto&&... values) { return key_row{std::move(values)...}; },
                                 std::move(row)));
    return out;
}

bool has_key(store::transaction& on, const std::string& id)
{
    return on.find<key_text>("SELECT id FROM api_keys WHERE id = :id", id).has_value();
}

std::vector<std::string> remove_key(store::transaction& on, const std::string& id)
{
    if (!has_key(on, id))
        return {};
    std::vector<std::string> removed{id};
    for (std::size_t next = 0; next < removed.size(); ++next)
        for (auto& [made] :
             on.select<key_text>("SELECT id FROM api_keys WHERE made_by = :maker", removed[next]))
            removed.push_back(std::move(made));
    for (auto last = removed.rbegin(); last != removed.rend(); ++last) // makers go after the made
        on.execute("DELETE FROM api_keys WHERE id = :id", *last);
    return removed;
}

void update_last_use(store::transaction& on, std::string_view id, key_row::time when)
{
    on.execute("UPDATE api_keys SET last_used_at = :used WHERE id = :id", when, id);
}

} // namespace thimble::service
