// The account's secrets in a session: to type them, and to show them nowhere.
#include "service/agent/secrets.hpp"
#include "service/agent_loop/agent_loop.hpp"

namespace thimble::service {

namespace asio = boost::asio;

asio::awaitable<result<agent_dependencies::secrets_by_name>> agent_loop::read_secrets()
{
    if (!with_.secrets)
        co_return agent_dependencies::secrets_by_name();
    auto known = co_await with_.secrets(session_.known().account_id);
    if (known)
        for (const auto& [name, each] : *known)
            hidden_->add(name, each.value);
    co_return known;
}

/// A session that does not know them could show them: it ends.
asio::awaitable<void> agent_loop::learn_secrets()
{
    const auto known = co_await read_secrets();
    if (!known)
        co_return fail(known.error());
    for (const auto& [name, each] : *known)
        secret_names_.push_back(name);
}

/// Which secrets there are, and the apps that they may be typed into; for an act that types one.
/// The error is for the model.
asio::awaitable<std::expected<agent_loop::bindings, std::string>>
agent_loop::bindings_for(const agent::act& what)
{
    bindings out;
    if (!types_secret(what))
        co_return out;
    const auto known = co_await read_secrets();
    if (!known)
        co_return std::unexpected(known.error().message + " Nothing was typed.");
    for (const auto& [name, each] : *known)
        out.emplace(name, each.apps);
    co_return out;
}

bool agent_loop::types_secret(const agent::act& what)
{
    const auto* typed = agent::find_action<link::type>(what);
    if (typed == nullptr)
        return false;
    const auto named = agent::secrets_in(typed->text);
    return named && !named->empty();
}

/// The values are in the action that goes to the phone and nowhere else.
asio::awaitable<std::expected<link::action, std::string>>
agent_loop::with_secrets(link::action what)
{
    const auto* typed = std::get_if<link::type>(&what);
    const auto named =
        typed != nullptr ? agent::secrets_in(typed->text) : std::vector<std::string>();
    if (named && named->empty())
        co_return what;
    const auto known = co_await read_secrets();
    if (!known)
        co_return std::unexpected(known.error().message + " Nothing was typed.");
    const auto look_up = [&](std::string_view name) -> std::optional<std::string> {
        const auto found = known->find(std::string(name));
        return found == known->end() ? std::nullopt : std::optional(found->second.value);
    };
    auto filled = agent::with_secrets(*typed, look_up);
    if (!filled)
        co_return std::unexpected(std::move(filled.error()));
    co_return std::move(*filled);
}

} // namespace thimble::service
