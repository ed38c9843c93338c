// The secrets of every account: values that agents type and never see.
#pragma once

#include "contract/failure.hpp"
#include "service/secrets/master_key.hpp"
#include "service/secrets/secret.hpp"
#include "service/secrets/secret_rows.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>
#include <spdlog/logger.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

inline constexpr std::int64_t most_secrets_of_an_account = 100;

/// Home thread. Values lie encrypted in the store and are decrypted for whoever types them; no
/// error and no log has one.
class secret_store {
public:
    using values_by_name = std::map<std::string, secure_string, std::less<>>;

    /// The store outlives it.
    secret_store(store::database& kept, master_key_ptr key, std::shared_ptr<spdlog::logger> log);

    /// In place of the one that has this name; both have been found valid (secret.hpp).
    /// `apps`: bundle ids that it may be typed into, none being any app; nothing: those that it has
    /// stay. Survives a loss of power when this returns. An account that has
    /// most_secrets_of_an_account is refused another with INVALID_ARGUMENT.
    boost::asio::awaitable<result<void>>
    put(std::string account_id,
        std::string name,
        secure_string value,
        std::optional<std::vector<std::string>> apps = std::nullopt);

    /// False where there was none.
    boost::asio::awaitable<result<bool>> remove(std::string account_id, std::string name);

    /// By name, with nothing that could be opened.
    boost::asio::awaitable<result<std::vector<secret_row>>> names(std::string account_id);

    /// One that cannot be opened is left out, and the log says
    /// which.
    boost::asio::awaitable<result<values_by_name>> values(std::string account_id);

    /// The same as plain texts, which are put together with others, and the apps of each.
    boost::asio::awaitable<result<std::map<std::string, secret>>> texts(std::string account_id);

private:
    std::optional<secure_string> open(const secret_row& what) const;

    store::database& store_;
    master_key_ptr key_;
    std::shared_ptr<spdlog::logger> log_;
};

} // namespace thimble::service
