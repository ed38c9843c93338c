// A state directory as version 0.1.0 has left it: its schema, and rows as that version wrote them.
#pragma once

#include "store/database_file.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "text/uuid.hpp"

#include <chrono>
#include <filesystem>
#include <string>

namespace thimble::service::test {

/// Hashes and ciphertexts in it were made beforehand, and not by this program: were they computed
/// here, a change of what they are made of would go unnoticed.
class state_of_first_version {
    using time = std::chrono::system_clock::time_point;

    e2e::temporary_directory directory_;
    time now_ = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());

public:
    static constexpr const char* account = "0b6f5a3e-52c1-4c8e-9a57-3c1d2e4f6a70";
    static constexpr const char* key = "tk_9fKcQ2mXvB7nLw4TzR1yHs6dEg0JpUa3oViN5xZb8Mq";
    static constexpr const char* cookie = "ts_7bNqZ1vXoKc5Ej0WmRy8uHt3LgPd6aSfI2xTn9VwQ4k";
    static constexpr const char* desktop = "2f9d8f0e-6f0c-4d3c-9d6f-0a1b2c3d4e5f";
    static constexpr const char* token = "td_4hWkYp7sQxCe0Vn2MzLbJt9uRg6aFd1oKiX3vNyE5Tw";
    static constexpr const char* udid = "00008120-001A2B3C4D5E6F70";
    static constexpr const char* phone = "5d9f9ecc-9308-59a5-97b0-c3a52a513199";
    static constexpr const char* picture = "\x89PNG of the first version";

    /// Of the file request-secret.
    static constexpr const char* request_secret = "5e0d7c1b-8f42-4a36-b1d9-2c7e9a05f318";

    /// The master key's 32 bytes are 0, 1, 2 and so on.
    static constexpr const char* secret = "correct horse";

    state_of_first_version()
    {
        auto file = store::database_file::open(
            path() / store::database_name, store::all_migrations().first(steps_of_first_version));
        REQUIRE(file);
        REQUIRE(file->run([this](store::transaction& on) {
            insert_account(on);
            insert_desktop(on);
            insert_phone(on);
            insert_jobs(on);
            insert_request(on);
            insert_sessions(on);
        }));
        write_picture();
    }

    const std::filesystem::path& path() const { return directory_.path(); }

    // Jobs.
    const std::string tapped = id_of(std::chrono::minutes(30));
    const std::string captured = id_of(std::chrono::minutes(29));
    const std::string refused = id_of(std::chrono::minutes(28));
    const std::string homed = id_of(std::chrono::minutes(27));
    const std::string remembered = id_of(std::chrono::minutes(2)); // by the daemon
    const std::string lost = id_of(std::chrono::minutes(1));

    // Sessions.
    const std::string ended = id_of(std::chrono::minutes(26));
    const std::string live = id_of(std::chrono::minutes(3));

private:
    static constexpr std::size_t steps_of_first_version = 10;

    time before(std::chrono::milliseconds span) const { return now_ - span; }
    std::string id_of(std::chrono::milliseconds age) const
    {
        return ordered_uuids::first_of(before(age));
    }

    void insert_account(store::transaction& on) const;
    void insert_desktop(store::transaction& on) const;
    void insert_phone(store::transaction& on) const;
    void insert_jobs(store::transaction& on) const;
    void insert_job(store::transaction& on,
                    const std::string& id,
                    const std::string& action,
                    std::chrono::milliseconds age) const;
    void insert_request(store::transaction& on) const;
    void insert_sessions(store::transaction& on) const;
    void insert_events(store::transaction& on) const;
    void write_picture() const;
};

} // namespace thimble::service::test
