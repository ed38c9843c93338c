#include "tests/service/server/state_of_first_version.hpp"

#include "tests/service/accounts/accounts_with_passwords.hpp"

#include <fstream>
#include <optional>

namespace thimble::service::test {

namespace {

using std::chrono::minutes;
using optional_text = std::optional<std::string>;

constexpr const char* key_id = "8c0e1f6a-77b3-4d27-8d55-1e2f3a4b5c6d";

constexpr const char* facts_of_phone =
    R"({"battery_level":84,"device_name":"iPhone 15 Pro","name":"Ada’s iPhone",)"
    R"("native_size":{"height":2556,"width":1179},"orientation":"portrait","os_version":"18.5",)"
    R"("product_type":"iPhone16,1","scale":3.0,"screenshot_size":{"height":1344,"width":620}})";

constexpr const char* receipt_of_tap =
    R"({"effect":"changed","verified":true,"shaped":false,"frame":{"frame_id":"019a-seen",)"
    R"("url":"/v1/jobs/019a-seen/download","changed":true,)"
    R"("region":{"x":1,"y":2,"width":30,"height":40},"width":620,"height":1344,)"
    R"("orientation":"portrait","captured_at":"2026-11-25T12:00:00.123Z","settled":true,)"
    R"("captured_ms":1795608000123}})";

constexpr const char* frame_of_capture =
    R"({"captured_at":1795608000123,"format":"png","frame_id":"019a-frame","height":1344,)"
    R"("orientation":"portrait","picture_height":1344,"picture_width":620,"scale":3.0,)"
    R"("width":620})";

constexpr const char* folder_of_account =
    "638be0d7fc630b827d878974c4b4dc44a52d728810de1432d2b08999603fb5a5";
constexpr const char* name_of_picture =
    "4576d970ccf0b1c102825517fa050946298a0ea5f175be3cc3986fdb4fcb3872";

} // namespace

void state_of_first_version::insert_account(store::transaction& on) const
{
    on.execute("INSERT INTO accounts (id, name, password_hash, subscription, minutes, "
               "overage_price, created_at) VALUES (:id, 'ada', :hash, 'active', 600, '0.06', :at)",
               account, quick_hash(with_passwords::adas_password), before(minutes(60)));
    on.execute("INSERT INTO api_keys (id, account_id, name, hash, prefix, made_by, created_at) "
               "VALUES (:id, :account, 'first', "
               "'49b63a99f36f1e7499423ceb479735705c89646dadb4ba0e7050e6bbf2f28082', 'tk_9fKcQ', "
               "NULL, :at)",
               key_id, account, before(minutes(59)));
    on.execute("INSERT INTO sign_ins (id, account_id, hash, created_at, seen_at) VALUES "
               "('sign-in-1', :account, "
               "'01909f7ec15e4abcb97ef46b9f9fbf8e3633e86449cadc3e44c43dd7dcaf6ce9', :at, :seen)",
               account, before(minutes(58)), before(minutes(57)));
    on.execute("INSERT INTO secrets (account_id, name, sealed, made_at, apps) VALUES (:account, "
               "'wifi', '6465666768696a6b6c6d6e6f707172737475767778797a7b1f1c8bc29a4dfda2ef5fef4c"
               "c3e9017aa1bbd542393c8d5ae841e4bf48', :at, 'com.apple.Preferences,com.apple.Maps')",
               account, before(minutes(56)));
}

void state_of_first_version::insert_desktop(store::transaction& on) const
{
    on.execute("INSERT INTO desktops (id, account_id, hash, name, version, boot_id, journal_id, "
               "epoch, created_at, last_seen_at, approved_by) VALUES (:id, :account, "
               "'ec5f1a3b14fab731ea48a2fd6a367b2205bb5e3b8aaf470dc6dfc1aeb4f5a1f2', 'Workbench', "
               "'0.1.0', 'b5b3c0de-1111-4222-8333-444455556666', '7c1e4a90b2d3f586', 16, :at, "
               ":seen, :key)",
               desktop, account, before(minutes(55)), before(minutes(1)), key_id);
}

void state_of_first_version::insert_phone(store::transaction& on) const
{
    on.execute(
        "INSERT INTO phones (account_id, id, udid, desktop_id, facts, display_name, "
        "typing_method, speed, apps, apps_updated_at, shortcuts, created_at, last_seen_at) "
        "VALUES (:account, :id, :udid, :desktop, :facts, 'Red one', 'paste', 80, "
        R"('[{"bundle_id":"com.apple.Maps","name":"Maps","type":"system","version":"1.0"}]', :at, )"
        R"('["Log water"]', :created, :seen))",
        account, phone, udid, desktop, facts_of_phone, before(minutes(50)), before(minutes(54)),
        before(minutes(1)));
    on.execute("INSERT INTO selections (account_id, desktop_id, phone_id) "
               "VALUES (:account, '', :phone), (:same, :desktop, :again)",
               account, phone, account, desktop, phone);
}

void state_of_first_version::insert_job(store::transaction& on,
                                        const std::string& id,
                                        const std::string& action,
                                        std::chrono::milliseconds age) const
{
    on.execute("INSERT INTO jobs (account_id, id, phone_id, udid, desktop_id, action, created_at) "
               "VALUES (:account, :id, :phone, :udid, :desktop, :action, :created)",
               account, id, phone, udid, desktop, action, before(age));
}

void state_of_first_version::insert_jobs(store::transaction& on) const
{
    const auto end = [&](const std::string& id, const std::string& outcome,
                         const optional_text& failure, const optional_text& value,
                         const optional_text& seen, const optional_text& shown,
                         const optional_text& kept_picture) {
        on.execute("UPDATE jobs SET started_at = created_at + 2, completed_at = created_at + 250, "
                   "outcome = :outcome, failure = :failure, value = :value, receipt = :receipt, "
                   "queued_us = 1234, device_us = 212250, total_us = 250000, frame = :frame, "
                   "picture = :picture WHERE account_id = :account AND id = :id",
                   outcome, failure, value, seen, shown, kept_picture, account, id);
    };
    insert_job(on, tapped, "tap", minutes(30));
    end(tapped, "done", {}, R"({"bundle_id":"com.apple.Maps"})", receipt_of_tap, {}, {});
    insert_job(on, captured, "screenshot", minutes(29));
    end(captured, "done", {}, {}, {}, frame_of_capture, name_of_picture);
    insert_job(on, refused, "tap-select", minutes(28));
    end(refused, "not_sent",
        R"({"code":"ELEMENT_NOT_FOUND","context":{"candidates":["Save"]},"message":"None."})", {},
        {}, {}, {});
    insert_job(on, homed, "home", minutes(27));
    end(homed, "done", {}, {}, {}, {}, {});
    insert_job(on, remembered, "tap", minutes(2));
    insert_job(on, lost, "home", minutes(1));
}

void state_of_first_version::insert_request(store::transaction& on) const
{
    const nlohmann::json answer{{"status", 200},
                                {"headers", {{"Content-Type", "application/json"}}},
                                {"body", R"({"id":")" + homed + R"("})"},
                                {"phone_id", phone}};
    on.execute("INSERT INTO idempotent_requests (id, account_id, body, job_id, at_once, answer, "
               "created_at) VALUES "
               "('3094b35482480ccda8e0f4ed230aa03f294b951256c1f7cd71baad0447a07776', :account, "
               "'7623f49103554f97dae9da583ccc6a472b8912622c8cda4e77880d8346ee0ad7', :job, 0, "
               ":answer, :at)",
               account, homed, answer.dump(), before(minutes(27)));
}

void state_of_first_version::insert_sessions(store::transaction& on) const
{
    const auto insert = [&](const std::string& id, const std::string& status, minutes age) {
        on.execute(
            "INSERT INTO sessions (id, account_id, phone_id, udid, instruction, model, "
            "max_turns, max_cost, timeout_s, status, created_at, started_at, completed_at, "
            "turns, model_cost, waiting_for, result, error, seen_at) VALUES (:id, :account, "
            ":phone, :udid, 'Water the plants', 'm-1', 100, 500000, 1800, :status, :created, "
            ":started, NULL, 1, '{\"2026-11\":1500}', NULL, NULL, NULL, :seen)",
            id, account, phone, udid, status, before(age), before(age - minutes(1)),
            before(age - minutes(1)));
    };
    insert(ended, "running", minutes(26));
    on.execute("UPDATE sessions SET status = 'completed', completed_at = :at, result = 'Done.' "
               "WHERE id = :id",
               before(minutes(24)), ended);
    on.execute("INSERT INTO ledger (account_id, session_id, month, kind, from_at, until_at, "
               "price, amount) VALUES (:account, :id, '2026-11', 'model', NULL, NULL, NULL, 1500)",
               account, ended);
    insert(live, "running", minutes(3));
    insert_events(on);
}

void state_of_first_version::insert_events(store::transaction& on) const
{
    const auto insert = [&](const std::string& session, int place, const std::string& type,
                            const std::string& data, minutes age) {
        on.execute("INSERT INTO session_events (session_id, place, type, happened_at, data) "
                   "VALUES (:session, :place, :type, :at, :data)",
                   session, place, type, before(age), data);
    };
    for (const auto& [session, age] :
         {std::pair(ended, minutes(26)), std::pair(live, minutes(3))}) {
        insert(session, 0, "status", R"({"status":"creating","turn":0})", age);
        insert(session, 1, "status", R"({"status":"running","turn":0})", age - minutes(1));
        insert(session, 2, "text", R"({"text":"I see a can.","turn":1})", age - minutes(1));
    }
    insert(ended, 3, "status", R"({"result":"Done.","status":"completed","turn":1})", minutes(24));
}

void state_of_first_version::write_picture() const
{
    const auto folder = path() / "pictures" / folder_of_account;
    std::filesystem::create_directories(folder);
    std::ofstream(folder / name_of_picture, std::ios::binary) << picture;
}

} // namespace thimble::service::test
