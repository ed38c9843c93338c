#include "service/phones/phone_requirement.hpp"

#include "service/phones/label.hpp"
#include "text/ascii.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>

namespace thimble::service {

namespace {

constexpr std::int64_t longest_requirement = 500;    // characters
constexpr std::int64_t longest_wait_for_phone = 300; // seconds
constexpr std::int64_t usual_wait_for_phone = 30;
constexpr std::size_t most_numbers = 4; // of a version
constexpr std::string_view anything = "any";

std::vector<std::string_view> split(std::string_view text, char between)
{
    std::vector<std::string_view> out;
    for (const auto each : std::views::split(text, between))
        out.emplace_back(each.begin(), each.end());
    return out;
}

std::optional<version_numbers> read_version(std::string_view text)
{
    version_numbers out;
    for (const auto each : split(text, '.')) {
        int number = 0;
        const auto* const end = each.data() + each.size();
        const auto read = std::from_chars(each.data(), end, number);
        if (read.ec != std::errc() || read.ptr != end || number < 0)
            return std::nullopt;
        out.push_back(number);
    }
    const bool is_version = !out.empty() && out.size() <= most_numbers;
    return is_version ? std::optional(std::move(out)) : std::nullopt;
}

/// Numbers that are missing count as 0.
bool is_older(const version_numbers& one, const version_numbers& other)
{
    const auto number = [](const version_numbers& of, std::size_t at) {
        return at < of.size() ? of[at] : 0;
    };
    for (std::size_t at = 0; at < std::max(one.size(), other.size()); ++at)
        if (number(one, at) != number(other, at))
            return number(one, at) < number(other, at);
    return false;
}

/// As precise as the bound is: 17.6 is not newer than 17.
bool is_newer(version_numbers one, const version_numbers& bound)
{
    one.resize(std::min(one.size(), bound.size()));
    return is_older(bound, one);
}

bool is_in_range(const phone_requirement& wanted, const std::string& os_version)
{
    if (!wanted.from && !wanted.to)
        return true;
    const auto version = read_version(os_version);
    return version && !(wanted.from && is_older(*version, *wanted.from)) &&
           !(wanted.to && is_newer(*version, *wanted.to));
}

bool is_of_model(const link::phone_state& state, const std::string& model)
{
    const auto wanted = to_lower(model);
    return to_lower(state.device_name) == wanted || to_lower(state.product_type) == wanted;
}

bool has_app(const known_phone& phone, const std::string& bundle_id)
{
    return phone.apps && std::ranges::find(phone.apps->apps, bundle_id, &listed_app::bundle_id) !=
                             phone.apps->apps.end();
}

failure malformed(std::string_view rule)
{
    return invalid_argument("phone", "malformed", rule);
}

result<void> read_labels_of(phone_requirement& out, std::string_view value)
{
    for (const auto each : split(value, ',')) {
        if (!is_label(each))
            return std::unexpected(malformed("has a label that no phone can have"));
        out.labels.emplace_back(each);
    }
    return {};
}

/// "17", "17..18", "17..", "..18".
result<void> read_range(phone_requirement& out, std::string_view value)
{
    const auto dots = value.find("..");
    const auto low = value.substr(0, dots);
    const auto high = dots == std::string_view::npos ? value : value.substr(dots + 2);
    if (!low.empty())
        out.from = read_version(low);
    if (!high.empty())
        out.to = read_version(high);
    const bool wrong =
        (low.empty() && high.empty()) || (!low.empty() && !out.from) || (!high.empty() && !out.to);
    if (wrong)
        return std::unexpected(malformed("has an ios that is none: 17, 17..18, 17.2.. or ..18"));
    return {};
}

/// A term that comes twice would have to hold twice; labels may.
result<void> read_term(phone_requirement& out, std::string_view term)
{
    const auto equals = term.find('=');
    const auto name = trim(term.substr(0, equals));
    const auto value =
        equals == std::string_view::npos ? std::string_view() : trim(term.substr(equals + 1));
    if (value.empty())
        return std::unexpected(malformed("takes terms such as labels=smoke;ios=17..18, or any"));
    if (name == "labels")
        return read_labels_of(out, value);
    const bool twice = (name == "ios" && (out.from || out.to)) || (name == "model" && out.model) ||
                       (name == "app" && out.app);
    if (twice)
        return std::unexpected(malformed("takes ios, model and app once each"));
    if (name == "ios")
        return read_range(out, value);
    if (name == "model")
        out.model = value;
    else if (name == "app")
        out.app = value;
    else
        return std::unexpected(malformed("knows the terms labels, ios, model and app"));
    return {};
}

} // namespace

bool phone_requirement::fits(const known_phone& phone) const
{
    const auto has_label = [&](const std::string& each) {
        return std::ranges::find(phone.labels, each) != phone.labels.end();
    };
    return std::ranges::all_of(labels, has_label) && is_in_range(*this, phone.state.os_version) &&
           (!model || is_of_model(phone.state, *model)) && (!app || has_app(phone, *app));
}

result<phone_requirement> parse_requirement(std::string_view text)
{
    phone_requirement out{.text = std::string(text)};
    if (trim(text) == anything)
        return out;
    for (const auto term : split(text, ';'))
        if (auto read = read_term(out, term); !read)
            return std::unexpected(std::move(read.error()));
    return out;
}

std::vector<parameter> requirement_parameters()
{
    return {text("phone", 1, longest_requirement)
                .means("In place of a phone's id: any that is free and fits. Terms with `;` "
                       "between them: `labels=smoke,blue`, `ios=17..18` (or `17`, `17.2..`, "
                       "`..18`), `model=iPhone 15`, `app=` and a bundle id; or `any`."),
            integer("wait_s", 0, longest_wait_for_phone)
                .otherwise(usual_wait_for_phone)
                .means("With `phone`: so many seconds at most it waits for one to be free; "
                       "GET /v1/waiting tells how it stands.")};
}

} // namespace thimble::service
