// A running service with two accounts beside the local one, set up as an operator would.
#pragma once

#include "service/admin/admin_client.hpp"
#include "service/admin/admin_handler.hpp"
#include "tests/catch2.hpp"
#include "tests/e2e/file_content.hpp"
#include "tests/service/running_service.hpp"

#include <functional>
#include <string>

namespace thimble::service::test {

struct with_two_accounts {
    /// `adjust` may change what the service is started with.
    explicit with_two_accounts(const std::function<void(server_options&)>& adjust = nullptr)
        : running({},
                  std::chrono::seconds(2),
                  [&](server_options& options) {
                      options.takes_operators = true;
                      if (adjust)
                          adjust(options);
                  }),
          ada_key(account_with_key("ada")), bob_key(account_with_key("bob"))
    {
    }

    /// Result of an operator's command, through the running service's socket.
    admin_answer ask(const std::string& command,
                     std::map<std::string, std::string, std::less<>> arguments)
    {
        const auto answer =
            ask_running_service(admin_handler::socket_in(running.state_dir()),
                                {.command = command, .arguments = std::move(arguments)});
        REQUIRE(answer);
        return *answer;
    }

    void set_subscription(const std::string& account, const std::string& state)
    {
        CHECK(ask("account subscription", {{"name", account}, {"state", state}}).done);
    }

    running_service running;
    std::string ada_key;
    std::string bob_key;

private:
    std::string account_with_key(const std::string& name)
    {
        REQUIRE(ask("account create", {{"name", name}}).done);
        const auto made = ask("key create", {{"account", name}});
        REQUIRE(made.done);
        return made.text;
    }
};

} // namespace thimble::service::test
