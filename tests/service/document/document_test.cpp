#include "contract/error_codes.hpp"
#include "tests/catch2.hpp"
#include "tests/service/document/contract_document.hpp"
#include "tests/service/document/schema_check.hpp"
#include "tests/service/document/walked_service.hpp"

#include <algorithm>
#include <regex>
#include <set>

namespace thimble::service::test {

using nlohmann::json;

namespace {

/// The document of a service without phones.
struct with_document {
    running_service running;
    http_client client{running.port()};
    json published = client.ask("GET", "/openapi.json", {}).json();
    contract_document contract{every_path_of(running)};
};

/// Everything that a reader would look for and not find.
std::string gap_in(const operation& of)
{
    if (of.told.at("summary").get<std::string>().empty())
        return "it has no summary";
    for (const auto& each : of.told.value("parameters", json::array()))
        if (each.at("description").get<std::string>().empty())
            return each.at("name").get<std::string>() + " has no meaning";
    const auto body = of.body_schema();
    if (body.is_null())
        return {};
    const auto fields = body.value("properties", json::object());
    for (const auto& [name, field] : fields.items())
        if (!field.contains("description"))
            return name + " has no meaning";
    return {};
}

bool takes_header(const operation& of, const std::string& name)
{
    return std::ranges::any_of(of.told.value("parameters", json::array()), [&](const json& each) {
        return each.at("in") == "header" && each.at("name") == name;
    });
}

/// The codes that an operation names for a status.
std::set<std::string>
codes_of(const contract_document& contract, const operation& of, const std::string& status)
{
    const auto& responses = of.told.at("responses");
    if (!responses.contains(status))
        return {};
    const auto& told = resolved(contract.value(), responses.at(status));
    const auto& parts = told.at("content").at("application/json").at("schema").at("allOf");
    return parts.at(1).at("properties").at("error").at("enum").get<std::set<std::string>>();
}

} // namespace

TEST_CASE("the contract needs no key and names no phone", "[service][contract]")
{
    running_service running;
    const auto id = running.attach(phone("udid-1", "Ada's iPhone"));
    http_client client(running.port());
    for (const auto* path : {"/openapi.json", "/docs"}) {
        const auto answer = client.ask("GET", path, {});
        CHECK(answer.status == 200);
        for (const std::string& secret : {id, std::string("udid-1"), std::string("Ada")})
            CHECK(answer.body.find(secret) == std::string::npos);
    }
}

TEST_CASE("every operation is described, and its parameters are", "[service][contract]")
{
    const with_document on;
    CHECK(on.contract.value().at("openapi") == "3.1.0");
    for (const auto& each : on.contract.operations()) {
        INFO(each.method << " " << each.path);
        CHECK(gap_in(each) == "");
    }
}

TEST_CASE("every integer of a request says that it has no fraction", "[service][contract]")
{
    const with_document on;
    int integers = 0;
    const auto check = [&](const std::string& name, const json& field) {
        const auto& shape = field.contains("schema") ? field.at("schema") : field;
        const auto type = shape.value("type", json());
        if (type != "integer" && type != json{"integer", "null"})
            return;
        INFO(name);
        CHECK(field.at("description").get<std::string>().ends_with("100.0 is refused."));
        ++integers;
    };
    for (const auto& each : on.contract.operations()) {
        INFO(each.method << " " << each.path);
        const auto body = each.body_schema();
        if (!body.is_null())
            for (const auto& [name, field] : body.value("properties", json::object()).items())
                check(name, field);
        for (const auto& parameter : each.told.value("parameters", json::array()))
            if (parameter.at("in") == "query")
                check(parameter.at("name"), parameter);
    }
    CHECK(integers > 20);
}

TEST_CASE("operations have names of their own, as functions have", "[service][contract]")
{
    const with_document on;
    std::set<std::string> names;
    const std::regex function("[a-z][a-zA-Z]*");
    for (const auto& [path, methods] : on.published.at("paths").items())
        for (const auto& [method, told] : methods.items()) {
            const auto name = told.at("operationId").get<std::string>();
            INFO(method << " " << path << " " << name);
            CHECK(names.insert(name).second);
            CHECK(std::regex_match(name, function));
        }
    for (const auto* name : {"tap", "tapSelect", "tapAndHold", "openApp", "volumeUp", "listPhones",
                             "createSession", "listElements", "terminateApp"})
        CHECK(names.contains(name));
}

TEST_CASE("what is served at several paths is one operation, which names them",
          "[service][contract]")
{
    const with_document on;
    const auto& paths = on.published.at("paths");
    CHECK(paths.contains("/v1/phones/{phone_id}/tap/select"));
    for (const auto* other : {"/v1/tap", "/v1/tap/select", "/v1/phones/{phone_id}/tap-select",
                              "/v1/sessions/{session_id}/message"})
        CHECK_FALSE(paths.contains(other));
    std::string descriptions;
    for (const auto& [path, methods] : paths.items())
        for (const auto& [method, told] : methods.items())
            descriptions += told.value("description", "");
    for (const auto& each : on.contract.operations()) {
        INFO(each.path);
        CHECK((paths.contains(each.path) || descriptions.contains("`" + each.path + "`")));
    }
}

TEST_CASE("every action has a route with the phone and one without", "[service][contract]")
{
    const with_document on;
    const auto& paths = on.contract.value().at("paths");
    const std::string prefix = "/v1/phones/{phone_id}/";
    for (const auto& [path, methods] : paths.items())
        if (path.starts_with(prefix) && path != prefix + "status") {
            INFO(path);
            REQUIRE(paths.contains("/v1/" + path.substr(prefix.size())));
            const auto& other = paths.at("/v1/" + path.substr(prefix.size()));
            for (const auto& [method, told] : methods.items())
                CHECK(other.at(method).at("summary") == told.at("summary"));
        }
}

TEST_CASE("what may be repeated or cached takes the headers for it", "[service][contract]")
{
    const with_document on;
    std::size_t repeatable = 0;
    for (const auto& each : on.contract.operations()) {
        INFO(each.method << " " << each.path);
        const auto conflicts = codes_of(on.contract, each, "409");
        const bool acts = each.method == "POST" && conflicts.contains("STALE_FRAME");
        const bool installs = each.method == "POST" && each.path.ends_with("/apps");
        const bool begins = each.method == "POST" && each.path == "/v1/sessions";
        CHECK(takes_header(each, "Idempotency-Key") == (acts || installs || begins));
        CHECK(takes_header(each, "If-None-Match") == each.told.at("responses").contains("304"));
        CHECK(conflicts.contains("IDEMPOTENCY_MISMATCH") == (acts || installs || begins));
        CHECK(codes_of(on.contract, each, "500").contains("JOB_LOST") == (acts || installs));
        repeatable += acts ? 1U : 0U;
    }
    CHECK(repeatable > 60); // each on two paths
}

TEST_CASE("whatever needs a key may be beyond its rate or without a subscription",
          "[service][contract]")
{
    const with_document on;
    for (const auto& each : on.contract.operations()) {
        INFO(each.method << " " << each.path);
        // Clients without one still learn who they are, and leave.
        const bool sold = each.needs_key() && each.path != "/v1/me" && each.path != "/v1/sign-out";
        CHECK(codes_of(on.contract, each, "402").empty() != sold);
        // Requests of strangers to keep something are limited as well.
        const bool limited = each.needs_key() || each.method == "POST";
        CHECK(codes_of(on.contract, each, "429").empty() != limited);
    }
}

TEST_CASE("every code that an operation names is one of the contract's", "[service][contract]")
{
    const with_document on;
    const auto& responses = on.contract.value().at("components").at("responses");
    for (const auto& [name, told] : responses.items()) {
        const auto& parts = told.at("content").at("application/json").at("schema").at("allOf");
        for (const auto& code : parts.at(1).at("properties").at("error").at("enum"))
            CHECK(find_error_code(code.get<std::string>()) != nullptr);
    }
}

TEST_CASE("every reference of the document leads somewhere", "[service][contract]")
{
    const with_document on;
    const auto flat = on.contract.value().flatten();
    for (const auto& [place, value] : flat.items())
        if (place.ends_with("/$ref")) {
            INFO(place);
            CHECK_NOTHROW(resolved(on.contract.value(), json{{"$ref", value}}));
        }
}

} // namespace thimble::service::test
