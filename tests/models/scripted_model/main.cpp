// scripted_model: speaks as model providers do, and says what a script tells it. A stand-in for
// tests; knows nothing of the code that it tests.
#include "tests/models/scripted_model/server.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/signal_set.hpp>

#include <csignal>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace {

namespace asio = boost::asio;
using thimble::scripted_model::director;
using thimble::scripted_model::parse_script;
using thimble::scripted_model::server;

struct given {
    std::string script;
    std::string log;
    std::string certificate;
    std::string key;
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;
};

std::string content_of(const std::string& file)
{
    std::ifstream in(file, std::ios::binary);
    if (!in)
        throw std::runtime_error("cannot read " + file);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::unique_ptr<asio::ssl::context> encryption_of(const given& how)
{
    if (how.certificate.empty())
        return nullptr;
    auto out = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
    out->use_certificate_chain_file(how.certificate);
    out->use_private_key_file(how.key, asio::ssl::context::pem);
    return out;
}

int serve(const given& how)
{
    auto plays = parse_script(content_of(how.script));
    if (!plays)
        throw std::runtime_error(how.script + ": " + plays.error());
    director directs(std::move(*plays), how.log);
    asio::io_context context(1);
    server models(context, directs, encryption_of(how),
                  {asio::ip::make_address(how.address), how.port});
    asio::signal_set signals(context, SIGINT, SIGTERM);
    signals.async_wait([&context](const auto&, int) { context.stop(); });
    asio::co_spawn(context, models.run(), asio::detached);
    std::cout << "listening on 127.0.0.1:" << models.port() << '\n' << std::flush;
    context.run();
    return 0;
}

} // namespace

int main(int count, char** arguments)
{
    given how;
    CLI::App app("A model provider that says what a script tells it.", "scripted_model");
    app.add_option("--script", how.script, "What it says (JSON)")->required();
    app.add_option("--log", how.log, "Where each request is written down");
    app.add_option("--address", how.address, "In numbers; loopback unless told");
    app.add_option("--port", how.port, "0 takes any");
    app.add_option("--tls-cert", how.certificate, "Encrypt with this certificate (PEM)");
    app.add_option("--tls-key", how.key, "Its key (PEM)");
    CLI11_PARSE(app, count, arguments);
    try {
        return serve(how);
    } catch (const std::exception& problem) {
        std::cerr << "scripted_model: " << problem.what() << '\n';
        return 1;
    }
}
