// Runs coroutines beside each other until the first of them ends.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/deferred.hpp>
#include <boost/asio/experimental/parallel_group.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <array>
#include <cstddef>
#include <exception>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace thimble::async {

namespace racing {

template <class Value>
using alternative = std::conditional_t<std::is_void_v<Value>, std::monostate, Value>;

/// Runs one side; only the first to end stores its value.
template <std::size_t Index, class First, class Value>
boost::asio::awaitable<void> run_side(boost::asio::awaitable<Value> side,
                                      std::optional<First>& first)
{
    if constexpr (std::is_void_v<Value>) {
        co_await std::move(side);
        if (!first)
            first.emplace(std::in_place_index<Index>);
    } else {
        Value value = co_await std::move(side);
        if (!first)
            first.emplace(std::in_place_index<Index>, std::move(value));
    }
}

/// `sides` are taken by value: they live in this coroutine until all have ended.
template <std::size_t... Index, class... Values>
boost::asio::awaitable<std::variant<alternative<Values>...>>
run(std::index_sequence<Index...>, boost::asio::awaitable<Values>... sides)
{
    namespace asio = boost::asio;
    const auto executor = co_await asio::this_coro::executor;
    std::optional<std::variant<alternative<Values>...>> first;
    const auto ended =
        co_await asio::experimental::make_parallel_group(
            asio::co_spawn(executor, run_side<Index>(std::move(sides), first), asio::deferred)...)
            .async_wait(asio::experimental::wait_for_one(), asio::use_awaitable);
    const auto& order = std::get<0>(ended);
    const std::array<std::exception_ptr, sizeof...(Values)> thrown{std::get<Index + 1>(ended)...};
    if (const auto& problem = thrown.at(order[0]))
        std::rethrow_exception(problem);
    co_return std::move(*first);
}

} // namespace racing

/// Ends as soon as one of `sides` does, with its value (std::monostate for void) at its index, or
/// with the exception that it throws. The other sides are cancelled and waited for, and their
/// values and exceptions are dropped. A cancellation from outside reaches every side.
///
/// Asio's `operator||` differs: it goes on until a side ends without an exception, so that a side
/// which fails is not noticed while another one runs.
template <class... Values>
boost::asio::awaitable<std::variant<racing::alternative<Values>...>>
race(boost::asio::awaitable<Values>... sides)
{
    static_assert(sizeof...(Values) >= 2);
    return racing::run(std::index_sequence_for<Values...>(), std::move(sides)...);
}

} // namespace thimble::async
