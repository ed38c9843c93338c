#include "mcp/modern.hpp"

#include "mcp/methods.hpp"
#include "mcp/modern_call.hpp"
#include "mcp/modern_listening.hpp"

#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

std::unexpected<error> bad_envelope(std::string what)
{
    auto out = invalid_params("Invalid params: " + std::move(what));
    out.of_envelope = true;
    return std::unexpected(std::move(out));
}

bool is_progress_token(const json& what)
{
    return what.is_string() || what.is_number_integer();
}

/// With the members that are in all results.
json complete_result(const server_parts& parts, method_result got)
{
    auto out = std::move(got.body);
    out["resultType"] = "complete";
    out["_meta"][meta::server_info] = server_info(parts.settings);
    if (got.fresh) {
        out["ttlMs"] = got.fresh->time.count();
        out["cacheScope"] = got.fresh->for_everybody ? "public" : "private";
    }
    return out;
}

json to_result(const server_parts& parts, input_required what)
{
    return {{"resultType", "input_required"},
            {"inputRequests", std::move(what.requests)},
            {"requestState", std::move(what.state)},
            {"_meta", {{meta::server_info, server_info(parts.settings)}}}};
}

json discover(const server_parts& parts)
{
    const auto offered = parts.offers.offers();
    method_result out{.fresh = offered.lists};
    out.body["supportedVersions"] = modern_revisions();
    out.body["capabilities"] = capabilities_of(offered, revision::of_2026_07_28);
    if (!parts.settings.instructions.empty())
        out.body["instructions"] = parts.settings.instructions;
    return complete_result(parts, std::move(out));
}

bool may_ask(const std::string& method)
{
    return method == "tools/call" || method == "prompts/get" || method == "resources/read";
}

/// This era has another number for it.
halt renumber(halt why)
{
    if (auto* plain = std::get_if<error>(&why); plain && plain->code == code::resource_not_found)
        plain->code = code::invalid_params;
    return why;
}

asio::awaitable<outcome<json>> use_catalogue(server_parts& parts,
                                             const request& what,
                                             const envelope& facts,
                                             const principal& who,
                                             outlet& to)
{
    modern_call of(parts, facts, who, what, to);
    if (may_ask(what.method)) {
        if (auto taken = of.take_answers(what.params); !taken)
            co_return std::unexpected(halt(std::move(taken.error())));
    }
    auto got =
        co_await perform(what.method, what.params,
                         {.from = parts.offers, .of = of, .page_size = parts.settings.page_size});
    if (got)
        co_return complete_result(parts, std::move(*got));
    auto why = renumber(std::move(got.error()));
    if (auto* ask = std::get_if<input_required>(&why); ask && may_ask(what.method))
        co_return to_result(parts, std::move(*ask));
    co_return std::unexpected(std::move(why));
}

asio::awaitable<outcome<json>> dispatch_modern(server_parts& parts,
                                               const request& what,
                                               const principal& who,
                                               std::shared_ptr<outlet> to)
{
    auto facts = read_envelope(what.params);
    if (!facts)
        co_return std::unexpected(halt(std::move(facts.error())));
    if (auto wrong = check_version(facts->version))
        co_return std::unexpected(halt(std::move(*wrong)));
    if (what.method == "server/discover")
        co_return discover(parts);
    if (what.method == "subscriptions/listen")
        co_return co_await listen(parts, what, who, std::move(to));
    if (!is_catalogue_method(what.method, parts.offers.offers()))
        co_return std::unexpected(halt(method_not_found(what.method)));
    co_return co_await use_catalogue(parts, what, *facts, who, *to);
}

} // namespace

std::expected<envelope, error> read_envelope(const json& params)
{
    const auto given = params.find("_meta");
    if (given == params.end() || !given->is_object())
        return bad_envelope("\"_meta\" is missing");
    const auto version = given->find(meta::protocol_version);
    if (version == given->end() || !version->is_string())
        return bad_envelope(std::string(meta::protocol_version) + " is missing in \"_meta\"");
    const auto capabilities = given->find(meta::client_capabilities);
    if (capabilities == given->end() || !capabilities->is_object())
        return bad_envelope(std::string(meta::client_capabilities) + " is missing in \"_meta\"");
    envelope out{.version = version->get<std::string>(), .client = {}};
    out.client.capabilities = *capabilities;
    if (const auto info = given->find(meta::client_info); info != given->end()) {
        if (!info->is_object())
            return bad_envelope(std::string(meta::client_info) + " is an object");
        out.client.info = *info;
    }
    if (const auto token = given->find(meta::progress_token); token != given->end()) {
        if (!is_progress_token(*token))
            return bad_envelope("\"progressToken\" is a string or an integer");
        out.progress_token = *token;
    }
    if (const auto level = given->find(meta::log_level); level != given->end()) {
        const auto* text = level->get_ptr<const json::string_t*>();
        out.wanted_logs = text ? to_log_level(*text) : std::nullopt;
        if (!out.wanted_logs)
            return bad_envelope(std::string(meta::log_level) + " is no level");
    }
    return out;
}

std::optional<error> check_version(const std::string& version)
{
    const auto known = to_revision(version);
    if (known && is_modern(*known))
        return std::nullopt;
    return error{.code = code::unsupported_protocol_version,
                 .message = "Unsupported protocol version",
                 .data = {{"supported", modern_revisions()}, {"requested", version}},
                 .of_envelope = true};
}

asio::awaitable<void>
answer_modern(server_parts& parts, request what, principal who, std::shared_ptr<outlet> to)
{
    co_await answer_with(parts, what.id, to, dispatch_modern(parts, what, who, to));
}

} // namespace thimble::mcp
