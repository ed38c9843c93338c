// Transactions on a connection, from their beginning to their end.
#pragma once

#include "store/connection.hpp"
#include "store/problem.hpp"
#include "store/transaction.hpp"

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

namespace thimble::service::store {

/// Runs `work` as one transaction, which blocks. A problem says why nothing has happened, or that
/// it may have. Where another's transaction was in the way, or the connection was lost before the
/// commit, nothing has happened yet, and `work` is run again: it must do the same each time, and
/// nothing but what it does through the transaction.
outcome<void>
run_transaction(connection& on, access how, const std::function<void(transaction&)>& work);

/// The same, with what `work(transaction&)` returns.
template <class Work>
auto transact(connection& on, access how, Work& work)
    -> outcome<std::invoke_result_t<Work&, transaction&>>
{
    using value = std::invoke_result_t<Work&, transaction&>;
    if constexpr (std::is_void_v<value>) {
        return run_transaction(on, how, [&work](transaction& now) { work(now); });
    } else {
        std::optional<value> out;
        auto done =
            run_transaction(on, how, [&work, &out](transaction& now) { out.emplace(work(now)); });
        if (!done)
            return std::unexpected(std::move(done.error()));
        return std::move(*out);
    }
}

} // namespace thimble::service::store
