#include "device/wda/runner/runner.hpp"

namespace thimble::device::wda {
namespace {

constexpr std::uint64_t small_answer = 1U << 20;     // bytes
constexpr std::uint64_t largest_tree = 8U << 20;     // bytes of JSON
constexpr std::uint64_t largest_picture = 64U << 20; // bytes of base64 in JSON
constexpr std::chrono::seconds answer_limit{5};
constexpr std::chrono::seconds longest_wait{5}; // for an input to end

request request_of(const command& what, const std::string& session)
{
    auto route = "/session/" + session + what.route;
    auto out = what.method == method::get
                   ? get(std::move(route), what.limit)
                   : post_once(std::move(route), what.body.dump(), what.limit);
    out.confidential = what.confidential;
    out.confidential_answer = what.confidential_answer;
    return out;
}

/// The phone's words may repeat the text that it was given.
failure without_words(failure what)
{
    what.message = "WebDriverAgent refused (" + what.cause + ").";
    return what;
}

} // namespace

runner::runner(const runner_options& how)
    : options(how), input(how.home,
                          how.open,
                          {.udid = how.udid,
                           .name = "input",
                           .response_limit = small_answer,
                           .recorder = how.recorder}),
      pictures(how.home,
               how.open,
               {.udid = how.udid,
                .name = "pictures",
                .response_limit = largest_picture,
                .recorder = how.recorder}),
      status(how.home,
             how.open,
             {.udid = how.udid,
              .name = "status",
              .response_limit = small_answer,
              .recorder = how.recorder}),
      tree(how.home,
           how.open,
           {.udid = how.udid,
            .name = "tree",
            .response_limit = largest_tree,
            .recorder = how.recorder}),
      session(how.home, input, version), interface(session), input_ended(how.home),
      alerts(how.pauses)
{
}

boost::asio::awaitable<failure> runner::explain(failure what)
{
    if (what.cause == "runner_silent")
        ++silences;
    if (what.cause == "connection_lost" || what.cause == "port_refused") {
        if (co_await options.gone()) {
            what.what = problem::detached;
            what.message = "The phone was unplugged.";
            what.cause = "unplugged";
        } else if (what.cause == "port_refused") {
            what.what = problem::not_ready;
            what.message = "WebDriverAgent is not running on the phone.";
            what.cause = "runner_not_running";
        }
    }
    options.suspect();
    co_return what;
}

/// The same screen is encoded to the same bytes.
void runner::note_picture(const screen::picture& picture, std::chrono::steady_clock::time_point at)
{
    const std::string_view bytes(reinterpret_cast<const char*>(picture.data->data()), // NOLINT
                                 picture.data->size());
    const auto digest = std::hash<std::string_view>()(bytes);
    if (picture_digest && *picture_digest != digest)
        alerts.changed(std::chrono::steady_clock::now());
    picture_digest = digest;
    note_shape({.at = at, .wide = picture.size.width > picture.size.height});
}

void runner::note_shape(seen_shape seen)
{
    if (!newest_shape || newest_shape->at < seen.at)
        newest_shape = seen;
}

boost::asio::awaitable<result<nlohmann::json>> runner::perform(command what)
{
    const input_under_way mark(*this);
    if (auto seen = co_await look_at_session(); !seen)
        co_return std::unexpected(co_await explain(std::move(seen.error())));
    auto answer = co_await send(std::move(what));
    if (!answer)
        co_return std::unexpected(co_await explain(std::move(answer.error())));
    co_return answer;
}

boost::asio::awaitable<result<nlohmann::json>> runner::read(command what)
{
    const slow_read_under_way mark(*this);
    auto answer = co_await send(what);
    if (!answer && answer.error().cause == "invalid session id") {
        if (auto seen = co_await look_at_session(); !seen)
            answer = std::unexpected(std::move(seen.error()));
        else
            answer = co_await send(std::move(what));
    }
    if (answer)
        co_return answer;
    answer.error().phone = reached::nothing;
    co_return std::unexpected(co_await explain(std::move(answer.error())));
}

boost::asio::awaitable<result<nlohmann::json>> runner::send(command what)
{
    const auto id = co_await session.ensure();
    if (!id)
        co_return std::unexpected(id.error());
    const auto response = co_await input.exchange(request_of(what, *id));
    auto answer = parse_envelope(response);
    if (answer) {
        session.observe(answer->session_id);
        co_return std::move(answer->value);
    }
    if (answer.error().cause == "invalid session id")
        session.forget();
    if (what.method == method::get)
        answer.error().phone = reached::nothing;
    if (response && (what.confidential || what.confidential_answer))
        co_return std::unexpected(without_words(std::move(answer.error())));
    co_return std::unexpected(std::move(answer.error()));
}

/// The cheapest answer that names the session which is alive.
boost::asio::awaitable<result<void>> runner::look_at_session()
{
    auto seen = parse_envelope(co_await input.exchange(get("/status", answer_limit)));
    if (!seen) {
        seen.error().phone = reached::nothing; // a read
        co_return std::unexpected(std::move(seen.error()));
    }
    session.observe(seen->session_id);
    note_status(seen->value);
    co_return result<void>{};
}

boost::asio::awaitable<result<bool>> runner::ask_locked(connection& over)
{
    const auto number = ++lock_questions_;
    auto answer = parse_envelope(co_await over.exchange(get("/wda/locked", read_limit)));
    if (!answer) {
        answer.error().phone = reached::nothing; // a read
        co_return std::unexpected(std::move(answer.error()));
    }
    session.observe(answer->session_id);
    if (!answer->value.is_boolean())
        co_return std::unexpected(
            failure{.what = problem::refused,
                    .message = "WebDriverAgent does not say whether the phone is locked.",
                    .cause = "malformed_answer"});
    const bool seen = co_await judge_lock(answer->value.get<bool>());
    if (number > locked_from_) { // else what is known is newer: somebody asked beside this
        locked = seen;
        locked_from_ = number;
    }
    co_return seen;
}

boost::asio::awaitable<bool> runner::judge_lock(bool told)
{
    has_told_of_lock = has_told_of_lock || told;
    const bool doubtful = !told && !has_told_of_lock && options.wants_passcode;
    misses_lock = doubtful && co_await options.wants_passcode();
    co_return told || misses_lock;
}

boost::asio::awaitable<bool> runner::until_input_ends()
{
    if (inputs_under_way == 0)
        co_return true;
    co_return co_await input_ended.wait_for(longest_wait);
}

void runner::close()
{
    input.close();
    pictures.close();
    status.close();
    tree.close();
}

} // namespace thimble::device::wda
