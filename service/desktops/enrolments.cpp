#include "service/desktops/enrolments.hpp"

#include "contract/store_failure.hpp"
#include "http/client_address.hpp"
#include "service/accounts/api_key.hpp"
#include "service/accounts/digest_map.hpp"
#include "service/accounts/token.hpp"
#include "service/desktops/enrolment_code.hpp"
#include "text/enum_words.hpp"
#include "text/uuid.hpp"

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <stdexcept>
#include <utility>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

constexpr std::chrono::seconds wait_when_full{60};

failure too_many(std::string message, std::chrono::steady_clock::duration wait)
{
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(wait).count();
    return {.code = "RATE_LIMITED",
            .message = std::move(message),
            .context = {{"retry_after_s", seconds}}};
}

failure too_many_desktops(std::chrono::steady_clock::duration wait)
{
    return too_many("Too many desktops ask to be let in; try again later.", wait);
}

failure too_many_from_address(std::chrono::steady_clock::duration wait)
{
    return too_many("Too many desktops ask to be let in from this address; try again later.", wait);
}

failure too_many_of_account(std::size_t most)
{
    return {.code = "INVALID_ARGUMENT",
            .message =
                "An account has at most " + std::to_string(most) + " desktops; revoke some first.",
            .context = {{"field", "code"}, {"reason", "too_many"}, {"maximum", most}}};
}

failure no_such_enrolment(const std::string& id)
{
    return {.code = "DATA_NOT_FOUND",
            .message = "There is no such enrolment, or it is over; begin anew with "
                       "POST /v1/enrolments.",
            .context = {{"enrolment_id", id}}};
}

failure no_such_code()
{
    return {.code = "DATA_NOT_FOUND",
            .message =
                "No desktop shows this code, or not any more; look at the desktop's screen."};
}

failure enrolment_store_failed()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The service cannot look this up or write it down; its log says why."};
}

/// Takes as long whatever is wrong with it.
bool has_hash(const std::string& secret, const std::string& hash)
{
    const auto expected = parse_digest(hash);
    return expected && same_digest()(*expected, digest_of(secret));
}

std::string unused_code(store::transaction& on)
{
    auto code = random_enrolment_code();
    while (has_enrolment_code(on, code))
        code = random_enrolment_code();
    return code;
}

approver approver_of(const account& who, std::size_t most)
{
    return {.account_id = who.id,
            .key_id = who.key_id.empty() ? std::nullopt : std::optional(who.key_id),
            .most_desktops = most};
}

enrolments::stage stage_of(const enrolment_row& row, enrolments::clock::time_point now)
{
    if (row.desktop_id)
        return enrolments::stage::approved;
    return row.expires_at <= now ? enrolments::stage::expired : enrolments::stage::pending;
}

} // namespace

std::string_view to_string(enrolments::stage value)
{
    return enum_word(value);
}

enrolments::enrolments(store::database& kept,
                       desktops& admitted,
                       enrolment_limits granted,
                       std::string secret)
    : store_(kept), admitted_(admitted), granted_(granted), secret_(std::move(secret)),
      askers_(granted.asked), addresses_(granted.asked_from_address), guesses_(granted.guessed)
{
}

std::string enrolments::token_for(const std::string& poll_token) const
{
    token_bytes out{};
    const std::string purpose = "desktop token:" + poll_token;
    if (HMAC(EVP_sha256(), secret_.data(), static_cast<int>(secret_.size()),
             reinterpret_cast<const unsigned char*>(purpose.data()), purpose.size(), out.data(),
             nullptr) == nullptr)
        throw std::runtime_error("OpenSSL has no HMAC");
    return to_token("td_", out);
}

/// An address that has used up its share takes nothing from that of all.
result<void> enrolments::admit_asker(const std::string& address)
{
    const auto network = http::network_of(address);
    const auto now = std::chrono::steady_clock::now();
    if (const auto wait = addresses_.refuse(network, now))
        return std::unexpected(too_many_from_address(*wait));
    if (const auto wait = askers_.refuse({}, now)) {
        addresses_.give_back(network);
        return std::unexpected(too_many_desktops(*wait));
    }
    return {};
}

asio::awaitable<result<enrolments::opened>>
enrolments::open(std::string name, std::string address, clock::time_point now)
{
    if (auto admitted = admit_asker(address); !admitted)
        co_return std::unexpected(std::move(admitted.error()));
    opened out{.row = {}, .poll_token = random_token("tp_")};
    out.row.id = random_uuid();
    out.row.poll_hash = to_text(digest_of(out.poll_token));
    out.row.token_hash = to_text(digest_of(token_for(out.poll_token)));
    out.row.name = std::move(name);
    out.row.created_at = now;
    out.row.expires_at = now + granted_.lifetime;
    const auto code = co_await store_.write(
        [row = out.row, most = granted_.open](store::transaction& on) mutable {
            if (count_open_enrolments(on, row.created_at) >= most)
                return std::string();
            row.code = unused_code(on);
            insert_enrolment(on, row);
            return row.code;
        });
    if (!code)
        co_return std::unexpected(failure_of_write(code.error(), enrolment_store_failed()));
    if (code->empty())
        co_return std::unexpected(too_many_desktops(wait_when_full));
    out.row.code = *code;
    co_return out;
}

asio::awaitable<result<enrolments::progress>>
enrolments::look(std::string id, std::string poll_token, clock::time_point now)
{
    if (poll_token.empty()) // a stranger who has guessed a path
        co_return std::unexpected(no_such_enrolment(id));
    const auto found =
        co_await store_.read([id](store::transaction& on) { return find_enrolment(on, id); });
    if (!found)
        co_return std::unexpected(failure_of_store(found.error(), enrolment_store_failed()));
    if (!*found || !has_hash(poll_token, (*found)->poll_hash))
        co_return std::unexpected(no_such_enrolment(id));
    progress out{.row = **found, .reached = stage_of(**found, now), .token = {}};
    if (out.reached == stage::approved)
        out.token = token_for(poll_token);
    co_return out;
}

asio::awaitable<result<desktop_row>>
enrolments::approve(account who, std::string typed_code, clock::time_point now)
{
    const auto code = parse_enrolment_code(typed_code);
    if (!code)
        co_return std::unexpected(invalid_argument(
            "code", "malformed", "must be the eight letters that the desktop shows"));
    // Counted before the store is asked, so that guesses at the same moment are counted, too.
    if (const auto wait = guesses_.refuse(who.id, std::chrono::steady_clock::now()))
        co_return std::unexpected(
            too_many("Too many codes were wrong; wait before the next one.", *wait));
    const auto approved = co_await store_.write(
        [code = *code, by = approver_of(who, granted_.desktops), now](store::transaction& on) {
            return approve_enrolment(on, code, by, now);
        });
    if (!approved)
        co_return std::unexpected(failure_of_write(approved.error(), enrolment_store_failed()));
    const auto& made = *approved;
    if (!made && made.error() == approval_refusal::too_many_desktops)
        co_return std::unexpected(too_many_of_account(granted_.desktops));
    if (!made || !admitted_.admit(*made))
        co_return std::unexpected(no_such_code());
    guesses_.give_back(who.id);
    co_return *made;
}

asio::awaitable<void> enrolments::prune(clock::time_point now)
{
    co_await store_.write([bound = now - granted_.lifetime](store::transaction& on) {
        forget_enrolments(on, bound);
    });
}

} // namespace thimble::service
