// By the service's own functions, as its operator's commands do.
#include "bench/enrolled_desktops.hpp"

#include "service/accounts/account_rows.hpp"
#include "service/accounts/api_key.hpp"
#include "service/accounts/key_rows.hpp"
#include "service/accounts/token.hpp"
#include "service/desktops/desktop_rows.hpp"
#include "store/database_file.hpp"
#include "text/uuid.hpp"

#include <stdexcept>

namespace thimble::bench {

namespace {

using std::chrono::system_clock;

service::account_row new_account()
{
    service::account_row out;
    out.id = service::random_uuid();
    out.name = "bench";
    out.created_at = system_clock::now();
    return out;
}

service::key_row row_of(const std::string& key, const std::string& account)
{
    service::key_row out;
    out.id = service::random_uuid();
    out.account_id = account;
    out.name = "bench";
    out.hash = service::to_text(service::digest_of(key));
    out.prefix = service::prefix_of(key);
    out.created_at = system_clock::now();
    return out;
}

service::desktop_row row_of(const enrolled_desktop& desktop, const std::string& account)
{
    service::desktop_row out;
    out.id = desktop.id;
    out.account_id = account;
    out.hash = service::to_text(service::digest_of(desktop.token));
    out.said.name = "Desk";
    out.created_at = system_clock::now();
    return out;
}

enrolled_account enrol_in(const service::store::address& at, std::size_t count)
{
    auto file = service::store::database_file::open(at);
    if (!file)
        throw std::runtime_error(file.error());
    enrolled_account out;
    out.api_key = service::random_api_key();
    for (std::size_t i = 0; i < count; ++i)
        out.desktops.push_back(
            {.id = service::random_uuid(), .token = service::random_token("td_")});
    const auto account = new_account();
    const auto written = file->run([&](service::store::transaction& on) {
        service::insert_account(on, account);
        service::insert_key(on, row_of(out.api_key, account.id));
        for (const auto& each : out.desktops)
            service::insert_desktop(on, row_of(each, account.id));
    });
    if (!written)
        throw std::runtime_error(written.error().text);
    return out;
}

} // namespace

enrolled_account enrol_desktops(const std::filesystem::path& state_directory, std::size_t count)
{
    return enrol_in(state_directory / service::store::database_name, count);
}

enrolled_account enrol_desktops(const service::store::server_address& at, std::size_t count)
{
    return enrol_in(at, count);
}

} // namespace thimble::bench
