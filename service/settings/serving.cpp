#include "service/settings/serving.hpp"

#include "program/listen_address.hpp"
#include "text/lists.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>

namespace thimble::service {

namespace {

/// --state-dir for "state_dir".
std::string flag_of(std::string key)
{
    std::ranges::replace(key, '_', '-');
    return "--" + key;
}

std::expected<std::optional<http::tls_files>, early_exit> read_tls(const settings& given)
{
    const auto* certificate = find_setting(given, "tls_cert");
    const auto* key = find_setting(given, "tls_key");
    if ((certificate == nullptr) != (key == nullptr))
        return std::unexpected(
            wrong_setting(certificate != nullptr ? *certificate : *key,
                          "a certificate and its key go together: --tls-cert and --tls-key"));
    if (certificate == nullptr)
        return std::nullopt;
    return http::tls_files{.certificate = certificate->value, .key = key->value};
}

std::expected<bool, early_exit> read_flag(const settings& given, std::string_view key)
{
    const auto* said = find_setting(given, key);
    if (said == nullptr || said->value == "false")
        return false;
    if (said->value != "true")
        return std::unexpected(wrong_setting(*said, "must be true or false"));
    return true;
}

/// "https://page.example" or "http://localhost:3000": what a browser sends as Origin.
bool is_origin(std::string_view text)
{
    const auto rest = text.starts_with("https://")  ? text.substr(8)
                      : text.starts_with("http://") ? text.substr(7)
                                                    : std::string_view();
    return !rest.empty() && std::ranges::all_of(rest, [](char c) {
        return c > ' ' && c <= '~' && c != '/' && c != '*' && c != ',' && !(c >= 'A' && c <= 'Z');
    });
}

std::expected<std::vector<std::string>, early_exit> read_origins(const settings& given,
                                                                 std::string_view key)
{
    std::vector<std::string> out;
    const auto* listed = find_setting(given, key);
    if (listed == nullptr)
        return out;
    std::string_view rest = listed->value;
    while (!rest.empty()) {
        const auto origin = take_until(',', rest);
        if (!is_origin(origin))
            return std::unexpected(wrong_setting(
                *listed, fmt::format("'{}' is no origin such as https://page.example", origin)));
        out.emplace_back(origin);
    }
    return out;
}

std::expected<http::trusted_proxies, early_exit> read_proxies(const settings& given)
{
    const auto* listed = find_setting(given, "trusted_proxies");
    if (listed == nullptr)
        return http::trusted_proxies();
    auto read = http::trusted_proxies::parse(listed->value);
    if (!read)
        return std::unexpected(wrong_setting(
            *listed, fmt::format("'{}' is neither an address nor a network such as 10.0.0.0/8",
                                 read.error())));
    return std::move(*read);
}

} // namespace

void add_serving_flags(CLI::App& app, flag_values& given, std::string_view usual_address)
{
    app.add_option("--listen", given["listen"],
                   fmt::format("Address of the REST API [{}]", usual_address))
        ->type_name("HOST:PORT");
    app.add_option("--tls-cert", given["tls_cert"],
                   "Encrypt with this certificate and its chain (PEM); SIGHUP reads it again")
        ->type_name("FILE");
    app.add_option("--tls-key", given["tls_key"], "The certificate's private key (PEM)")
        ->type_name("FILE");
    app.add_flag_callback(
        "--insecure-listen", [&given] { given["insecure_listen"] = "true"; },
        "Let other machines in without encryption: something in front encrypts");
    app.add_option("--trusted-proxies", given["trusted_proxies"],
                   "Proxies whose X-Forwarded-For is believed: 10.0.0.0/8,… [127.0.0.0/8,::1]")
        ->type_name("LIST");
    app.add_option("--cors-origins", given["cors_origins"],
                   "Pages that may use the API from a browser: https://page.example,…")
        ->type_name("LIST");
    app.add_option("--public-urls", given["public_urls"],
                   "Addresses of the service behind a proxy: https://phones.example,…")
        ->type_name("LIST");
    app.add_option("--rate-limit", given["rate_limit"],
                   "Requests a second for each key, or with a burst, such as 20:100 [no limit]")
        ->type_name("RATE[:BURST]");
    app.add_flag_callback(
        "--private-webhooks", [&given] { given["private_webhooks"] = "true"; },
        "Let webhooks go to private addresses and to this machine");
    app.add_option("--master-key-file", given["master_key_file"],
                   "What secrets are encrypted with [master.key in the state directory]")
        ->type_name("FILE");
}

void lay_flags_over(const CLI::App& app, const flag_values& given, settings& over)
{
    for (const auto& [key, value] : given)
        if (const auto flag = flag_of(key); app.count(flag) > 0)
            over.insert_or_assign(key, setting{.value = value, .origin = flag});
}

std::expected<serving, early_exit> read_serving(const settings& given,
                                                std::string_view usual_address)
{
    const setting usual{.value = std::string(usual_address), .origin = "--listen"};
    const auto* listen =
        find_setting(given, "listen") != nullptr ? find_setting(given, "listen") : &usual;
    const auto address = parse_listen_address(listen->value);
    if (!address)
        return std::unexpected(wrong_setting(*listen, address.error()));
    auto tls = read_tls(given);
    if (!tls)
        return std::unexpected(std::move(tls.error()));
    const auto insecure = read_flag(given, "insecure_listen");
    if (!insecure)
        return std::unexpected(insecure.error());
    if (!address->address().is_loopback() && !*tls && !*insecure)
        return std::unexpected(wrong_setting(
            *listen, fmt::format("{} is not a loopback address, and other machines would send keys "
                                 "and text unencrypted; name a certificate with --tls-cert and "
                                 "--tls-key, or say --insecure-listen if something in front of it "
                                 "encrypts",
                                 address->address().to_string())));
    auto origins = read_origins(given, "cors_origins");
    if (!origins)
        return std::unexpected(std::move(origins.error()));
    auto public_urls = read_origins(given, "public_urls");
    if (!public_urls)
        return std::unexpected(std::move(public_urls.error()));
    auto proxies = read_proxies(given);
    if (!proxies)
        return std::unexpected(std::move(proxies.error()));
    const auto private_webhooks = read_flag(given, "private_webhooks");
    if (!private_webhooks)
        return std::unexpected(private_webhooks.error());
    serving out{.listen = *address,
                .tls = std::move(*tls),
                .proxies = std::move(*proxies),
                .origins = std::move(*origins),
                .public_urls = std::move(*public_urls),
                .rate_limit = {},
                .private_webhooks = *private_webhooks,
                .master_key_file = {}};
    if (const auto* limited = find_setting(given, "rate_limit"); limited != nullptr) {
        out.rate_limit = parse_rate(limited->value);
        if (!out.rate_limit)
            return std::unexpected(
                wrong_setting(*limited, "is no rate such as 20 or 20:100 (a second, and at once)"));
    }
    if (const auto* file = find_setting(given, "master_key_file"); file != nullptr) {
        if (file->value.empty())
            return std::unexpected(wrong_setting(*file, "the file has no name"));
        out.master_key_file = file->value;
    }
    return out;
}

early_exit wrong_setting(const setting& given, std::string_view problem)
{
    return {.code = given.origin.starts_with("--") ? exit_usage : exit_configuration,
            .text = fmt::format("{}: {}", given.origin, problem)};
}

} // namespace thimble::service
