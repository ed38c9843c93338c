// What a session knows of the account's secrets: to type them, and to show them nowhere.
#include "service/agent/secrets.hpp"
#include "service/runs/run.hpp"

namespace thimble::service {

namespace asio = boost::asio;

asio::awaitable<result<run_surroundings::values_by_name>> run::read_secrets()
{
    if (!with_.secrets)
        co_return run_surroundings::values_by_name();
    auto values = co_await with_.secrets(session_.known().account_id);
    if (values)
        for (const auto& [name, value] : *values)
            hidden_->add(name, value);
    co_return values;
}

/// A session that does not know them could show them: it ends.
asio::awaitable<void> run::learn_secrets()
{
    const auto values = co_await read_secrets();
    if (!values)
        co_return fail(values.error());
    for (const auto& [name, value] : *values)
        secret_names_.push_back(name);
}

/// The values are in the action that goes to the phone and nowhere else.
asio::awaitable<std::expected<link::action, std::string>> run::with_secrets(link::action what)
{
    const auto* typed = std::get_if<link::type>(&what);
    const auto named =
        typed != nullptr ? agent::secrets_in(typed->text) : std::vector<std::string>();
    if (named && named->empty())
        co_return what;
    const auto values = co_await read_secrets();
    if (!values)
        co_return std::unexpected(values.error().message + " Nothing was typed.");
    const auto look_up = [&](std::string_view name) -> std::optional<std::string> {
        const auto found = values->find(std::string(name));
        return found == values->end() ? std::nullopt : std::optional(found->second);
    };
    auto filled = agent::with_secrets(*typed, look_up);
    if (!filled)
        co_return std::unexpected(std::move(filled.error()));
    co_return std::move(*filled);
}

} // namespace thimble::service
