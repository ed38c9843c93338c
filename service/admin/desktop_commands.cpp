#include "service/admin/desktop_commands.hpp"

#include "service/accounts/account_rows.hpp"
#include "service/admin/command_answer.hpp"
#include "service/desktops/enrolment_code.hpp"
#include "service/desktops/enrolment_rows.hpp"
#include "text/ascii.hpp"
#include "text/iso_time.hpp"

#include <algorithm>

namespace thimble::service {

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
    return done(approved->id);
}

admin_answer revoke_desktop(store::transaction& on, const admin_request& what)
{
    const auto id = to_lower(argument(what, "id"));
    if (!remove_desktop(on, id))
        return refused("There is no desktop '" + id + "'; see: desktop list");
    return done();
}

} // namespace thimble::service
