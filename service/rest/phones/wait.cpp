// POST P/wait.
#include "async/one_shot_timer.hpp"
#include "http/json_response.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/screen_reading.hpp"
#include "service/rest/phones/wait_slots.hpp"
#include "text/nearest_names.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>

namespace thimble::service::api {

namespace asio = boost::asio;
using nlohmann::ordered_json;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

constexpr std::int64_t longest_wait = 60'000; // milliseconds
constexpr std::int64_t usual_wait = 10'000;
constexpr std::int64_t longest_awaited = 500; // characters

// Between two looks: as long as the last one took, so that the phone has time for other things.
constexpr milliseconds shortest_pause{300};
constexpr milliseconds longest_pause{2000};

constexpr milliseconds longest_look{10'000}; // at a screen that does not come to rest

/// Several elements fit; else none does.
bool is_ambiguous(const failure& why)
{
    return why.context.value("reason", "") == "ambiguous";
}

/// The elements that a failure of `find` names, by label, type and place.
ordered_json candidates_of(const failure& why)
{
    auto out = ordered_json::array();
    for (const auto& each : why.context.value("candidates", nlohmann::json::array())) {
        const auto seen = each.is_object() ? read_element(each) : std::nullopt;
        if (!seen || out.size() == most_candidates)
            continue;
        const auto whole = element_record(*seen);
        ordered_json record;
        for (const auto* name : {"label", "type", "x", "y", "width", "height"})
            record[name] = whole.at(name);
        out.push_back(std::move(record));
    }
    return out;
}

/// One request that waits. Home thread; lives in its coroutine.
class screen_wait {
public:
    screen_wait(services& in, call& what)
        : in_(in), what_(what), until_(what.given.text("until")),
          deadline_(began_ + milliseconds(what.given.integer("timeout_ms")))
    {
    }

    asio::awaitable<http::response> run()
    {
        // Shared: the caller may go away when this has ended.
        const auto pause = std::make_shared<asio::steady_timer>(co_await asio::this_coro::executor);
        for (;;) {
            const auto looked_at = steady_clock::now();
            auto seen = co_await look();
            if (!seen)
                co_return to_response(seen.error());
            if (*seen)
                co_return satisfied();
            const auto now = steady_clock::now();
            if (now >= deadline_)
                co_return to_response(too_late());
            what_.caller.when_gone([pause] { pause->cancel(); });
            const auto took = std::chrono::duration_cast<milliseconds>(now - looked_at);
            pause->expires_at(
                std::min(deadline_, now + std::clamp(took, shortest_pause, longest_pause)));
            boost::system::error_code ignored;
            co_await pause->async_wait(asio::redirect_error(asio::use_awaitable, ignored));
            what_.caller.when_gone([] {});
            if (what_.caller.gone())
                co_return to_response(too_late()); // nobody hears it
        }
    }

private:
    milliseconds left() const
    {
        const auto rest = std::chrono::duration_cast<milliseconds>(deadline_ - steady_clock::now());
        return std::max(rest, milliseconds(0));
    }

    std::int64_t elapsed() const
    {
        return std::chrono::duration_cast<milliseconds>(steady_clock::now() - began_).count();
    }

    /// True if the screen is as it is wanted; a failure that another look does not change.
    asio::awaitable<result<bool>> look()
    {
        const auto read = mark_of(in_, *what_.phone);
        static const std::vector<parameter> no_coordinates;
        auto sent = co_await accept(in_, what_,
                                    {.body = no_coordinates,
                                     .make = [this](const arguments& given) { return make(given); },
                                     .when_done = {}});
        if (!sent)
            co_return std::unexpected(std::move(sent.error()));
        async::one_shot_timer late(co_await asio::this_coro::executor);
        late.set(left() + shortest_pause, // who looks once, looks to the end
                 [&sender = in_.dispatcher, id = sent->work->id()] { sender.cancel(id); });
        co_await wait_for(in_, what_, sent->work);
        what_.caller.when_gone([] {});
        const auto& answer = sent->work->result();
        if (answer.failure && answer.failure->code == "ELEMENT_NOT_FOUND")
            co_return judge_missing(*answer.failure);
        if (answer.failure && steady_clock::now() >= deadline_)
            co_return false; // it was cut off
        if (answer.failure)
            co_return std::unexpected(*answer.failure);
        if (until_ == "still")
            co_return answer.value.value("settled", false);
        element_ = remember_element(in_, *what_.phone, answer.value, read);
        co_return until_ == "there";
    }

    /// Several that fit are there, although none of them can be told from the others.
    bool judge_missing(const failure& why)
    {
        ambiguous_ = is_ambiguous(why);
        candidates_ = ambiguous_ ? candidates_of(why) : ordered_json::array();
        return until_ == (ambiguous_ ? "there" : "gone");
    }

    result<link::action> make(const arguments& given) const
    {
        if (until_ == "still")
            return link::settle{.limit = std::min(left(), longest_look)};
        return link::find_element{.selector = given.text("selector"),
                                  .in_text = !offers(*what_.phone, "selector.tree")};
    }

    http::response satisfied() const
    {
        ordered_json record;
        record["until"] = until_;
        record["element"] = until_ == "there" ? element_ : ordered_json();
        record["ambiguous"] = ambiguous_;
        record["candidates"] = candidates_;
        record["elapsed_ms"] = elapsed();
        return json_response(record);
    }

    failure too_late() const
    {
        return {.code = "TIMEOUT",
                .message = "The screen did not become like that in time. Look at it, or wait "
                           "again.",
                .context = {{"until", until_}, {"elapsed_ms", elapsed()}, {"outcome", "not_sent"}}};
    }

    services& in_;
    call& what_;
    steady_clock::time_point began_ = steady_clock::now();
    std::string until_;
    steady_clock::time_point deadline_;
    ordered_json element_;
    bool ambiguous_ = false; // by the last look
    ordered_json candidates_ = ordered_json::array();
};

asio::awaitable<http::response> wait(services& in, call& what, wait_slots& slots)
{
    const bool names_element = what.given.has("selector");
    if (what.given.text("until") != "still" && !names_element)
        co_return to_response(
            invalid_argument("selector", "required", "is missing: what is waited for"));
    const auto slot = slots.take(what.who.id);
    if (slot == nullptr)
        co_return to_response({.code = "QUEUE_FULL",
                               .message = "Too many requests of this account wait already.",
                               .context = {{"phone_id", what.phone->id}}});
    screen_wait waiting(in, what);
    co_return co_await waiting.run();
}

} // namespace

std::vector<endpoint> wait_endpoints(services& in)
{
    endpoint row;
    row.method = boost::beast::http::verb::post;
    row.paths = phone_paths("wait");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read};
    row.body = {text("selector", 1, longest_awaited)
                    .such_as("Save")
                    .means("The element as a person would name it. Not looked at for `still`."),
                choice("until", {"there", "gone", "still"})
                    .otherwise("there")
                    .means("The element is there, or is not; or nothing moves on the screen."),
                integer("timeout_ms", 0, longest_wait)
                    .otherwise(usual_wait)
                    .such_as(1000)
                    .means("How long at most; 0 looks once.")};
    row.documented_as = {
        .in = chapter::elements,
        .summary = "Wait until an element is there or gone, or the screen is still",
        .details = "It looks again and again, beside whatever else is done with the phone, and "
                   "touches nothing. Elements are looked for in the tree, where the phone has one. "
                   "Several that fit are there, and none of them is gone: the answer is "
                   "`ambiguous` then, and names them as a failure of `find` does. "
                   "TIMEOUT where the time is over; it ends when its caller goes away.",
        .answers = {{.meaning = "The screen is like that.", .records = {"wait"}}},
        .failures = command_failures()};
    row.answer = [&in, slots = std::make_shared<wait_slots>()](call& what) {
        return wait(in, what, *slots);
    };
    return {row};
}

} // namespace thimble::service::api
