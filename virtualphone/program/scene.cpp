#include "virtualphone/program/scene.hpp"

#include <toml++/toml.h>

#include <fmt/format.h>

namespace thimble::virtualphone {
namespace {

/// A value as one would write it on the command line; nothing for a table, a list, a date.
std::optional<std::string> as_text(std::string_view key, const toml::node& node)
{
    if (const auto flag = node.value_exact<bool>()) {
        if (key == "developer_mode")
            return *flag ? "on" : "off";
        return *flag ? "true" : "false";
    }
    if (const auto number = node.value_exact<std::int64_t>())
        return fmt::format("{}", *number);
    if (const auto number = node.value_exact<double>())
        return fmt::format("{}", *number);
    return node.value_exact<std::string>();
}

class reader {
public:
    reader(const std::string& path, bool options_allowed)
        : path_(path), options_allowed_(options_allowed)
    {
    }

    std::expected<scene, std::string> read()
    try {
        const toml::table root = toml::parse_file(path_);
        for (const auto& [key, node] : root) {
            const auto done = key.str() == "phone" ? add_phones(node) : add_option(key.str(), node);
            if (!done)
                return std::unexpected(done.error());
        }
        return std::move(result_);
    } catch (const toml::parse_error& error) {
        return wrong(error.source(), error.description());
    }

private:
    std::unexpected<std::string> wrong(const toml::source_region& where, std::string_view what)
    {
        if (where.begin.line == 0)
            return std::unexpected(fmt::format("{}: {}", path_, what));
        return std::unexpected(fmt::format("{}:{}: {}", path_, where.begin.line, what));
    }

    std::expected<void, std::string> add_option(std::string_view key, const toml::node& node)
    {
        if (!options_allowed_)
            return wrong(node.source(),
                         fmt::format("a scene holds [[phone]] tables, not '{}'", key));
        const auto text = as_text(key, node);
        if (!text)
            return wrong(node.source(), fmt::format("'{}' must be a text or a number", key));
        result_.options[std::string(key)] = *text;
        return {};
    }

    std::expected<void, std::string> add_phones(const toml::node& node)
    {
        const toml::array* tables = node.as_array();
        if (!tables || !tables->is_homogeneous<toml::table>())
            return wrong(node.source(), "phones are written as [[phone]] tables");
        for (const toml::node& table : *tables)
            if (const auto done = add_phone(*table.as_table()); !done)
                return done;
        return {};
    }

    std::expected<void, std::string> add_phone(const toml::table& table)
    {
        phone_description what;
        for (const auto& [key, node] : table) {
            const auto text = as_text(key.str(), node);
            if (!text)
                return wrong(node.source(),
                             fmt::format("'{}' must be a text, a number or a flag", key.str()));
            if (const auto done = describe(what, key.str(), *text); !done)
                return wrong(node.source(), done.error());
        }
        if (!what.hardware)
            return wrong(table.source(), "a phone needs a model");
        result_.phones.push_back(std::move(what));
        return {};
    }

    const std::string& path_;
    bool options_allowed_;
    scene result_;
};

} // namespace

std::expected<scene, std::string> read_scene(const std::string& path, bool options_allowed)
{
    return reader(path, options_allowed).read();
}

} // namespace thimble::virtualphone
