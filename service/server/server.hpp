// The REST service: the only HTTP server of the project.
#pragma once

#include "bus/transport.hpp"
#include "http/certificate.hpp"
#include "http/client_address.hpp"
#include "http/handler.hpp"
#include "models/provider.hpp"
#include "service/accounts/rate_limit.hpp"
#include "service/agent/permissions.hpp"
#include "service/nodes/leases.hpp"
#include "service/oauth/client_documents.hpp"
#include "service/phones/desktop.hpp"
#include "service/secrets/master_key.hpp"
#include "service/server/limits.hpp"
#include "store/database_file.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <nlohmann/json.hpp>
#include <spdlog/logger.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

struct server_options {
    boost::asio::ip::tcp::endpoint listen;
    std::optional<std::string> api_key;           // of the local account; nothing: there is none
    std::filesystem::path state_dir;              // exists, mode 0700
    std::optional<store::database_file> database; // has a value
    std::string request_secret;                   // random; the same as long as the database
    master_key_ptr master_key;                    // of secrets; not nullptr
    bool takes_operators = false;                 // over the admin socket in the state directory
    std::chrono::milliseconds drain{5000}; // how long requests under way may take at shutdown
    service::limits limits;                // tests shorten its times
    std::shared_ptr<const http::certificate> certificate = nullptr; // nullptr: not encrypted
    http::trusted_proxies proxies = {};        // whose X-Forwarded-For is believed
    std::vector<std::string> origins = {};     // of pages that may use the API from a browser
    std::vector<std::string> public_urls = {}; // under which people reach it: "https://a.example"
    std::optional<rate> rate_limit = {};       // of every key
    std::optional<std::uint64_t> upload_bytes = {}; // of a file that may come; nothing: none may
    std::optional<store::database_file> picture_database = {}; // nothing: pictures are files
    bool private_webhooks = false;              // may go to this machine and to private addresses
    std::optional<models::provider> model = {}; // that agents think with; nothing: no sessions
    agent::permissions rules = {};              // what agents may do

    /// Makes the way to the other nodes of the service; nullptr: this one is alone.
    std::function<std::shared_ptr<bus::transport>(const boost::asio::any_io_executor& home)>
        transport = nullptr;
    nodes::lease_times leases = {};

    /// Fetch of documents of OAuth clients; from the internet unless a test says otherwise.
    oauth::client_documents::fetch client_documents = nullptr;
};

/// Home thread. Phones and jobs live in here; a desktop is known by its id.
class server {
public:
    server(boost::asio::any_io_executor home,
           server_options options,
           std::shared_ptr<spdlog::logger> log);
    server(const server&) = delete;
    server& operator=(const server&) = delete;
    ~server();

    /// Opens the port; an error says which address and what to do. Before run().
    void open();

    /// Where it listens (the port that was given out when 0 was asked for). After open().
    boost::asio::ip::tcp::endpoint endpoint() const;

    /// Serves until it is cancelled, then lets requests under way end for `drain`.
    boost::asio::awaitable<void> run();

    /// Answers the requests that another listener takes, as those of this one. It lives as long as
    /// this.
    http::handler& rest();

    /// A path that signs in whoever opens it first, within ten minutes, as the local account;
    /// nothing where there is none.
    std::optional<std::string> make_sign_in_link();

    /// The answer to a program of this user that asks to speak the Model Context Protocol over the
    /// same connection, as the local account; nothing where there is none.
    std::optional<http::response> open_mcp_client();

    /// Returns when no such client has been there for so long.
    boost::asio::awaitable<void> until_left_alone(std::chrono::milliseconds time);

    /// A daemon is there. Its phones follow through phone_changed().
    void desktop_connected(desktop_record record, std::shared_ptr<desktop> via);

    /// One phone's whole state, on any change; `attached` false when it went.
    void phone_changed(const std::string& desktop_id, const link::phone_state& state);

    /// Reasons that keep the daemon's computer from having phones, on any change.
    void host_changed(const std::string& desktop_id, std::vector<link::blocker> blockers);

    /// Name that a person has given a phone of the local account; empty: none was, or there is no
    /// such phone.
    std::string display_name_of(const std::string& phone_id) const;

    /// The daemon is gone: its phones are offline until it returns.
    void desktop_gone(const std::string& desktop_id);

    /// Number of the other nodes of the service that are there.
    std::size_t other_nodes() const;

    /// True while this node has no lease among the nodes of its service, and answers nobody.
    bool cut_off() const;

    /// The contract with an operation at each path of every row, as it is served: clients are told
    /// of one path alone. For tests, which walk over it. Any thread: what it reads never changes.
    nlohmann::ordered_json contract_of_every_path() const;

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::service
