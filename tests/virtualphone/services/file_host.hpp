// A computer's connection to AFC.
#pragma once

#include "tests/virtualphone/lockdown/phone_client.hpp"

#include <string>
#include <vector>

namespace thimble::virtualphone::tests {

struct file_answer {
    std::uint64_t number = 0; // of the request
    std::uint64_t operation = 0;
    std::uint64_t first = 0; // number among the arguments, a status say
    plist::bytes payload;

    std::vector<std::string> texts() const;
};

/// Each text ends with a NUL.
plist::bytes file_texts(const std::vector<std::string>& texts);
plist::bytes file_numbers(const std::vector<std::uint64_t>& numbers);

class file_host {
public:
    explicit file_host(phone_client client) : client_(std::move(client)) {}

    boost::asio::awaitable<file_answer>
    ask(std::uint64_t operation, plist::bytes arguments, plist::bytes payload = {});

    boost::asio::awaitable<std::uint64_t> status(std::uint64_t operation, std::string path);

    /// Writes a whole file.
    boost::asio::awaitable<void> put(std::string path, const std::string& content);

    phone_client& client() { return client_; }

private:
    phone_client client_;
    std::uint64_t number_ = 0;
};

} // namespace thimble::virtualphone::tests
