// A request that is being answered, as those see it who do what it asks for.
#pragma once

#include "mcp/error.hpp"
#include "mcp/json_rpc.hpp"
#include "mcp/principal.hpp"
#include "mcp/revision.hpp"

#include <boost/asio/awaitable.hpp>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace thimble::mcp {

/// As in RFC 5424.
enum class log_level : std::uint8_t {
    debug,
    info,
    notice,
    warning,
    error,
    critical,
    alert,
    emergency
};

std::string_view to_string(log_level which);
std::optional<log_level> to_log_level(std::string_view text);

/// Question to the client: a method of its, and the key under which the answer comes.
struct question {
    std::string key;
    std::string method;
    nlohmann::json params = nlohmann::json::object();

    /// In the modern era an answer counts only with the state that came with the question, so that
    /// nobody answers what was never asked. Without it an answer in advance will do as well.
    bool bound = true;
};

/// The form that a person is to fill in; `schema` is an object of flat members.
question ask_form(std::string key, std::string message, nlohmann::json schema);

/// The result of each question, under its key.
using answers = std::map<std::string, nlohmann::json>;

/// The client has to be asked first, and makes the request once more with the answers.
struct input_required {
    nlohmann::json requests = nlohmann::json::object();
    std::string state;
};

/// Why there is no result. The one from call::ask() is passed on as it is.
using halt = std::variant<error, input_required>;

template <class Value>
using outcome = std::expected<Value, halt>;

/// Facts about the client when it makes a request.
struct client_facts {
    revision speaks = revision::of_2026_07_28;
    nlohmann::json capabilities = nlohmann::json::object();
    nlohmann::json info = nlohmann::json::object(); // its own word
};

/// Home thread. When the request is cancelled, the coroutine that has it is.
class call {
public:
    call(const principal& who, const client_facts& client, const request& asked);
    call(const call&) = delete;
    call& operator=(const call&) = delete;
    virtual ~call() = default;

    const principal& who() const noexcept { return who_; }
    const client_facts& client() const noexcept { return client_; }

    /// The trace that the client follows: `traceparent` of the request's `_meta`, else that of the
    /// HTTP request that has brought it.
    const std::optional<service::trace_context>& trace() const noexcept { return trace_; }

    /// True if the client has declared it: "sampling", or a part as in "elicitation.url".
    bool can(std::string_view capability) const;

    /// The same, as an error where it has not.
    std::expected<void, halt> require(std::string_view capability) const;

    /// Progress of the request. Goes to those who have asked for it, and only forwards.
    void progress(double done, std::optional<double> total = {}, std::string_view message = {});

    /// Goes to those who want to hear of that level.
    void log(log_level level, nlohmann::json data, std::string_view logger = {});

    /// Answers of the client, or of the person in front of it. In the modern era the request ends
    /// here the first time and is made again from the beginning: ask before anything is done. An
    /// answer that is malformed is asked for again.
    virtual boost::asio::awaitable<outcome<answers>> ask(std::vector<question> what) = 0;

    /// From here on the client need not stay connected; the answer is kept for a while.
    virtual void let_go() {}

protected:
    virtual void notify(std::string_view method, nlohmann::json params) = 0;
    virtual bool wants(log_level level) const = 0;

    void set_progress_token(nlohmann::json token) { progress_token_ = std::move(token); }

private:
    const principal& who_;
    const client_facts& client_;
    std::optional<service::trace_context> trace_;
    nlohmann::json progress_token_;
    std::optional<double> progress_;
};

/// The capability that a client needs to be asked that.
std::string capability_for(const question& what);

/// True if `answer` is a result of the method that was asked: one that is not is no answer.
bool is_answer_to(const question& what, const nlohmann::json& answer);

} // namespace thimble::mcp
