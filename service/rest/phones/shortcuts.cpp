// GET and PUT P/shortcuts: the library that no interface of a phone reads out.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"

#include <utility>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

constexpr std::int64_t longest_shortcut_name = 200; // characters

http::response shortcuts_response(const known_phone& phone)
{
    nlohmann::ordered_json record;
    record["shortcuts"] = phone.shortcuts.value_or(std::vector<std::string>{});
    return json_response(record);
}

asio::awaitable<http::response> read(call& what)
{
    co_return shortcuts_response(*what.phone);
}

asio::awaitable<http::response> replace(services& in, call& what)
{
    auto before = std::exchange(what.phone->shortcuts, what.given.texts("shortcuts"));
    if (auto kept = co_await in.phone_archive.keep(*what.phone); !kept) {
        what.phone->shortcuts = std::move(before);
        co_return to_response(kept.error());
    }
    co_return shortcuts_response(*what.phone);
}

} // namespace

std::vector<endpoint> shortcut_endpoints(services& in)
{
    endpoint get;
    get.paths = phone_paths("shortcuts");
    get.subject = endpoint::about::phone;
    get.needs = {scope::read};
    const std::vector<good_answer> answers{{.meaning = "The names.", .records = {"shortcuts"}}};
    get.documented_as = {.in = chapter::apps,
                         .summary = "List the shortcuts that somebody has named",
                         .answers = answers};
    get.answer = read;
    endpoint put;
    put.method = verb::put;
    put.paths = phone_paths("shortcuts");
    put.subject = endpoint::about::phone;
    put.needs = {scope::act};
    put.changes_phone = true;
    put.body = {texts("shortcuts", most_shortcuts, longest_shortcut_name)
                    .needed()
                    .such_as({"Morning", "Log water"})
                    .means("The names in the phone's library.")};
    put.documented_as = {.in = chapter::apps,
                         .summary = "Name the shortcuts of a phone's library",
                         .details = "No interface of a phone reads them out.",
                         .answers = answers};
    put.answer = [&in](call& what) { return replace(in, what); };
    return {get, put};
}

} // namespace thimble::service::api
