#include "service/secrets/secrets_keeper.hpp"

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

secrets_keeper::secrets_keeper(store::database& kept,
                               master_key_ptr key,
                               std::shared_ptr<spdlog::logger> log)
    : store_(kept), key_(std::move(key)), log_(std::move(log))
{
}

asio::awaitable<result<void>>
secrets_keeper::put(std::string account_id, std::string name, wiped_text value)
{
    secret_row row{.account_id = account_id,
                   .name = name,
                   .sealed = key_->seal(value.view(), about_secret(account_id, name)),
                   .made_at = std::chrono::system_clock::now()};
    const auto has_room =
        co_await store_.write_through([row = std::move(row)](store::transaction& on) {
            if (!has_secret(on, row.account_id, row.name) &&
                count_secrets(on, row.account_id) >= most_secrets_of_an_account)
                return false;
            put_secret(on, row);
            return true;
        });
    if (!has_room)
        co_return std::unexpected(unwritten_secret());
    if (!*has_room)
        co_return std::unexpected(too_many_secrets());
    co_return result<void>();
}

asio::awaitable<result<bool>> secrets_keeper::remove(std::string account_id, std::string name)
{
    const auto removed = co_await store_.write_through(
        [account_id, name](store::transaction& on) { return remove_secret(on, account_id, name); });
    if (!removed)
        co_return std::unexpected(unwritten_secret());
    co_return *removed;
}

asio::awaitable<result<std::vector<secret_row>>> secrets_keeper::names(std::string account_id)
{
    auto rows = co_await store_.read(
        [account_id](store::transaction& on) { return secrets_of(on, account_id); });
    if (!rows)
        co_return std::unexpected(unread_secrets());
    for (auto& each : *rows)
        each.sealed.clear();
    co_return std::move(*rows);
}

asio::awaitable<result<secrets_keeper::values_by_name>>
secrets_keeper::values(std::string account_id)
{
    const auto rows = co_await store_.read(
        [account_id](store::transaction& on) { return secrets_of(on, account_id); });
    if (!rows)
        co_return std::unexpected(unread_secrets());
    values_by_name out;
    for (const auto& each : *rows) {
        auto value = key_->open(each.sealed, about_secret(account_id, each.name));
        if (value)
            out.insert_or_assign(each.name, std::move(*value));
        else
            log_->error("the secret {} of account {} is damaged, or was written with another "
                        "master key: put it again",
                        each.name, account_id);
    }
    co_return std::move(out);
}

asio::awaitable<result<std::map<std::string, std::string>>>
secrets_keeper::texts(std::string account_id)
{
    const auto all = co_await values(std::move(account_id));
    if (!all)
        co_return std::unexpected(all.error());
    std::map<std::string, std::string> out;
    for (const auto& [name, value] : *all)
        out.emplace(name, value.view());
    co_return out;
}

} // namespace thimble::service
