// Agent sessions with all that they work with: a store, a phone of a scripted desktop, and the
// scripted model in a process of its own. All in the thread of the test.
#pragma once

#include "service/agent_loop/agent_sessions.hpp"
#include "service/jobs/picture_files.hpp"
#include "service/server/limits.hpp"
#include "store/threaded_database.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/temporary_directory.hpp"
#include "tests/models/scripted_provider.hpp"
#include "tests/service/agent_loop/model_scripts.hpp"
#include "tests/service/scripted_desktop.hpp"

#include <boost/asio/io_context.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service::test {

/// A test's wishes for them.
struct agents_wish {
    std::string script = {}; // of the model; empty: none is configured
    agent::permissions rules = {};
    std::map<std::string, std::string> secrets = {};
    std::map<std::string, std::vector<std::string>> apps_of_secrets = {};
    limits granted = {};
    std::optional<models::price_table> prices = {};
    sessions::holder node = {}; // among others
    std::function<bool()> has_lease = {};
    sessions::sessions_elsewhere elsewhere = {};
};

/// Limits under which nothing takes long.
limits short_limits();

class agents_at_work {
public:
    explicit agents_at_work(agents_wish wanted);
    agents_at_work(const agents_at_work&) = delete;
    agents_at_work& operator=(const agents_at_work&) = delete;
    ~agents_at_work();

    /// Begins a session for the phone, and says its id.
    std::string begin(std::string instruction = "Set an alarm");
    result<sessions::facts> try_to_begin(sessions::order what);
    result<sessions::facts> try_to_begin(sessions::order what, phone_ptr on);

    sessions::facts facts_of(const std::string& id);
    result<void> apply(const std::string& id, sessions::control what);
    result<void> tell(const std::string& id, std::string message);

    /// `then` is called when it has taken effect and has not been written down yet.
    void begin_to_apply(const std::string& id, sessions::control what, std::function<void()> then);

    /// All of it, as a client reads it.
    std::vector<sessions::event> events_of(const std::string& id);

    /// Of the events of a type: this member of the data, a line each.
    std::vector<std::string>
    texts_of(const std::string& id, sessions::event_type type, const char* member = "text");

    /// Waits until the session is in a state. False when it is not within `limit`.
    bool until(const std::string& id,
               sessions::status wanted,
               std::chrono::milliseconds limit = std::chrono::seconds(10));
    bool until(const std::function<bool()>& condition,
               std::chrono::milliseconds limit = std::chrono::seconds(10));
    bool until_ended(const std::string& id);

    /// Value of the coroutine.
    template <class Value>
    Value wait_for(boost::asio::awaitable<Value> work);

    /// The names of the input actions that the phone was given, in order.
    std::vector<std::string> acts() const;

    /// True if anything that the model was asked has this text in it.
    bool model_was_told(const std::string& text) const;
    std::size_t model_was_asked() const { return model_->requests().size(); }

    /// The phone goes and comes.
    void detach();
    void attach();

    /// It shows something else, by itself.
    void turn_page() { ++page_; }

    /// Another one, of another UDID.
    phone_ptr attach_another();

    /// Ends the service's part of it as its end would, and what it leaves in the store.
    void close();

    bool acts_change_screen = true;                               // else they do nothing
    std::string front_app;                                        // empty: it does not say
    std::vector<sessions::status> told;                           // of sessions, in order
    std::function<link::result(const link::command&)> instead;    // of what the phone does
    std::optional<link::failure> secrets_unread;                  // why they cannot be read now
    std::function<boost::asio::awaitable<void>()> before_secrets; // are read
    std::shared_ptr<scripted_desktop> desktop;
    std::string phone_id;
    std::string account_id;

    store::database& store() { return *store_; }
    agent_sessions& sessions() { return *runs_; }
    dispatcher& sender() { return *sender_; }
    phone_ptr phone() { return known_.find(account_id, phone_id).value(); }

private:
    boost::asio::awaitable<result<std::map<std::string, secret>>> secrets_now()
    {
        if (before_secrets)
            co_await before_secrets();
        if (secrets_unread)
            co_return std::unexpected(*secrets_unread);
        std::map<std::string, secret> out;
        for (const auto& [name, value] : wanted_.secrets)
            out[name] = {.value = value, .apps = wanted_.apps_of_secrets[name]};
        co_return out;
    }
    link::result play(const link::command& what);
    link::result act_seen(const link::command& what);
    link::frame frame() const;

    e2e::temporary_directory at_;
    boost::asio::io_context home_{1};
    agents_wish wanted_;
    std::unique_ptr<models::test::scripted_provider> model_;
    metrics meter_;
    phones known_;
    std::unique_ptr<store::threaded_database> store_;
    std::unique_ptr<picture_files> pictures_;
    std::unique_ptr<jobs> jobs_;
    std::unique_ptr<dispatcher> sender_;
    std::unique_ptr<models::client> client_;
    std::unique_ptr<agent_sessions> runs_;
    unsigned page_ = 0; // that the phone shows
};

template <class Value>
Value agents_at_work::wait_for(boost::asio::awaitable<Value> work)
{
    std::optional<Value> out;
    const auto keep = [&](const std::exception_ptr& problem, Value came) {
        if (problem)
            std::rethrow_exception(problem);
        out = std::move(came);
    };
    boost::asio::co_spawn(home_, std::move(work), keep);
    REQUIRE(until([&] { return out.has_value(); }));
    return std::move(*out);
}

} // namespace thimble::service::test
