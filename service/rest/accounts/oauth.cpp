// The addresses of OAuth: metadata, authorization, tokens, registration, revocation.
#include "service/rest/endpoints.hpp"

#include <utility>

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

using oauth::authorization_server;

using plain_answer = http::response (authorization_server::*)(const http::request&,
                                                              const http::caller&) const;
using later_answer = asio::awaitable<http::response> (authorization_server::*)(const http::request&,
                                                                               const http::caller&);

asio::awaitable<http::response> at_once(http::response made)
{
    co_return made;
}

/// The rows are in no document of the REST API: it is another protocol, with errors of its own.
endpoint oauth_row(verb method, std::vector<std::string> paths)
{
    endpoint row;
    row.method = method;
    row.paths = std::move(paths);
    row.open_to = endpoint::access::everybody;
    row.open_to_pages = true;
    row.reads_body = true;
    return row;
}

endpoint metadata_row(services& in, std::vector<std::string> paths, plain_answer answer)
{
    auto row = oauth_row(verb::get, std::move(paths));
    row.answer = [&in, answer](call& what) {
        return at_once((in.programs.*answer)(what.request, what.caller));
    };
    return row;
}

endpoint later_row(services& in, verb method, std::string path, later_answer answer)
{
    auto row = oauth_row(method, {std::move(path)});
    row.answer = [&in, answer](call& what) {
        return (in.programs.*answer)(what.request, what.caller);
    };
    return row;
}

/// The program may use its tokens at any node.
endpoint token_row(services& in)
{
    auto row = later_row(in, verb::post, "/oauth/token", &authorization_server::exchange);
    row.changes_rights = true;
    return row;
}

endpoint registration_row(services& in)
{
    auto row = oauth_row(verb::post, {"/oauth/register"});
    row.answer = [&in](call& what) {
        return at_once(in.programs.enrol(what.request, what.caller));
    };
    return row;
}

} // namespace

std::vector<endpoint> oauth_endpoints(services& in)
{
    return {metadata_row(in,
                         {"/.well-known/oauth-protected-resource/mcp",
                          "/.well-known/oauth-protected-resource"},
                         &authorization_server::describe_resource),
            metadata_row(in, {"/.well-known/oauth-authorization-server"},
                         &authorization_server::describe_server),
            later_row(in, verb::get, "/oauth/authorize", &authorization_server::authorize),
            token_row(in),
            later_row(in, verb::post, "/oauth/revoke", &authorization_server::revoke),
            registration_row(in)};
}

} // namespace thimble::service::api
