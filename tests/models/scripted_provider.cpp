#include "tests/models/scripted_provider.hpp"

#include "tests/e2e/eventually.hpp"
#include "tests/e2e/file_content.hpp"

#include <fstream>
#include <sstream>

namespace thimble::service::models::test {

namespace {

using namespace std::chrono_literals;

std::uint16_t port_in(const std::string& printed)
{
    const auto colon = printed.rfind(':');
    REQUIRE(colon != std::string::npos);
    return static_cast<std::uint16_t>(std::stoul(printed.substr(colon + 1)));
}

boost::asio::awaitable<void>
ask_and_keep(client& whom, std::chrono::milliseconds limit, delta_listener listen, answered& to)
{
    prompt what;
    what.messages = {{.from = speaker::user, .parts = {std::string("Set an alarm.")}}};
    to = co_await whom.ask(std::move(what), std::move(listen), client::time::clock::now() + limit);
}

} // namespace

scripted_provider::scripted_provider(const std::string& script, const e2e::test_certificate* shown)
    : scheme_(shown == nullptr ? "http" : "https")
{
    const auto file = folder_.path() / "script.json";
    std::ofstream(file) << script;
    e2e::arguments how{"--script", file.string(), "--log", (folder_.path() / "log").string()};
    if (shown != nullptr)
        how.insert(how.end(), {"--tls-cert", shown->certificate().string(), "--tls-key",
                               shown->key().string()});
    program_ = std::make_unique<e2e::program>("scripted_model", how);
    REQUIRE(program_->prints("\n", 10s));
    port_ = port_in(program_->output());
}

provider scripted_provider::as(provider_kind kind, std::string key) const
{
    const auto path = kind == provider_kind::openai ? "/v1" : "";
    const auto url = scheme_ + "://localhost:" + std::to_string(port_) + path;
    return {.kind = kind,
            .address = parse_model_address(url).value(),
            .key = std::move(key),
            .model = "m-1"};
}

std::vector<nlohmann::json> scripted_provider::requests() const
{
    std::vector<nlohmann::json> out;
    std::istringstream lines(e2e::content_of(folder_.path() / "log"));
    // A line without its end is still being written.
    for (std::string line; std::getline(lines, line) && !lines.eof();)
        out.push_back(nlohmann::json::parse(line));
    return out;
}

answered ask(client& whom,
             boost::asio::io_context& on,
             std::chrono::milliseconds limit,
             delta_listener listen)
{
    answered out;
    on.restart();
    tests::run(on, ask_and_keep(whom, limit, std::move(listen), out));
    return out;
}

} // namespace thimble::service::models::test
