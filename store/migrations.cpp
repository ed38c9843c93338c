#include "store/migrations.hpp"

#include "store/transaction.hpp"
#include "text/hexadecimal.hpp"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace thimble::service::store {

namespace {

using std::chrono::system_clock;

struct applied {
    std::int64_t number = 0;
    std::string checksum;
};

/// SHA-256 in hexadecimal.
std::string checksum_of(std::string_view text)
{
    std::array<unsigned char, 32> digest{};
    if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL has no SHA-256");
    return hexadecimal(digest);
}

std::vector<applied> applied_to(connection& on)
{
    transaction now(on);
    now.execute("CREATE TABLE IF NOT EXISTS schema_migrations (number BIGINT PRIMARY KEY, "
                "name TEXT NOT NULL, checksum TEXT NOT NULL, applied_at BIGINT NOT NULL)");
    std::vector<applied> out;
    for (auto& [number, checksum] : now.select<std::int64_t, std::string>(
             "SELECT number, checksum FROM schema_migrations ORDER BY number"))
        out.push_back({.number = number, .checksum = std::move(checksum)});
    return out;
}

std::expected<void, std::string>
compare(const std::vector<applied>& past, std::span<const migration> steps, dialect which)
{
    const auto* const elsewhere =
        which == dialect::sqlite ? "directory with --state-dir" : "database with --store";
    if (past.size() > steps.size())
        return std::unexpected(
            "was made by a newer version (schema " + std::to_string(past.back().number) +
            "; this program knows " + std::to_string(steps.size()) +
            "). Start that version or a newer one, or name another " + elsewhere);
    for (std::size_t place = 0; place < past.size(); ++place)
        if (past[place].number != steps[place].number ||
            past[place].checksum != checksum_of(steps[place].text))
            return std::unexpected("was made by another build: its schema's step " +
                                   std::to_string(past[place].number) +
                                   " is not the one of this program");
    return {};
}

void apply(connection& on, const migration& step)
{
    transaction now(on);
    on.begin(access::write);
    try {
        std::string_view rest = step.text;
        for (auto end = rest.find(";\n"); end != std::string_view::npos; end = rest.find(";\n")) {
            now.execute(rest.substr(0, end));
            rest.remove_prefix(end + 2);
        }
        now.execute("INSERT INTO schema_migrations (number, name, checksum, applied_at) "
                    "VALUES (:number, :name, :checksum, :applied_at)",
                    step.number, step.name, checksum_of(step.text), system_clock::now());
        on.commit();
    } catch (...) {
        on.roll_back();
        throw;
    }
}

std::expected<void, std::string> migrate_alone(connection& on, std::span<const migration> steps)
{
    const auto past = applied_to(on);
    if (auto fits = compare(past, steps, on.speaks()); !fits)
        return fits;
    for (const auto& step : steps.subspan(past.size()))
        apply(on, step);
    return {};
}

} // namespace

std::expected<void, std::string> migrate(connection& on, std::span<const migration> steps)
{
    for (const auto statement : before_migrating(on.speaks()))
        on.run(statement);
    auto done = migrate_alone(on, steps); // where it throws, the connection goes, and its lock
    for (const auto statement : after_migrating(on.speaks()))
        on.run(statement);
    return done;
}

} // namespace thimble::service::store
