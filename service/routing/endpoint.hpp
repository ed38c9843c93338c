// One row of the REST contract: where it is, what it takes, who answers.
#pragma once

#include "contract/arguments.hpp"
#include "contract/description.hpp"
#include "contract/parameter.hpp"
#include "http/response.hpp"
#include "service/accounts/account.hpp"
#include "service/jobs/idempotency.hpp"
#include "service/routing/path_pattern.hpp"
#include "text/trace_context.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/http/verb.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace thimble::service {

struct known_phone;

/// One request on its way through the checks. Lives until it has been answered.
struct call {
    const http::request& request;
    http::caller& caller;
    path_values path;
    arguments given = {};
    account who = {};
    std::shared_ptr<known_phone> phone = {}; // set for endpoints about a phone
    idempotency::first_ptr once = {};        // where it carries an Idempotency-Key
    std::string phone_id = {};               // which phone the answer is about, for its X-Phone-Id
    std::string request_id = {};             // X-Request-Id of the answer
    std::string made_id = {};                // id of what the request has made, for the audit log
    std::shared_ptr<void> turn = {};         // keeps a phone that was chosen from others who wait
    std::optional<trace_context> trace = {}; // of the client, where it has sent one

    /// The service itself asks, on behalf of `who`, whom it has let in already. When the caller
    /// goes, what was begun ends as soon as its finger is up.
    bool from_within = false;
};

struct endpoint {
    enum class access : std::uint8_t { everybody, account, subscriber };
    enum class about : std::uint8_t { nothing, phone };

    boost::beast::http::verb method = boost::beast::http::verb::get;
    std::vector<std::string> paths; // all mean the same
    access open_to = access::subscriber;
    about subject = about::nothing;

    /// Any of these will do; none: any key will. A row that does not say is for administrators.
    scope_set needs = {scope::admin};

    /// The answer is about none but the phones that the key is for. Keys for some of the account's
    /// phones are not let in elsewhere, but for rows about a phone.
    bool minds_phones = false;
    std::vector<parameter> query;
    std::vector<parameter> body;
    bool one_field_needed = false; // any field of the body will do, but one must be there
    bool reads_body = false;       // itself: the body has no fields of the contract

    bool takes_file = false; // the body is a file, which the row looks at itself

    /// Of such a row: where the file goes. Empty, or nullptr: it is kept in memory, like others,
    /// and refused where it is longer than those may be.
    std::function<std::unique_ptr<http::file_receiver>()> receive = {};
    bool once = false; // takes an Idempotency-Key

    /// It makes or ends a right, or a webhook: when it has succeeded, its answer waits until every
    /// node of the service has read that.
    bool changes_rights = false;

    /// It changes what people have said of its phone, or its lease: the same of that.
    bool changes_phone = false;

    /// Of a row about a phone: refused where somebody else has leased it.
    bool drives_phone = false;

    /// Of a row about a phone: where the path names none, any that fits `phone` of the query will
    /// do, and is waited for (service/leases/phone_queue.hpp).
    bool chooses_phone = false;

    /// Where it is open to everybody: for writes of pages that may use the API, too. They get no
    /// cookie, and none of theirs counts.
    bool open_to_pages = false;

    /// Its deeds stand in the audit log. Those of rows which only read never do.
    bool audited = true;

    /// Another way in beside keys and cookies, which is asked first: an account, or nothing.
    std::function<std::optional<account>(const http::request&)> lets_in = {};

    /// The value of WWW-Authenticate for those who are not let in, where it says more than
    /// "Bearer".
    std::function<std::string(const http::request&, const http::caller&)> challenge = {};

    description documented_as; // for those who read the contract
    std::function<boost::asio::awaitable<http::response>(call&)> answer;

    /// Of a row that takes an Idempotency-Key and makes a job: the answer to a request whose job
    /// has ended, and whose first answer was cut off by the end of the service.
    std::function<http::response(const call&, const job&)> answer_again = {};
};

/// True where the row reads a body.
inline bool takes_body(const endpoint& row)
{
    using boost::beast::http::verb;
    return row.method != verb::get && row.method != verb::delete_;
}

/// True where the audit log tells of it.
inline bool is_audited(const endpoint& row)
{
    return row.audited && row.method != boost::beast::http::verb::get &&
           !row.needs.has(scope::read);
}

/// The two paths of what is done with a phone: with its id and, for the one that is meant, without.
inline std::vector<std::string> phone_paths(const std::string& tail)
{
    return {"/v1/phones/{phone_id}/" + tail, "/v1/" + tail};
}

} // namespace thimble::service
