#include "device/wda/element_reader.hpp"

#include "device/blocking_client.hpp"
#include "device/wda/element_tree.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::chrono::seconds tree_limit{15}; // a large tree takes seconds on the phone
constexpr std::chrono::seconds parse_limit{5};

} // namespace

boost::asio::awaitable<result<element_list>> element_reader::read()
{
    auto list = co_await ask();
    if (!list) {
        list.error().phone = reached::nothing; // a read
        co_return std::unexpected(co_await runner_.explain(std::move(list.error())));
    }
    co_return list;
}

boost::asio::awaitable<result<element_list>> element_reader::ask()
{
    auto answer = co_await runner_.tree.exchange(get("/source?format=json", tree_limit));
    if (!answer)
        co_return std::unexpected(std::move(answer.error()));
    const auto text = std::make_shared<const response>(std::move(*answer));
    auto parsed = co_await parser_.run(parse_limit, [text] { return element_tree_of(*text); });
    if (!parsed)
        co_return std::unexpected(failure{.what = problem::timed_out,
                                          .message = "The tree could not be read in time.",
                                          .cause = "parser_silent"});
    if (!*parsed)
        co_return std::unexpected(std::move(parsed->error()));
    runner_.session.observe((*parsed)->session_id);
    const auto shown = co_await runner_.interface.read(runner_.tree);
    if (!shown)
        co_return std::unexpected(shown.error());
    co_return element_list{.elements = std::move((*parsed)->elements), .shown = *shown};
}

} // namespace thimble::device::wda
