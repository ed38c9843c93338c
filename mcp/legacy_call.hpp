// A call of the legacy era: the client is asked while it waits.
#pragma once

#include "mcp/call.hpp"
#include "mcp/outlet.hpp"
#include "mcp/session.hpp"

namespace thimble::mcp {

class legacy_call : public call {
public:
    /// All outlive it.
    legacy_call(session& of, const client_facts& client, const request& asked, outlet& to);

    boost::asio::awaitable<outcome<answers>> ask(std::vector<question> what) override;
    void let_go() override { to_.let_go(); }

protected:
    void notify(std::string_view method, nlohmann::json params) override;
    bool wants(log_level level) const override { return level >= session_.least_logged(); }

private:
    session& session_;
    outlet& to_;
};

} // namespace thimble::mcp
