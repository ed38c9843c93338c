#include "mcp/server_parts.hpp"

#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include <utility>

namespace thimble::mcp {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

struct work_outcome {
    outcome<json> what = std::unexpected(halt(error{.message = "Internal error"}));
    bool cancelled = false;
};

asio::awaitable<work_outcome> try_work(asio::awaitable<outcome<json>> work,
                                       const running_requests::failure_log& failed)
{
    work_outcome out;
    try {
        out.what = co_await std::move(work);
    } catch (const boost::system::system_error& problem) {
        out.cancelled = problem.code() == asio::error::operation_aborted;
        if (!out.cancelled)
            failed(std::current_exception());
    } catch (...) {
        failed(std::current_exception());
    }
    co_return out;
}

} // namespace

server_parts::server_parts(asio::any_io_executor executor,
                           catalogue& offered,
                           server_settings given,
                           running_requests::failure_log on_failure)
    : home(std::move(executor)), offers(offered), settings(std::move(given)),
      failed(std::move(on_failure)), running(home, failed), closing(home)
{
}

json server_info(const server_settings& of)
{
    json out{{"name", of.name}, {"version", of.version}};
    if (!of.title.empty())
        out["title"] = of.title;
    return out;
}

json capabilities_of(const features& what, revision speaks)
{
    json out = json::object();
    const auto with = [](const char* name, bool has) {
        return has ? json{{name, true}} : json::object();
    };
    if (what.tools)
        out["tools"] = with("listChanged", what.tools_change);
    if (what.resources) {
        out["resources"] = with("listChanged", what.resources_change);
        if (what.resource_updates)
            out["resources"]["subscribe"] = true;
    }
    if (what.prompts)
        out["prompts"] = with("listChanged", what.prompts_change);
    if (what.completions && speaks >= revision::of_2025_03_26)
        out["completions"] = json::object();
    if (what.logging)
        out["logging"] = json::object();
    return out;
}

error to_error(const halt& why)
{
    if (const auto* plain = std::get_if<error>(&why))
        return *plain;
    return {.message = "The client would have to be asked, which this request does not allow"};
}

asio::awaitable<void> answer_with(server_parts& parts,
                                  request_id id,
                                  std::shared_ptr<outlet> to,
                                  asio::awaitable<outcome<json>> work)
{
    auto done = co_await try_work(std::move(work), parts.failed);
    if (done.cancelled) {
        to->abandon();
    } else if (done.what) {
        to->finish(to_response(id, std::move(*done.what)), nullptr);
    } else {
        const auto why = to_error(done.what.error());
        to->finish(to_response(id, why), &why);
    }
}

} // namespace thimble::mcp
