#include "tests/service/document/contract_document.hpp"

#include "tests/service/document/schema_check.hpp"

#include <algorithm>
#include <cctype>
#include <set>

namespace thimble::service::test {

using nlohmann::json;

namespace {

std::string upper_case(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char letter) {
        return static_cast<char>(std::toupper(letter));
    });
    return text;
}

bool is_internal_error(const reply& answer)
{
    const auto body = json::parse(answer.body, nullptr, false);
    return body.is_object() && body.value("error", json()) == "INTERNAL_ERROR";
}

/// Without parameters: "text/html; charset=utf-8" is "text/html" to some, and both are in order.
bool same_media_type(const std::string& one, const std::string& other)
{
    return one.substr(0, one.find(';')) == other.substr(0, other.find(';'));
}

/// Headers that the contract speaks of; the others belong to HTTP.
bool is_of_the_contract(const std::string& header)
{
    return header.starts_with("x-") && header != "x-content-type-options";
}

} // namespace

json operation::body_schema() const
{
    if (!told.contains("requestBody") ||
        !told.at("requestBody").at("content").contains("application/json"))
        return nullptr;
    return told.at("requestBody").at("content").at("application/json").at("schema");
}

contract_document::contract_document(nlohmann::json document) : document_(std::move(document))
{
    for (const auto& [path, methods] : document_.at("paths").items())
        for (const auto& [method, told] : methods.items())
            operations_.push_back({.method = upper_case(method), .path = path, .told = told});
    std::ranges::sort(operations_, {}, [](const operation& each) {
        return std::pair(each.method == "DELETE", each.path + " " + each.method);
    });
}

std::string contract_document::allow(const std::string& path) const
{
    std::set<std::string> methods{"OPTIONS"};
    for (const auto& [method, told] : document_.at("paths").at(path).items())
        methods.insert(upper_case(method));
    if (methods.contains("GET"))
        methods.insert("HEAD");
    std::string out;
    for (const auto& method : methods)
        out += (out.empty() ? "" : ", ") + method;
    return out;
}

std::string contract_document::objection(const operation& asked, const reply& answer) const
{
    if (is_internal_error(answer))
        return "an internal error";
    const auto& responses = asked.told.at("responses");
    const auto status = std::to_string(answer.status);
    if (!responses.contains(status))
        return "the status " + status + " is not in the contract: " + answer.body.substr(0, 300);
    const auto& told = resolved(document_, responses.at(status));
    for (const auto& [name, value] : answer.fields) {
        const auto& headers = told.at("headers");
        const bool known = std::ranges::any_of(headers.items(), [&](const auto& each) {
            return upper_case(each.key()) == upper_case(name);
        });
        if (is_of_the_contract(name) && !known)
            return "the header " + name + " is not in the contract";
    }
    return objection_to_content(told, answer);
}

std::string contract_document::objection_to_content(const json& told, const reply& answer) const
{
    if (!told.contains("content"))
        return answer.body.empty() ? "" : "a body that is not in the contract";
    const auto type = answer.field("content-type");
    for (const auto& [known, content] : told.at("content").items()) {
        if (!same_media_type(type, known))
            continue;
        if (!content.contains("schema"))
            return {};
        const auto body = json::parse(answer.body, nullptr, false);
        if (body.is_discarded())
            return "a body that is no JSON";
        return mismatch(document_, content.at("schema"), body);
    }
    return "the media type " + type + " is not in the contract";
}

} // namespace thimble::service::test
