#include "store/database_file.hpp"

namespace thimble::service::store {

namespace {

std::unexpected<std::string> unusable(const std::filesystem::path& file, const std::string& why)
{
    return std::unexpected("The database " + file.string() + " " + why);
}

} // namespace

database_file::database_file(const std::filesystem::path& file)
    : writer_(std::make_shared<connection>(file, access::write)),
      safe_writer_(std::make_shared<connection>(file, access::write_through))
{
    for (auto& each : readers_)
        each = std::make_shared<connection>(file, access::read);
}

std::expected<database_file, std::string> database_file::open(const std::filesystem::path& file,
                                                              std::span<const migration> steps)
{
    try {
        database_file out(file);
        if (auto whole = check(*out.writer_); !whole)
            return unusable(file, whole.error());
        if (auto migrated = migrate(*out.writer_, steps); !migrated)
            return unusable(file, migrated.error());
        return out;
    } catch (const std::exception&) {
        return unusable(file, "cannot be used: " + problem_of(std::current_exception()).text);
    }
}

} // namespace thimble::service::store
