// A call of the modern era: the client is asked by ending the request.
#pragma once

#include "mcp/modern.hpp"

namespace thimble::mcp {

class modern_call : public call {
public:
    /// All outlive it.
    modern_call(server_parts& parts,
                const envelope& facts,
                const principal& who,
                const request& asked,
                outlet& to);

    /// Takes what comes with a request that is made again; an error where it is not as it must be.
    std::expected<void, error> take_answers(const nlohmann::json& params);

    boost::asio::awaitable<outcome<answers>> ask(std::vector<question> what) override;

protected:
    void notify(std::string_view method, nlohmann::json params) override;
    bool wants(log_level level) const override;

private:
    const nlohmann::json* find_answer(const question& to) const;

    server_parts& parts_;
    const envelope& facts_;
    outlet& to_;
    std::string digest_;                              // of the request
    remembered earlier_;                              // what the state says
    nlohmann::json given_ = nlohmann::json::object(); // the answers that have come with the request
};

} // namespace thimble::mcp
