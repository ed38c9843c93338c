#include "service/admin/admin_commands.hpp"

#include "service/accounts/account_rows.hpp"
#include "service/accounts/api_key.hpp"
#include "service/accounts/key_rows.hpp"
#include "service/accounts/sign_in_rows.hpp"
#include "service/admin/account_removal.hpp"
#include "service/audit/audit_rows.hpp"
#include "service/desktops/enrolment_code.hpp"
#include "service/desktops/enrolment_rows.hpp"
#include "text/ascii.hpp"
#include "text/iso_time.hpp"
#include "text/money.hpp"
#include "text/printable_text.hpp"
#include "text/uuid.hpp"
#include "text/whole_number.hpp"

#include <algorithm>
#include <array>

namespace thimble::service {

namespace {

using std::chrono::system_clock;

constexpr std::size_t longest_name = 80;

admin_answer done(std::string text = {})
{
    return {.done = true, .text = std::move(text)};
}

admin_answer refused(std::string text)
{
    return {.done = false, .text = std::move(text)};
}

admin_answer no_account(const std::string& name)
{
    return refused("There is no account '" + name +
                   "'; see: account list, or make it with: account create");
}

/// Empty where it was not given.
std::string argument(const admin_request& of, std::string_view name)
{
    const auto found = of.arguments.find(name);
    return found == of.arguments.end() ? std::string() : found->second;
}

bool is_given_name(std::string_view text)
{
    return !text.empty() && text.size() <= longest_name && is_printable(text);
}

/// An account's own log tells what an operator has done to it, or does not when that is undone.
void note_deed(store::transaction& on,
               const admin_request& what,
               const std::string& account_id,
               const std::string& target = {})
{
    const auto now = system_clock::now();
    insert_audit_entry(on, {.id = ordered_uuids().next(now),
                            .at = now,
                            .account_id = account_id,
                            .who = {.kind = actor_kind::operator_},
                            .action = "admin " + what.command,
                            .target = target,
                            .outcome = "done"});
}

admin_answer create_account(store::transaction& on, const admin_request& what)
{
    const auto name = argument(what, "name");
    if (!is_given_name(name))
        return refused("An account's name has 1 to 80 characters, none of them control characters");
    if (find_account(on, name))
        return refused("There is an account '" + name + "' already");
    const account_row made{
        .id = random_uuid(),
        .name = name,
        .state = subscription::active,
        .minutes = std::nullopt,
        .overage_price = std::nullopt,
        .created_at = system_clock::now(),
    };
    insert_account(on, made);
    note_deed(on, what, made.id);
    return done(made.id);
}

admin_answer set_password(store::transaction& on, const admin_request& what)
{
    const auto name = argument(what, "name");
    const auto found = find_account(on, name);
    if (!found)
        return no_account(name);
    update_password(on, found->id, argument(what, "password_hash"));
    remove_sign_ins_of(on, found->id); // by whoever knew the former one
    note_deed(on, what, found->id);
    return done();
}

admin_answer set_subscription(store::transaction& on, const admin_request& what)
{
    const auto name = argument(what, "name");
    auto found = find_account(on, name);
    if (!found)
        return no_account(name);
    const auto state = argument(what, "state");
    if (state != "active" && state != "none")
        return refused("A subscription is active or none");
    found->state = state == "active" ? subscription::active : subscription::none;
    if (const auto minutes = argument(what, "minutes"); !minutes.empty()) {
        const auto number = whole_number<std::int64_t>(minutes, 0);
        if (!number)
            return refused("--minutes takes a whole number of minutes a month");
        found->minutes = number;
    }
    if (const auto price = argument(what, "overage"); !price.empty()) {
        if (price != "off" && !parse_price(price))
            return refused(
                "--overage takes the price of a minute in US dollars, such as 0.05, with "
                "at most six decimals, or off");
        found->overage_price = price == "off" ? std::nullopt : std::optional(price);
    }
    update_subscription(on, *found);
    note_deed(on, what, found->id);
    return done();
}

std::string text_of(subscription state)
{
    return state == subscription::active ? "active" : "none";
}

std::string minutes_of(const account_row& what)
{
    return what.minutes ? std::to_string(*what.minutes) : "unlimited";
}

/// Tabs between the columns, so that programs can read it: names have none.
admin_answer list_accounts(store::transaction& on, const admin_request& /*what*/)
{
    std::string out = "ID\tNAME\tSUBSCRIPTION\tMINUTES\tKEYS\tDESKTOPS\tCREATED";
    for (const auto& each : all_accounts(on))
        out += '\n' + each.id + '\t' + each.name + '\t' + text_of(each.state) + '\t' +
               minutes_of(each) + '\t' + std::to_string(count_keys(on, each.id)) + '\t' +
               std::to_string(count_desktops(on, each.id)) + '\t' + iso_time(each.created_at);
    return done(out);
}

/// A line each, with a tab between its name and its value.
admin_answer show_account(store::transaction& on, const admin_request& what)
{
    const auto name = argument(what, "name");
    const auto found = find_account(on, name);
    if (!found)
        return no_account(name);
    const auto belongings = belongings_of(on, found->id);
    return done(
        "ID\t" + found->id + "\nNAME\t" + found->name + "\nSUBSCRIPTION\t" + text_of(found->state) +
        "\nMINUTES\t" + minutes_of(*found) + "\nOVERAGE\t" + found->overage_price.value_or("off") +
        "\nPASSWORD\t" + (find_password(on, name) ? "set" : "none") + "\nKEYS\t" +
        std::to_string(belongings.keys) + "\nDESKTOPS\t" + std::to_string(belongings.desktops) +
        "\nPHONES\t" + std::to_string(belongings.phones) + "\nSECRETS\t" +
        std::to_string(belongings.secrets) + "\nWEBHOOKS\t" + std::to_string(belongings.webhooks) +
        "\nCREATED\t" + iso_time(found->created_at));
}

admin_answer delete_account(store::transaction& on, const admin_request& what)
{
    const auto name = argument(what, "name");
    const auto found = find_account(on, name);
    if (!found)
        return no_account(name);
    if (argument(what, "yes").empty()) {
        const auto belongings = belongings_of(on, found->id);
        return refused("With the account '" + name + "' go its keys (" +
                       std::to_string(belongings.keys) + "), desktops (" +
                       std::to_string(belongings.desktops) + "), phones (" +
                       std::to_string(belongings.phones) + "), secrets (" +
                       std::to_string(belongings.secrets) + ") and webhooks (" +
                       std::to_string(belongings.webhooks) +
                       "), for good; say --yes if that is "
                       "meant");
    }
    remove_account(on, found->id);
    return done();
}

admin_answer create_key(store::transaction& on, const admin_request& what)
{
    const auto account = argument(what, "account");
    const auto found = find_account(on, account);
    if (!found)
        return no_account(account);
    const auto name = argument(what, "name");
    if (!name.empty() && !is_given_name(name))
        return refused("A key's name has 1 to 80 characters, none of them control characters");
    const auto key = random_api_key();
    const auto id = random_uuid();
    note_deed(on, what, found->id, id);
    insert_key(on, {.id = id,
                    .account_id = found->id,
                    .name = name.empty() ? "admin" : name,
                    .hash = to_text(digest_of(key)),
                    .prefix = prefix_of(key),
                    .made_by = std::nullopt,
                    .created_at = system_clock::now(),
                    .last_used_at = std::nullopt});
    return done(key);
}

/// Tabs between the columns, so that programs can read it: names have none.
admin_answer list_keys(store::transaction& on, const admin_request& /*what*/)
{
    std::string out = "ID\tACCOUNT\tNAME\tKEY\tCREATED\tLAST USED";
    const auto accounts = all_accounts(on);
    for (const auto& each : all_keys(on)) {
        const auto owner = std::ranges::find(accounts, each.account_id, &account_row::id);
        out += '\n' + each.id + '\t' + (owner == accounts.end() ? "-" : owner->name) + '\t' +
               each.name + '\t' + each.prefix + "…\t" + iso_time(each.created_at) + '\t' +
               (each.last_used_at ? iso_time(*each.last_used_at) : "never");
    }
    return done(out);
}

admin_answer revoke_key(store::transaction& on, const admin_request& what)
{
    const auto id = argument(what, "id");
    const auto keys = all_keys(on);
    const auto going = std::ranges::find(keys, id, &key_row::id);
    if (remove_key(on, id) == 0)
        return refused("There is no key '" + id + "'; see: key list");
    if (going != keys.end())
        note_deed(on, what, going->account_id, id);
    return done();
}

/// A line each, with tabs between its columns.
admin_answer list_desktops(store::transaction& on, const admin_request& /*what*/)
{
    std::string out = "ID\tACCOUNT\tNAME\tVERSION\tCREATED\tLAST SEEN";
    const auto accounts = all_accounts(on);
    for (const auto& each : all_desktops(on)) {
        const auto owner = std::ranges::find(accounts, each.account_id, &account_row::id);
        out += '\n' + each.id + '\t' + (owner == accounts.end() ? "-" : owner->name) + '\t' +
               each.said.name + '\t' + (each.said.version.empty() ? "-" : each.said.version) +
               '\t' + iso_time(each.created_at) + '\t' +
               (each.last_seen_at ? iso_time(*each.last_seen_at) : "never");
    }
    return done(out);
}

/// On behalf of an account. Prints the desktop's id.
admin_answer approve_desktop(store::transaction& on, const admin_request& what)
{
    const auto account = argument(what, "account");
    const auto owner = find_account(on, account);
    if (!owner)
        return no_account(account);
    const auto code = parse_enrolment_code(argument(what, "code"));
    if (!code)
        return refused("A code is the eight letters that the desktop shows, such as BCDF-GHJK");
    const auto approved =
        approve_enrolment(on, *code, {.account_id = owner->id}, std::chrono::system_clock::now());
    if (!approved)
        return refused("No desktop shows the code " + *code +
                       ", or not any more; a code is valid for ten minutes");
    note_deed(on, what, owner->id, approved->id);
    return done(approved->id);
}

admin_answer revoke_desktop(store::transaction& on, const admin_request& what)
{
    const auto id = to_lower(argument(what, "id"));
    const auto desktops = all_desktops(on);
    const auto going = std::ranges::find(desktops, id, &desktop_row::id);
    if (!remove_desktop(on, id))
        return refused("There is no desktop '" + id + "'; see: desktop list");
    if (going != desktops.end())
        note_deed(on, what, going->account_id, id);
    return done();
}

struct command {
    std::string_view name;
    admin_answer (*run)(store::transaction& on, const admin_request& what);
};

constexpr std::array commands{
    command{"account create", create_account},   command{"account list", list_accounts},
    command{"account show", show_account},       command{"account delete", delete_account},
    command{"account password", set_password},   command{"account subscription", set_subscription},
    command{"key create", create_key},           command{"key list", list_keys},
    command{"key revoke", revoke_key},           command{"desktop list", list_desktops},
    command{"desktop approve", approve_desktop}, command{"desktop revoke", revoke_desktop},
};

} // namespace

admin_answer run_admin_command(store::transaction& on, const admin_request& what)
{
    const auto* found = std::ranges::find(commands, what.command, &command::name);
    if (found == commands.end())
        return refused("The running service is of another version: it does not know this command");
    return found->run(on, what);
}

} // namespace thimble::service
