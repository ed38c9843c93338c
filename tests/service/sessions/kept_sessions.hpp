// A database with the schema of the program, and what a test says to it.
#pragma once

#include "service/accounts/account_rows.hpp"
#include "service/sessions/ledger_rows.hpp"
#include "service/sessions/session_rows.hpp"
#include "store/database_file.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/service/sessions/begun_session.hpp"
#include "tests/store/store_in.hpp"

#include <optional>
#include <string>
#include <type_traits>

namespace thimble::service::sessions::test {

struct kept_sessions {
    kept_sessions() : file(store::database_file::open(store::test::store_in(at.path())).value()) {}

    /// Result of the work; a failure of the store is the test's.
    template <class Work>
    auto run(Work work)
    {
        return file.run(std::move(work)).value();
    }

    void insert(const facts& what)
    {
        run([&](store::transaction& on) { insert_session(on, what); });
    }

    void insert(std::string_view session_id, const std::vector<event>& events)
    {
        run([&](store::transaction& on) {
            for (const auto& each : events)
                insert_event(on, session_id, each);
        });
    }

    std::optional<facts> find(std::string_view id)
    {
        return run([&](store::transaction& on) { return find_session(on, "account", id); });
    }

    std::vector<event> events(std::string_view id, std::uint64_t since = 0, std::size_t most = 99)
    {
        return run([&](store::transaction& on) { return list_events(on, id, since, most); });
    }

    std::vector<entry> ledger(month in)
    {
        return run([&](store::transaction& on) { return entries_of_month(on, "account", in); });
    }

    void agree(std::optional<std::int64_t> minutes, std::optional<std::string> price)
    {
        run([&](store::transaction& on) {
            insert_account(on, {.id = "account",
                                .name = "name",
                                .state = subscription::active,
                                .minutes = minutes,
                                .overage_price = price,
                                .created_at = noon()});
        });
    }

    e2e::temporary_directory at;
    store::database_file file;
};

} // namespace thimble::service::sessions::test
