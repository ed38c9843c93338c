// A store with secrets in it, and the home thread of who keeps them.
#pragma once

#include "service/secrets/secret_store.hpp"
#include "store/threaded_database.hpp"
#include "tests/async/wait_for.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/store/store_in.hpp"

#include <spdlog/sinks/ostream_sink.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>

namespace thimble::service::test {

inline constexpr const char* adas = "7d2a3bb0-51f5-4f0c-9d5e-3b0c53b1a001";
inline constexpr const char* bobs = "7d2a3bb0-51f5-4f0c-9d5e-3b0c53b1a002";

inline master_key_ptr random_key()
{
    return std::make_shared<const master_key>(master_key::random().bytes());
}

inline secure_string secret_of(std::string value)
{
    return secure_string::take(value);
}

struct kept_secrets {
    /// Result of the work, which must not fail.
    template <class Value>
    Value wait_for(boost::asio::awaitable<result<Value>> work)
    {
        auto out = outcome_of(std::move(work));
        REQUIRE(out);
        return std::move(*out);
    }

    template <class Value>
    result<Value> outcome_of(boost::asio::awaitable<result<Value>> work)
    {
        return tests::wait_for(context, std::move(work));
    }

    result<void> put(const std::string& account, const std::string& name, std::string value)
    {
        return outcome_of(keeper.put(account, name, secret_of(std::move(value))));
    }

    /// "" where there is none.
    std::string value(const std::string& account, const std::string& name)
    {
        const auto all = wait_for(keeper.values(account));
        const auto found = all.find(name);
        return found == all.end() ? std::string() : std::string(found->second.view());
    }

    e2e::temporary_directory folder;
    store::database_file file =
        store::database_file::open(store::test::store_in(folder.path())).value();
    std::ostringstream log_text;
    std::shared_ptr<spdlog::logger> log = std::make_shared<spdlog::logger>(
        "secrets", std::make_shared<spdlog::sinks::ostream_sink_mt>(log_text));
    boost::asio::io_context context;
    store::threaded_database store{context.get_executor(), file, {}, log};
    secret_store keeper{store, random_key(), log};
};

} // namespace thimble::service::test
