// Requests with an Idempotency-Key: the first does the work, those that come meanwhile wait for
// its answer, and later ones get the answer that was kept. The key is committed together with
// the job, so that no crash comes between the two.
#include "service/jobs/idempotency.hpp"

#include "async/sleep.hpp"
#include "contract/store_failure.hpp"
#include "http/json_response.hpp"
#include "service/accounts/fair_share.hpp"
#include "service/jobs/job_row_mapping.hpp"
#include "text/hexadecimal.hpp"
#include "text/json_member.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <array>
#include <ranges>
#include <span>
#include <stdexcept>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;
using nlohmann::json;

namespace {

failure mismatch()
{
    return {.code = "IDEMPOTENCY_MISMATCH",
            .message = "This Idempotency-Key was used for a request with another body; take a new "
                       "key for a new request."};
}

failure unreadable()
{
    return {.code = "INTERNAL_ERROR",
            .message =
                "The service cannot look up whether this request came before, so nothing was "
                "sent to the phone; its log says why."};
}

failure nothing_known()
{
    return {.code = "JOB_LOST",
            .message = "This request came before, and what became of it is not known any more; it "
                       "was not sent again."};
}

std::string stored_text(const idempotency::answer& what)
{
    auto headers = json::array();
    for (const auto& [name, value] : what.response.headers)
        headers.push_back({name, value});
    const auto* const body = std::get_if<std::string>(&what.response.body);
    return json{{"status", what.response.status},
                {"headers", std::move(headers)},
                {"body", body == nullptr ? std::string() : *body},
                {"phone_id", what.phone_id}}
        .dump();
}

idempotency::answer read_answer(const std::string& text)
{
    const auto record = parse_object(text);
    idempotency::answer out;
    out.response.status = member<unsigned>(record, "status", 500);
    out.response.body = member<std::string>(record, "body");
    out.phone_id = member<std::string>(record, "phone_id");
    for (const auto& each : record.value("headers", json::array()))
        if (each.is_array() && each.size() == 2 && each[0].is_string() && each[1].is_string())
            out.response.set(each[0].get<std::string>(), each[1].get<std::string>());
    return out;
}

/// Undoes the transaction where another process has the request by now: what it makes is not made
/// twice.
void insert_first(store::transaction& on,
                  const store::idempotent_request_row& what,
                  const store::replaceable_request& in_place_of,
                  std::atomic_bool& lost)
{
    lost = !store::insert_idempotent_request(on, what, in_place_of);
    if (lost)
        throw std::runtime_error("another process carries this request out");
}

http::response job_id_answer(const std::string& id)
{
    nlohmann::ordered_json record;
    record["job_id"] = id;
    return json_response(record);
}

} // namespace

store::idempotent_request_row idempotency::first_request::row() const
{
    return {.id = id_,
            .account_id = account_id_,
            .body = body_,
            .job_id = {},
            .at_once = false,
            .answer = std::nullopt,
            .created_at = job::clock::now()};
}

jobs::also_in_transaction idempotency::first_request::also_in_transaction(bool at_once) const
{
    return {.write =
                [row = row(), old = in_place_of_, lost = lost_,
                 at_once](store::transaction& on, const std::string& job_id) mutable {
                    row.job_id = job_id;
                    row.at_once = at_once;
                    insert_first(on, row, old, *lost);
                },
            .take_back =
                [id = id_](store::transaction& on, const std::string& job_id) {
                    store::forget_idempotent_request(on, id, job_id);
                }};
}

idempotency::first_request::keep_answer idempotency::first_request::transaction_with_answer() const
{
    return [row = row(), old = in_place_of_, lost = lost_](
               store::transaction& on, const std::string& id_of_made, const answer& with) mutable {
        row.job_id = id_of_made;
        row.answer = stored_text(with);
        insert_first(on, row, old, *lost);
    };
}

void idempotency::first_request::has(const job& what)
{
    accepted_ = true;
    in_confidence_ = !is_kept_wholly(what);
}

void idempotency::first_request::has_kept_answer()
{
    accepted_ = true;
    has_kept_answer_ = true;
}

idempotency::idempotency(asio::any_io_executor home,
                         store::database& store,
                         jobs& kept,
                         const job_limits& granted,
                         std::string secret,
                         bool shares_store)
    : home_(std::move(home)), store_(store), kept_(kept), limits_(granted),
      secret_(std::move(secret)), shares_store_(shares_store),
      confidence_shares_(granted.confidence_bytes)
{
}

bool idempotency::is_key(std::string_view text)
{
    return !text.empty() && text.size() <= longest_key &&
           std::ranges::all_of(text, [](char letter) { return letter >= ' ' && letter <= '~'; });
}

/// Keyed, so that nobody can try short texts against what lies in the database.
/// Each part is preceded by its length: no two lists of parts are the same text.
std::string idempotency::digest(std::string_view what,
                                std::initializer_list<std::string_view> of) const
{
    std::string text(what);
    for (const auto part : of)
        text += ' ' + std::to_string(part.size()) + ' ' + std::string(part);
    std::array<unsigned char, EVP_MAX_MD_SIZE> out{};
    unsigned length = 0;
    if (HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), out.data(),
             &length) == nullptr)
        throw std::runtime_error("OpenSSL has no HMAC");
    return hexadecimal(std::span(out).first(length));
}

asio::awaitable<result<idempotency::admission>> idempotency::admit(keyed_request what)
{
    const auto mine = std::make_shared<first_request>(home_);
    mine->id_ = digest("request", {what.account_id, what.method, what.path, what.key});
    mine->account_id_ = std::move(what.account_id);
    mine->body_ = digest("body", {what.body});
    // Again and again: where the first was refused, one of those that have waited becomes the
    // first.
    for (auto found = under_way_.find(mine->id_); found != under_way_.end();
         found = under_way_.find(mine->id_)) {
        const auto first = found->second;
        if (first->body_ != mine->body_)
            co_return std::unexpected(mismatch());
        while (!first->is_over_)
            co_await first->ended_.wait();
        if (first->answer_)
            co_return admission{.known = first->answer_, .first = nullptr};
    }
    under_way_.emplace(mine->id_, mine);
    auto held = std::make_unique<turn>(*this, mine); // whatever happens, others get their turn
    auto found = co_await look_up(*mine);
    if (!found || found->known) {
        mine->answer_ = found ? found->known : std::nullopt;
        co_return std::move(found);
    }
    if (found->cut_off)
        mine->has(*found->cut_off);
    found->first = mine;
    found->held = std::move(held);
    co_return std::move(found);
}

asio::awaitable<result<idempotency::admission>> idempotency::look_up(first_request& asked)
{
    const auto told = sensitive_.find(asked.id_);
    if (told != sensitive_.end())
        co_return told->second->body_ == asked.body_
            ? result<admission>(admission{.known = told->second->answer_})
            : std::unexpected(mismatch());
    const auto bound = job::clock::now() - limits_.idempotency_age;
    asked.in_place_of_ = {.created_before = bound};
    auto row = co_await store_.read([id = asked.id_, bound](store::transaction& on) {
        return store::find_idempotent_request(on, id, bound);
    });
    if (!row)
        co_return std::unexpected(failure_of_store(row.error(), unreadable()));
    if (!*row)
        co_return admission{};
    if ((*row)->body != asked.body_)
        co_return std::unexpected(mismatch());
    if (kept_.is_withdrawn((*row)->job_id))
        asked.in_place_of_.job_id = (*row)->job_id;
    if (shares_store_)
        **row = co_await wait_for_other_node(std::move(**row));
    co_return co_await recollect(std::move(**row));
}

/// Another node may carry it out, which announces no end here: as the row is then, or when nobody
/// has ended it for long.
asio::awaitable<store::idempotent_request_row>
idempotency::wait_for_other_node(store::idempotent_request_row row)
{
    constexpr std::chrono::milliseconds longest_pause{250};
    constexpr std::chrono::seconds longest{60};
    constexpr std::chrono::seconds time_to_answer{2}; // once the job has ended
    std::chrono::milliseconds pause{10};
    auto until = std::chrono::steady_clock::now() + longest;
    bool ended = false;
    while (!row.answer && !row.at_once && std::chrono::steady_clock::now() < until) {
        if (kept_.is_withdrawn(row.job_id) || kept_.is_in_memory(row.job_id))
            break;
        const auto work = co_await kept_.find(row.account_id, row.job_id);
        if (work == nullptr)
            break;
        if (work->settled() && !std::exchange(ended, true))
            until = std::min(until, std::chrono::steady_clock::now() + time_to_answer);
        co_await async::sleep_for(pause);
        pause = std::min(2 * pause, longest_pause);
        const auto now = co_await store_.read([id = row.id](store::transaction& on) {
            return store::find_idempotent_request(on, id, {});
        });
        if (!now || !*now)
            break;
        row = **now;
    }
    co_return row;
}

/// The answer, or, where that was cut off by the end of a former run, the job that it was about.
/// Nothing where that job was refused, because then the request is not remembered either. Only the
/// end of a job in memory is waited for: no other is announced.
asio::awaitable<idempotency::admission> idempotency::recollect(store::idempotent_request_row row)
{
    if (row.answer)
        co_return admission{.known = read_answer(*row.answer)};
    if (kept_.is_withdrawn(row.job_id))
        co_return admission{};
    auto work = co_await kept_.find(row.account_id, row.job_id);
    if (row.at_once)
        co_return admission{.known = answer{.response = job_id_answer(row.job_id),
                                            .phone_id = work ? work->phone_id() : ""}};
    if (work == nullptr || (!work->settled() && !kept_.is_in_memory(work->id())))
        co_return admission{.known = answer{.response = to_response(nothing_known())}};
    co_await work->until_settled();
    co_return admission{.cut_off = std::move(work)};
}

asio::awaitable<void> idempotency::end(first_ptr what, const answer& with)
{
    if (what->accepted_) {
        what->answer_ = with;
        what->answered_at_ = job::clock::now();
        what->answer_->response.when_sent = nullptr; // belongs to the first request alone
        // The database would have it in plain text; so it lives no longer than this process.
        if (what->in_confidence_)
            keep_in_confidence(what);
        else if (!what->has_kept_answer_)
            co_await store_.put([id = what->id_, text = stored_text(with)](store::transaction& on) {
                store::answer_idempotent_request(on, id, text);
            });
    }
    finish(what);
}

void idempotency::keep_in_confidence(const first_ptr& what)
{
    sensitive_.insert_or_assign(what->id_, what);
    const auto* const body = std::get_if<std::string>(&what->answer_->response.body);
    confidence_shares_.add(what->account_id_, body == nullptr ? 0 : body->size(),
                           what->answered_at_, [this, what] {
                               // A later request may have the key by now.
                               const auto found = sensitive_.find(what->id_);
                               if (found != sensitive_.end() && found->second == what)
                                   sensitive_.erase(found);
                           });
}

void idempotency::finish(const first_ptr& what)
{
    if (std::exchange(what->is_over_, true))
        return;
    under_way_.erase(what->id_);
    what->ended_.notify_all();
}

asio::awaitable<void> idempotency::prune(job::clock::time_point now)
{
    confidence_shares_.drop_older_than(now - limits_.confidence_age);
    const auto bound = now - limits_.idempotency_age;
    co_await store_.write(
        [bound](store::transaction& on) { store::forget_idempotent_requests(on, bound); });
    co_await forget_beyond_shares();
}

asio::awaitable<void> idempotency::forget_beyond_shares()
{
    constexpr std::size_t portion = 500; // in one transaction, so that no other write waits long
    const auto counted = co_await store_.read(store::idempotent_requests_of_accounts);
    if (!counted)
        co_return;
    const auto counts = std::views::values(*counted);
    const auto share = fair_share({counts.begin(), counts.end()}, limits_.idempotent_requests);
    for (const auto& [account_id, count] : *counted) {
        for (auto left = count; left > share;) {
            const auto most = std::min(portion, left - share);
            const auto gone =
                co_await store_.write([whose = account_id, most](store::transaction& on) {
                    return store::forget_oldest_idempotent_requests(on, whose, most);
                });
            if (gone.value_or(0) < most)
                break;
            left -= most;
        }
    }
}

} // namespace thimble::service
