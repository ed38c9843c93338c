#include "service/secrets/secret_store.hpp"

#include "contract/store_failure.hpp"

#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

failure unwritten_secret()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The change could not be written down; the service's log says why."};
}

failure unread_secrets()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The secrets could not be read; the service's log says why."};
}

failure too_many_secrets()
{
    return {.code = "INVALID_ARGUMENT",
            .message = "An account has at most 100 secrets; remove one first.",
            .context = {{"field", "name"},
                        {"reason", "too_many"},
                        {"maximum", most_secrets_of_an_account}}};
}

} // namespace

secret_store::secret_store(store::database& kept,
                           master_key_ptr key,
                           std::shared_ptr<spdlog::logger> log)
    : store_(kept), key_(std::move(key)), log_(std::move(log))
{
}

asio::awaitable<result<void>> secret_store::put(std::string account_id,
                                                std::string name,
                                                secure_string value,
                                                std::optional<std::vector<std::string>> apps)
{
    secret_row row{.account_id = account_id,
                   .name = name,
                   .sealed = key_->seal(value.view(), about_secret(account_id, name)),
                   .made_at = std::chrono::system_clock::now()};
    auto work = [row = std::move(row), apps = std::move(apps)](store::transaction& on) mutable {
        const auto before = apps_of_secret(on, row.account_id, row.name);
        if (!before && count_secrets(on, row.account_id) >= most_secrets_of_an_account)
            return false;
        row.apps = apps.value_or(before.value_or(std::vector<std::string>()));
        put_secret(on, row);
        return true;
    };
    const auto has_room = co_await store_.write_through(std::move(work));
    if (!has_room)
        co_return std::unexpected(failure_of_write(has_room.error(), unwritten_secret()));
    if (!*has_room)
        co_return std::unexpected(too_many_secrets());
    co_return result<void>();
}

asio::awaitable<result<bool>> secret_store::remove(std::string account_id, std::string name)
{
    const auto removed = co_await store_.write_through(
        [account_id, name](store::transaction& on) { return remove_secret(on, account_id, name); });
    if (!removed)
        co_return std::unexpected(failure_of_write(removed.error(), unwritten_secret()));
    co_return *removed;
}

asio::awaitable<result<std::vector<secret_row>>> secret_store::names(std::string account_id)
{
    auto rows = co_await store_.read(
        [account_id](store::transaction& on) { return secrets_of(on, account_id); });
    if (!rows)
        co_return std::unexpected(failure_of_store(rows.error(), unread_secrets()));
    for (auto& each : *rows)
        each.sealed.clear();
    co_return std::move(*rows);
}

asio::awaitable<result<secret_store::values_by_name>> secret_store::values(std::string account_id)
{
    const auto rows = co_await store_.read(
        [account_id](store::transaction& on) { return secrets_of(on, account_id); });
    if (!rows)
        co_return std::unexpected(failure_of_store(rows.error(), unread_secrets()));
    values_by_name out;
    for (const auto& each : *rows)
        if (auto value = open(each))
            out.insert_or_assign(each.name, std::move(*value));
    co_return std::move(out);
}

asio::awaitable<result<std::map<std::string, secret>>> secret_store::texts(std::string account_id)
{
    auto rows = co_await store_.read(
        [account_id](store::transaction& on) { return secrets_of(on, account_id); });
    if (!rows)
        co_return std::unexpected(failure_of_store(rows.error(), unread_secrets()));
    std::map<std::string, secret> out;
    for (auto& each : *rows)
        if (const auto value = open(each))
            out.insert_or_assign(each.name, secret{.value = std::string(value->view()),
                                                   .apps = std::move(each.apps)});
    co_return out;
}

/// Nothing for one that cannot be opened, of which the log is told.
std::optional<secure_string> secret_store::open(const secret_row& what) const
{
    auto value = key_->open(what.sealed, about_secret(what.account_id, what.name));
    if (!value)
        log_->error("the secret {} of account {} is damaged, or was written with another "
                    "master key: put it again",
                    what.name, what.account_id);
    return value;
}

} // namespace thimble::service
