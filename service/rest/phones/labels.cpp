// GET and PUT P/labels: words by which others ask for a phone.
#include "http/json_response.hpp"
#include "service/phones/label.hpp"
#include "service/rest/endpoints.hpp"

#include <algorithm>
#include <utility>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

http::response labels_response(const known_phone& phone)
{
    nlohmann::ordered_json record;
    record["labels"] = phone.labels;
    return json_response(record);
}

asio::awaitable<http::response> read_labels(call& what)
{
    co_return labels_response(*what.phone);
}

/// In the order in which they were given, each once.
std::vector<std::string> labels_of(const call& what)
{
    std::vector<std::string> out;
    for (auto& each : what.given.texts("labels"))
        if (std::ranges::find(out, each) == out.end())
            out.push_back(std::move(each));
    return out;
}

asio::awaitable<http::response> replace_labels(services& in, call& what)
{
    const auto given = labels_of(what);
    auto before = std::exchange(what.phone->labels, given);
    if (auto kept = co_await in.phone_archive.keep(*what.phone); !kept) {
        if (what.phone->labels == given) // else somebody has put others meanwhile
            what.phone->labels = std::move(before);
        co_return to_response(kept.error());
    }
    in.note_change(*what.phone);
    co_return labels_response(*what.phone);
}

result<void> check_label(const nlohmann::json& given, const std::string& place)
{
    if (is_label(given.get<std::string>()))
        return {};
    return std::unexpected(
        invalid_argument(place, "malformed",
                         "takes letters, digits, '-', '_' and '.', and begins with a letter or "
                         "digit"));
}

} // namespace

std::vector<endpoint> label_endpoints(services& in)
{
    const std::vector<good_answer> answers{{.meaning = "The labels.", .records = {"phone_labels"}}};
    endpoint get;
    get.paths = phone_paths("labels");
    get.subject = endpoint::about::phone;
    get.needs = {scope::read};
    get.documented_as = {
        .in = chapter::phones, .summary = "List a phone's labels", .answers = answers};
    get.answer = read_labels;
    endpoint put;
    put.method = verb::put;
    put.paths = phone_paths("labels");
    put.subject = endpoint::about::phone;
    put.needs = {scope::act};
    put.changes_phone = true;
    put.body = {texts("labels", most_labels, longest_label)
                    .needed()
                    .checked_by(check_label)
                    .such_as({"smoke", "blue"})
                    .means("All labels that it has from now on; none takes them away.")};
    put.documented_as = {.in = chapter::phones,
                         .summary = "Give a phone labels",
                         .details = "Whoever asks for any phone can ask for one that has them.",
                         .answers = answers};
    put.answer = [&in](call& what) { return replace_labels(in, what); };
    return {get, put};
}

} // namespace thimble::service::api
