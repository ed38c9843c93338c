#include "service/settings/model_settings.hpp"

#include "http/client/trust.hpp"
#include "program/settings.hpp"
#include "service/settings/serving.hpp"
#include "service/settings/store_setting.hpp"
#include "text/ascii.hpp"
#include "text/whole_number.hpp"

#include <algorithm>
#include <array>
#include <ranges>

namespace thimble::service {

namespace {

namespace fs = std::filesystem;
using wrong = std::expected<void, early_exit>;

constexpr std::array model_setting_names{
    setting_name{.key = "provider", .variable = "THIMBLE_MODEL_PROVIDER"},
    setting_name{.key = "base_url", .variable = "THIMBLE_MODEL_BASE_URL"},
    setting_name{.key = "api_key", .variable = "THIMBLE_MODEL_API_KEY"},
    setting_name{.key = "model", .variable = "THIMBLE_MODEL"},
    setting_name{.key = "other_models", .variable = "THIMBLE_MODEL_OTHERS"},
    setting_name{.key = "looks_per_minute", .variable = "THIMBLE_MODEL_LOOKS_PER_MINUTE"},
    setting_name{.key = "prices", .variable = "THIMBLE_MODEL_PRICES"},
    setting_name{.key = "ca_file", .variable = "THIMBLE_MODEL_CA_FILE"},
};

/// Nothing the whole configuration could do without, so that the first setting stands for all.
early_exit incomplete(const settings& given, std::string_view problem)
{
    return wrong_setting(given.begin()->second, problem);
}

wrong apply_address(const settings& given, models::provider& to)
{
    to.address = models::usual_address(to.kind);
    const auto* said = find_setting(given, "base_url");
    if (said == nullptr)
        return {};
    auto address = models::parse_model_address(said->value);
    if (!address)
        return std::unexpected(wrong_setting(*said, address.error()));
    to.address = std::move(*address);
    return {};
}

wrong apply_key(const settings& given, std::span<const fs::path> files, models::provider& to)
{
    const auto* said = find_setting(given, "api_key");
    if (said == nullptr) {
        // Models of this machine and of its neighbours often take no key.
        if (to.address == models::usual_address(to.kind))
            return std::unexpected(
                incomplete(given, "the model's provider wants a key: THIMBLE_MODEL_API_KEY"));
        return {};
    }
    const auto fits = [](char c) { return c > ' ' && c <= '~'; };
    if (said->value.empty() || !std::ranges::all_of(said->value, fits))
        return std::unexpected(wrong_setting(*said, "a key is made of letters, digits and signs"));
    to.key = said->value;
    return check_origin_of_secret(*said, files, "with its key");
}

/// Names with commas.
std::vector<std::string> names_in(std::string_view list)
{
    std::vector<std::string> out;
    for (const auto each : std::views::split(list, ','))
        if (const auto name = trim(std::string_view(each)); !name.empty())
            out.emplace_back(name);
    return out;
}

/// Models that sessions may name as well, and the limit of looks.
wrong apply_grants(const settings& given, models::provider& to)
{
    constexpr std::uint32_t most_looks = 10'000;
    if (const auto* others = find_setting(given, "other_models"); others != nullptr)
        to.others = names_in(others->value);
    const auto* looks = find_setting(given, "looks_per_minute");
    if (looks == nullptr)
        return {};
    const auto count = whole_number<std::uint32_t>(looks->value, 0, most_looks);
    if (!count)
        return std::unexpected(wrong_setting(*looks, "must be a whole number from 0 to 10000"));
    to.looks_per_minute = *count;
    return {};
}

wrong apply_the_rest(const settings& given, models::provider& to)
{
    const auto* model = find_setting(given, "model");
    if (model == nullptr || model->value.empty())
        return std::unexpected(incomplete(given, "which model is not said: THIMBLE_MODEL"));
    to.model = model->value;
    if (const auto* file = find_setting(given, "ca_file"); file != nullptr) {
        to.ca_file = file->value;
        if (const auto trusted = http::load_trust(to.ca_file); !trusted)
            return std::unexpected(wrong_setting(*file, trusted.error()));
    }
    const auto* said = find_setting(given, "prices");
    if (said == nullptr)
        return {};
    auto prices = models::parse_prices(said->value);
    if (!prices)
        return std::unexpected(wrong_setting(*said, prices.error()));
    to.prices = std::move(*prices);
    return {};
}

} // namespace

std::expected<std::optional<models::provider>, early_exit>
read_model_settings(std::span<const fs::path> files, const environment& variables)
{
    const auto read = read_settings("model", model_setting_names, files, variables);
    if (!read)
        return std::unexpected(early_exit{.code = exit_configuration, .text = read.error()});
    if (read->empty())
        return std::nullopt;
    const auto* named = find_setting(*read, "provider");
    if (named == nullptr)
        return std::unexpected(incomplete(
            *read, "whose model is not said: THIMBLE_MODEL_PROVIDER is anthropic or openai"));
    const auto kind = models::parse_provider_kind(named->value);
    if (!kind)
        return std::unexpected(wrong_setting(
            *named, "must be anthropic, or openai for everything that is compatible"));
    models::provider out{.kind = *kind, .address = {}, .model = {}};
    if (auto applied = apply_address(*read, out); !applied)
        return std::unexpected(std::move(applied.error()));
    if (auto applied = apply_key(*read, files, out); !applied)
        return std::unexpected(std::move(applied.error()));
    if (auto applied = apply_the_rest(*read, out); !applied)
        return std::unexpected(std::move(applied.error()));
    if (auto applied = apply_grants(*read, out); !applied)
        return std::unexpected(std::move(applied.error()));
    auto proxy = http::proxy_for(out.address.server, variables);
    if (!proxy)
        return std::unexpected(early_exit{.code = exit_configuration, .text = proxy.error()});
    out.proxy = std::move(*proxy);
    return out;
}

} // namespace thimble::service
