// A client of the legacy era, from its `initialize` on.
#pragma once

#include "mcp/server_parts.hpp"

#include <expected>
#include <memory>
#include <set>

namespace thimble::mcp {

/// Home thread. Made by open_session(). Outlived by the server's parts.
class session : public std::enable_shared_from_this<session>, public change_listener {
public:
    session(server_parts& parts, principal who, client_facts client);
    session(const session&) = delete;
    session& operator=(const session&) = delete;
    ~session() override = default;

    /// Begins to answer. Messages about the request go to `to`.
    void take(request what, std::shared_ptr<outlet> to);
    void take(const notification& what);
    void take(reply what);

    /// Where that goes which concerns no request; before, it is dropped.
    void set_general_outlet(std::weak_ptr<outlet> to) { general_ = std::move(to); }

    const principal& who() const noexcept { return who_; }
    revision speaks() const noexcept { return client_.speaks; }

    /// True if something is being answered.
    bool busy() const noexcept { return !running_.empty(); }

    /// Cancels everything.
    void end();

    void hear(const change& what) override;

    /// For the calls of this session. The client's answer; an error where it gives none.
    boost::asio::awaitable<std::expected<nlohmann::json, error>> ask_client(question what,
                                                                            outlet& by);
    log_level least_logged() const noexcept { return least_logged_; }

private:
    struct open_question {
        explicit open_question(async::signal::time deadline, const server_parts& parts)
            : answered(parts.home, deadline)
        {
        }
        async::signal answered;
        std::optional<reply> answer;
    };

    static boost::asio::awaitable<void>
    answer(std::shared_ptr<session> self, request what, std::shared_ptr<outlet> to);
    boost::asio::awaitable<outcome<nlohmann::json>> dispatch(const request& what, outlet& to);
    boost::asio::awaitable<outcome<nlohmann::json>> use_catalogue(const request& what, outlet& to);
    outcome<nlohmann::json> set_level(const nlohmann::json& params);
    outcome<nlohmann::json> watch(const nlohmann::json& params, bool from_now_on);

    server_parts& parts_;
    principal who_;
    client_facts client_;
    log_level least_logged_ = log_level::info;
    std::set<std::string> watched_; // addresses of resources
    std::map<request_id, running_requests::handle> running_;
    std::map<request_id, open_question*> questions_; // they live in their coroutines
    std::uint64_t asked_ = 0;
    std::weak_ptr<outlet> general_;
    changes::listening listening_;
};

struct opened_session {
    std::shared_ptr<session> which;
    nlohmann::json answer; // to `initialize`
};

/// States that `initialize` leads to.
std::expected<opened_session, error>
open_session(server_parts& parts, const request& what, principal who);

} // namespace thimble::mcp
