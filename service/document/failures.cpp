#include "service/document/failures.hpp"

#include "contract/error_codes.hpp"

#include <algorithm>
#include <set>

namespace thimble::service::contract {

namespace {

using codes = std::set<std::string, std::less<>>;

void add(codes& to, std::initializer_list<const char*> more)
{
    to.insert(more.begin(), more.end());
}

bool needs_all_phones(const endpoint& row)
{
    return !row.minds_phones && row.subject == endpoint::about::nothing;
}

/// Before the body is looked at.
void add_of_access(codes& to, const endpoint& row)
{
    add(to,
        {"BAD_REQUEST", "HEADERS_TOO_LARGE", "REQUEST_TIMEOUT", "INTERNAL_ERROR", "UNKNOWN_HOST"});
    if (row.open_to == endpoint::access::everybody)
        return;
    add(to, {"AUTH_REQUIRED", "INVALID_API_KEY", "RATE_LIMITED", "STORE_UNAVAILABLE"});
    if (row.open_to == endpoint::access::subscriber)
        add(to, {"SUBSCRIPTION_REQUIRED"});
    if (row.open_to == endpoint::access::subscriber &&
        (!row.needs.empty() || needs_all_phones(row)))
        add(to, {"FORBIDDEN"});
    if (row.method != boost::beast::http::verb::get)
        add(to, {"FOREIGN_ORIGIN", "INVALID_CSRF_TOKEN"});
}

void add_of_arguments(codes& to, const endpoint& row)
{
    if (!row.query.empty())
        add(to, {"INVALID_ARGUMENT"});
    if (row.takes_file)
        add(to, {"PAYLOAD_TOO_LARGE", "EMPTY_BODY"});
    else if (takes_body(row))
        add(to,
            {"UNSUPPORTED_MEDIA_TYPE", "PAYLOAD_TOO_LARGE", "INVALID_JSON", "INVALID_ARGUMENT"});
    if (needs_body(row))
        add(to, {"EMPTY_BODY"});
    if (row.once)
        add(to, {"INVALID_ARGUMENT", "IDEMPOTENCY_MISMATCH"});
    if (row.answer_again)
        add(to, {"JOB_LOST"});
}

void add_of_phone(codes& to, const endpoint& row, const path_pattern& path)
{
    if (row.subject == endpoint::about::nothing)
        return;
    const auto places = path.places();
    if (std::ranges::find(places, "phone_id") != places.end())
        add(to, {"PHONE_NOT_FOUND", "PHONE_AMBIGUOUS"});
    else
        add(to, {"NO_PHONES_CONNECTED", "NO_PHONE_SELECTED"});
    if (row.chooses_phone)
        add(to, {"NO_PHONE_FITS", "NO_PHONE_FREE", "QUEUE_FULL", "CANCELLED"});
    if (row.drives_phone)
        add(to, {"PHONE_LEASED"});
}

} // namespace

failures failures_of(const endpoint& row, const path_pattern& path)
{
    codes possible(row.documented_as.failures.begin(), row.documented_as.failures.end());
    add_of_access(possible, row);
    add_of_arguments(possible, row);
    add_of_phone(possible, row, path);
    failures out;
    for (const auto& each : error_codes())
        if (possible.contains(each.name))
            out[each.status].emplace_back(each.name);
    return out;
}

bool needs_body(const endpoint& row)
{
    return row.one_field_needed || std::ranges::any_of(row.body, &parameter::required);
}

} // namespace thimble::service::contract
