#include "tests/service/document/request_variant.hpp"

#include "tests/service/document/value_variant.hpp"
#include "tests/service/running_service.hpp"
#include "text/ascii.hpp"

namespace thimble::service::test {

using nlohmann::json;

namespace {

constexpr auto invalid = "INVALID_ARGUMENT";

/// The path with ids in its places; false where one is not known.
bool fill_in(std::string& path, const path_ids& ids)
{
    bool all_known = true;
    for (auto begin = path.find('{'); begin != std::string::npos; begin = path.find('{')) {
        const auto end = path.find('}', begin);
        const auto known = ids.find(path.substr(begin + 1, end - begin - 1));
        all_known = all_known && known != ids.end();
        path.replace(begin, end - begin + 1, known == ids.end() ? "nobody" : known->second);
    }
    return all_known;
}

/// With what is known in place of an example that only looks like it.
json example_body(const operation& of, const path_ids& ids)
{
    auto body = of.told.at("requestBody").at("content").at("application/json").at("example");
    for (auto& [name, value] : body.items())
        if (const auto known = ids.find(name); known != ids.end())
            value = known->second;
    return body;
}

/// True if it becomes another protocol, which takes more than one request.
bool upgrades(const operation& of)
{
    return of.told.value("responses", json::object()).contains("101");
}

/// True if it is granted once: a phone has one session at a time.
bool begins_session(const operation& of)
{
    return of.method == "POST" && of.path == "/v1/sessions";
}

/// The body of some is a file.
bool takes_body(const operation& of)
{
    return of.told.contains("requestBody") &&
           of.told.at("requestBody").at("content").contains("application/json");
}

bool takes_file(const operation& of)
{
    return of.told.contains("requestBody") && !takes_body(of);
}

bool needs_body(const operation& of)
{
    return takes_body(of) && of.told.at("requestBody").at("required").get<bool>();
}

request_variant with_body(const request_variant& valid, std::string says, std::string body)
{
    auto out = valid;
    out.says = std::move(says);
    out.body = std::move(body);
    out.in_order = false;
    return out;
}

request_variant refused(request_variant what, std::string code)
{
    what.code = std::move(code);
    what.in_order = false;
    return what;
}

void vary_field(std::vector<request_variant>& out,
                const request_variant& valid,
                const std::string& name,
                const json& schema)
{
    for (const auto& each : variants_of(schema)) {
        auto body = json::parse(valid.body);
        body[name] = each.value;
        auto what = with_body(valid, name + " is " + each.says, body.dump());
        out.push_back(each.wrong ? refused(std::move(what), invalid) : std::move(what));
    }
}

/// Of two groups of fields the first is given, and either will do: not a part of it, not both.
void vary_choice(std::vector<request_variant>& out,
                 const request_variant& valid,
                 const json& groups)
{
    const std::string other = groups.at(1).at("required").at(0);
    for (const auto& name : groups.at(0).at("required")) {
        auto body = json::parse(valid.body);
        body.erase(name.get<std::string>());
        out.push_back(refused(with_body(valid, name.dump() + " is missing", body.dump()), invalid));
    }
    auto both = json::parse(valid.body);
    both[other] = "unknown1";
    out.push_back(refused(with_body(valid, other + " stands beside it", both.dump()), invalid));
}

void vary_body(std::vector<request_variant>& out, const operation& of, const request_variant& valid)
{
    const auto schema = of.body_schema();
    for (const auto& [name, field] : schema.value("properties", json::object()).items())
        vary_field(out, valid, name, field);
    for (const auto& name : schema.value("required", json::array())) {
        auto body = json::parse(valid.body);
        body.erase(name.get<std::string>());
        out.push_back(refused(with_body(valid, name.dump() + " is missing", body.dump()), invalid));
    }
    for (const auto& choice : schema.value("allOf", json::array()))
        vary_choice(out, valid, choice.at("oneOf"));
}

request_variant
with_query(const request_variant& valid, const std::string& says, const std::string& query)
{
    auto out = valid;
    out.says = says;
    out.target += (out.target.contains('?') ? "&" : "?") + query;
    out.in_order = false;
    return out;
}

/// "name=example" of the parameters that must be given, and that are not this one.
std::string needed_queries(const operation& of, const std::string& but = {})
{
    std::string out;
    for (const auto& each : of.told.value("parameters", json::array())) {
        const std::string name = each.at("name");
        if (each.at("in") == "query" && each.at("required") == true && name != but)
            out += (out.empty() ? "?" : "&") + name + "=" +
                   each.at("schema").at("examples").at(0).get<std::string>();
    }
    return out;
}

void vary_query(std::vector<request_variant>& out,
                const operation& of,
                request_variant valid,
                const json& parameter)
{
    const auto name = parameter.at("name").get<std::string>();
    if (parameter.at("required") == true) {
        valid.target.resize(valid.target.find('?'));
        valid.target += needed_queries(of, name);
        valid.in_order = false;
        out.push_back(refused(valid, invalid));
        out.back().says = name + " is missing";
    }
    for (const auto& each : query_variants_of(parameter.at("schema"))) {
        auto what = with_query(valid, name + " is " + each.says, name + "=" + each.text);
        out.push_back(each.wrong ? refused(std::move(what), invalid) : std::move(what));
        const auto twice = name + "=" + each.text + "&" + name + "=" + each.text;
        out.push_back(refused(with_query(valid, name + " stands twice", twice), invalid));
    }
}

request_variant with_header(const request_variant& valid,
                            const std::string& says,
                            const std::string& name,
                            const std::string& value)
{
    auto out = valid;
    out.says = name + " is " + says;
    out.fields[name] = value;
    out.in_order = false;
    return out;
}

/// A header with limits stands once and keeps to them; any other takes what comes.
void vary_header(std::vector<request_variant>& out,
                 const request_variant& valid,
                 const json& parameter)
{
    const auto name = parameter.at("name").get<std::string>();
    const auto& schema = parameter.at("schema");
    const bool limited = schema.contains("maxLength");
    const auto most = schema.value("maxLength", std::size_t{4000});
    auto twice = with_header(valid, "the first of two", name, "one");
    twice.fields[to_lower(name)] = "other";
    out.push_back(with_header(valid, "of one character", name, "k"));
    out.push_back(with_header(valid, "the longest", name, std::string(most, 'k')));
    for (auto& odd : {with_header(valid, "empty", name, ""),
                      with_header(valid, "over-long", name, std::string(most + 1, 'k')),
                      with_header(valid, "not ASCII", name, "caf\xC3\xA9"), twice})
        out.push_back(limited ? refused(odd, invalid) : odd);
}

} // namespace

request_variant valid_request(const operation& of, const path_ids& ids)
{
    request_variant out{
        .says = "valid", .method = of.method, .target = of.path, .fields = {}, .body = {}};
    const bool all_known = fill_in(out.target, ids);
    out.target += needed_queries(of);
    const bool needs_password = of.path == "/v1/sign-in"; // which nobody has here
    out.in_order = all_known && of.method != "DELETE" && !upgrades(of) && !needs_password &&
                   !begins_session(of) && !takes_file(of); // whose phone is behind a link
    if (of.needs_key())
        out.fields["X-API-Key"] = api_key;
    if (takes_body(of))
        out.body = example_body(of, ids).dump();
    return out;
}

std::vector<request_variant> spoilt_requests(const operation& of, const path_ids& ids)
{
    const auto valid = valid_request(of, ids);
    std::vector<request_variant> out;
    if (of.needs_key()) {
        auto stranger = valid;
        stranger.says = "without a key";
        stranger.fields.clear();
        out.push_back(refused(stranger, "AUTH_REQUIRED"));
        stranger.says = "with an unknown key";
        stranger.fields["X-API-Key"] = "tk_nobodys";
        out.push_back(refused(stranger, "INVALID_API_KEY"));
    }
    if (!takes_body(of))
        return out;
    auto text = valid;
    text.says = "of another media type";
    text.fields["Content-Type"] = "text/plain";
    out.push_back(refused(std::move(text), "UNSUPPORTED_MEDIA_TYPE"));
    out.push_back(refused(with_body(valid, "broken", "{\"x\":"), "INVALID_JSON"));
    out.push_back(refused(with_body(valid, "nested deeply", std::string(64, '[')), "INVALID_JSON"));
    for (const auto* other : {"[]", "1", "\"x\"", "null"})
        out.push_back(refused(with_body(valid, "no object", other), invalid));
    out.push_back(refused(with_body(valid, "too large", std::string((1UL << 20U) + 1, ' ')),
                          "PAYLOAD_TOO_LARGE"));
    for (const auto* blank : {"", " \r\n"}) {
        auto none = with_body(valid, "blank", blank);
        out.push_back(needs_body(of) ? refused(std::move(none), "EMPTY_BODY") : std::move(none));
    }
    return out;
}

std::vector<request_variant> varied_requests(const operation& of, const path_ids& ids)
{
    const auto valid = valid_request(of, ids);
    std::vector<request_variant> out;
    if (takes_body(of))
        vary_body(out, of, valid);
    for (const auto& each : of.told.value("parameters", json::array()))
        if (each.at("in") == "query")
            vary_query(out, of, valid, each);
        else if (each.at("in") == "header")
            vary_header(out, valid, each);
    return out;
}

} // namespace thimble::service::test
