// A service in a certain state, for a walk over its contract.
#pragma once

#include "tests/service/document/contract_document.hpp"
#include "tests/service/document/request_variant.hpp"
#include "tests/service/running_service.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <memory>
#include <string>

namespace thimble::service::test {

/// State of the phones.
enum class world : std::uint8_t {
    ready,        // one phone that can do everything
    empty,        // no phone
    locked,       // one that a person would have to unlock
    incapable,    // one that offers nothing
    unplugged,    // one that was attached
    desktop_away, // one whose desktop is offline
    undecided,    // two, and none is selected
    crowded,      // one that has too much to do
    lent,         // one that an agent has, whose model never says anything
};

/// The document of what is served, with every path of every row, which clients are not told of one
/// by one.
nlohmann::json every_path_of(running_service& on);

class walked_service {
public:
    explicit walked_service(world state);

    const contract_document& contract() const { return *contract_; }

    /// A phone, a job with a picture, a recording and a session, where there are any, and the code
    /// of a desktop that asks to be let in.
    const path_ids& ids() const { return ids_; }

    reply ask(const request_variant& what);

    /// The desktop answers every command with this code.
    void fail_with(std::string code);

private:
    void prepare(world state);

    /// Id of a recording that has ended, with one picture.
    std::string recorded();

    boost::asio::io_context context_;
    boost::asio::ip::tcp::acceptor silent_model_; // takes connections, and leaves them at that
    running_service running_;
    path_ids ids_;
    std::unique_ptr<http_client> client_;
    std::unique_ptr<contract_document> contract_;
};

} // namespace thimble::service::test
