// A store with desktops in it, and the home thread that they live on.
#pragma once

#include "service/accounts/api_key.hpp"
#include "service/desktops/desktops.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/wait_for.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"
#include "text/uuid.hpp"

#include <spdlog/sinks/null_sink.h>

#include <chrono>
#include <memory>
#include <string>
#include <utility>

namespace thimble::service::test {

inline constexpr const char* adas_account = "7d2a3bb0-51f5-4f0c-9d5e-3b0c53b1a001";
inline constexpr const char* bobs_account = "7d2a3bb0-51f5-4f0c-9d5e-3b0c53b1a002";

struct with_desktops {
    template <class Value>
    Value wait_for(boost::asio::awaitable<Value> work)
    {
        return tests::wait_for(context, std::move(work));
    }

    /// Work of another than the service on the same database.
    template <class Work>
    auto behind_its_back(Work work)
    {
        return wait_for(store.write(std::move(work))).value();
    }

    /// A desktop that has been let in; its token is "td_" and its id.
    desktop_row enrol(const std::string& account = adas_account, const std::string& name = "Desk")
    {
        const auto row = make_row(account, name);
        behind_its_back([row](store::transaction& on) {
            insert_desktop(on, row);
            return true;
        });
        known.admit(row);
        return row;
    }

    static desktop_row make_row(const std::string& account, const std::string& name)
    {
        desktop_row out;
        out.id = random_uuid();
        out.account_id = account;
        out.hash = to_text(digest_of("td_" + out.id));
        out.said.name = name;
        out.created_at = std::chrono::system_clock::now();
        return out;
    }

    std::optional<enrolled_desktop> whose(const std::string& token) const
    {
        http::request asked;
        asked.head.set(boost::beast::http::field::authorization, "Bearer " + token);
        return known.authenticate(asked);
    }

    std::optional<enrolled_desktop> find(const desktop_row& row) const
    {
        return whose("td_" + row.id);
    }

    e2e::temporary_directory folder;
    boost::asio::io_context context;
    store::threaded_database store{
        context.get_executor(),
        store::database_file::open(store::test::store_in(folder.path())).value(),
        {.limit = std::chrono::seconds(60)}, // ten thousand rows are read on a busy machine
        std::make_shared<spdlog::logger>("store", std::make_shared<spdlog::sinks::null_sink_mt>())};
    desktops known{store};
};

} // namespace thimble::service::test
