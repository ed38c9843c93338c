// Settings of the REST API that thimbled and thimble-service share.
#pragma once

#include "http/certificate.hpp"
#include "http/client_address.hpp"
#include "program/early_exit.hpp"
#include "program/settings.hpp"
#include "service/accounts/rate_limit.hpp"

#include <CLI/CLI.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <array>
#include <expected>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

struct serving {
    boost::asio::ip::tcp::endpoint listen;
    std::optional<http::tls_files> tls;   // nothing: plain HTTP
    http::trusted_proxies proxies;        // whose X-Forwarded-For is believed
    std::vector<std::string> origins;     // of pages that may use the API from a browser
    std::vector<std::string> public_urls; // under which people reach it
    std::optional<rate> rate_limit;       // of every key
    bool private_webhooks = false;        // may go to this machine and to private addresses

    /// Of secrets; nothing: it is in the state directory.
    std::optional<std::filesystem::path> master_key_file;
};

/// For read_settings().
inline constexpr std::array serving_settings{
    setting_name{.key = "listen", .variable = "THIMBLE_LISTEN"},
    setting_name{.key = "tls_cert", .variable = "THIMBLE_TLS_CERT"},
    setting_name{.key = "tls_key", .variable = "THIMBLE_TLS_KEY"},
    setting_name{.key = "insecure_listen", .variable = "THIMBLE_INSECURE_LISTEN"},
    setting_name{.key = "trusted_proxies", .variable = "THIMBLE_TRUSTED_PROXIES"},
    setting_name{.key = "cors_origins", .variable = "THIMBLE_CORS_ORIGINS"},
    setting_name{.key = "public_urls", .variable = "THIMBLE_PUBLIC_URLS"},
    setting_name{.key = "rate_limit", .variable = "THIMBLE_RATE_LIMIT"},
    setting_name{.key = "private_webhooks", .variable = "THIMBLE_PRIVATE_WEBHOOKS"},
    setting_name{.key = "master_key_file", .variable = "THIMBLE_MASTER_KEY_FILE"},
};

/// Values of flags, by the key of their setting.
using flag_values = std::map<std::string, std::string, std::less<>>;

/// `given` outlives the parsing. `usual_address` is for the help.
void add_serving_flags(CLI::App& app, flag_values& given, std::string_view usual_address);

/// Lays the flags that were given over what environment and files say: --state-dir is "state_dir".
void lay_flags_over(const CLI::App& app, const flag_values& given, settings& over);

/// Checks the values. Refuses to be reached from other machines without encryption, unless told so.
std::expected<serving, early_exit> read_serving(const settings& given,
                                                std::string_view usual_address);

/// A wrong flag is wrong usage; a wrong file or variable is wrong configuration.
early_exit wrong_setting(const setting& given, std::string_view problem);

} // namespace thimble::service
