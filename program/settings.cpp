#include "program/settings.hpp"

#include <spdlog/fmt/fmt.h>
#include <spdlog/fmt/ranges.h>
#include <toml++/toml.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>

namespace thimble::service {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largest_file = std::size_t{256} * 1024;
constexpr std::array<std::string_view, 4> tables{"daemon", "service", "model", "agent"};

void add_files_of(const fs::path& directory, std::vector<fs::path>& files)
{
    std::vector<fs::path> found;
    std::error_code ignored; // a directory that is not there has no files
    for (const auto& one : fs::directory_iterator(directory, ignored))
        if (one.path().extension() == ".toml")
            found.push_back(one.path());
    std::ranges::sort(found);
    std::ranges::move(found, std::back_inserter(files));
}

std::string place(const fs::path& file, const toml::source_region& where)
{
    return fmt::format("{}:{}", file.string(), where.begin.line);
}

std::expected<std::string, std::string> content_of(const fs::path& file)
{
    std::ifstream from(file, std::ios::binary);
    std::string content(largest_file + 1, '\0');
    from.read(content.data(), static_cast<std::streamsize>(content.size()));
    if (from.bad() || (from.gcount() == 0 && !from.eof()))
        return std::unexpected(fmt::format("{} cannot be read", file.string()));
    content.resize(static_cast<std::size_t>(from.gcount()));
    if (content.size() > largest_file)
        return std::unexpected(
            fmt::format("{} is larger than {} bytes", file.string(), largest_file));
    return content;
}

/// Reader of the program's own table in one file.
class file_reader {
public:
    file_reader(const fs::path& file, std::string_view table, std::span<const setting_name> names)
        : file_(file), table_(table), names_(names)
    {
    }

    std::expected<void, std::string> read_into(settings& result)
    {
        const auto content = content_of(file_);
        if (!content)
            return std::unexpected(content.error());
        toml::table parsed;
        try { // a packaged toml++ comes with exceptions only
            parsed = toml::parse(*content, file_.string());
        } catch (const toml::parse_error& error) {
            return std::unexpected(
                fmt::format("{}: {}", place(file_, error.source()), error.description()));
        }
        for (const auto& [name, value] : parsed)
            if (auto read = read_table(name.str(), value, result); !read)
                return read;
        return {};
    }

private:
    std::expected<void, std::string>
    read_table(std::string_view name, const toml::node& value, settings& result)
    {
        if (std::ranges::find(tables, name) == tables.end() || !value.is_table())
            return std::unexpected(fmt::format("{}: there is no table [{}]; the tables are [{}]",
                                               place(file_, value.source()), name,
                                               fmt::join(tables, "], [")));
        if (name != table_)
            return {};
        for (const auto& [key, entry] : *value.as_table())
            if (auto read = read_entry(key.str(), entry, result); !read)
                return read;
        return {};
    }

    std::expected<void, std::string>
    read_entry(std::string_view key, const toml::node& entry, settings& result)
    {
        if (std::ranges::find(names_, key, &setting_name::key) == names_.end())
            return std::unexpected(fmt::format("{}: there is no setting {}.{}",
                                               place(file_, entry.source()), table_, key));
        const auto text = entry.value_exact<std::string>();
        if (!text)
            return std::unexpected(fmt::format("{}: {}.{} must be a string in quotes",
                                               place(file_, entry.source()), table_, key));
        result.insert_or_assign(std::string(key),
                                setting{.value = *text, .origin = place(file_, entry.source())});
        return {};
    }

    const fs::path& file_;
    std::string_view table_;
    std::span<const setting_name> names_;
};

} // namespace

std::vector<fs::path> configuration_files(const environment& variables)
{
    std::vector<fs::path> files;
    add_files_of("/etc/thimble", files);
    if (const auto configured = variables("XDG_CONFIG_HOME"))
        add_files_of(fs::path(*configured) / "thimble", files);
    else if (const auto home = variables("HOME"))
        add_files_of(fs::path(*home) / ".config" / "thimble", files);
    return files;
}

std::expected<settings, std::string> read_settings(std::string_view table,
                                                   std::span<const setting_name> names,
                                                   std::span<const fs::path> files,
                                                   const environment& variables)
{
    settings result;
    for (const fs::path& file : files)
        if (auto read = file_reader(file, table, names).read_into(result); !read)
            return std::unexpected(read.error());
    for (const setting_name& name : names)
        if (const auto value = variables(name.variable))
            result.insert_or_assign(std::string(name.key),
                                    setting{.value = *value, .origin = name.variable});
    return result;
}

} // namespace thimble::service
