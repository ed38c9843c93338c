#include "service/document/operation_names.hpp"

#include <boost/beast/http/verb.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace thimble::service::contract {

namespace {

using std::string_view_literals::operator""sv;

struct named_operation {
    std::string_view where; // method and path
    std::string_view name;
};

constexpr std::array names{
    named_operation{"GET /v1/phones", "listPhones"},
    named_operation{"DELETE /v1/phones/{phone_id}", "forgetPhone"},
    named_operation{"GET /v1/phones/{phone_id}/info", "getPhoneInfo"},
    named_operation{"GET /v1/phones/{phone_id}/status", "getPhoneStatus"},
    named_operation{"GET /v1/phones/{phone_id}/settings", "getPhoneSettings"},
    named_operation{"PATCH /v1/phones/{phone_id}/settings", "updatePhoneSettings"},
    named_operation{"GET /v1/phones/{phone_id}/setup", "getPhoneSetup"},
    named_operation{"POST /v1/phones/{phone_id}/select", "selectPhone"},
    named_operation{"GET /v1/phones/{phone_id}/screenshot", "takeScreenshot"},
    named_operation{"GET /v1/phones/{phone_id}/stream", "watchScreen"},
    named_operation{"POST /v1/phones/{phone_id}/recordings", "startRecording"},
    named_operation{"GET /v1/phones/{phone_id}/recordings", "listRecordings"},
    named_operation{"GET /v1/phones/{phone_id}/recordings/{recording_id}", "getRecording"},
    named_operation{"DELETE /v1/phones/{phone_id}/recordings/{recording_id}", "deleteRecording"},
    named_operation{"GET /v1/phones/{phone_id}/recordings/{recording_id}/content",
                    "downloadRecording"},
    named_operation{"POST /v1/phones/{phone_id}/recordings/{recording_id}/stop", "stopRecording"},
    named_operation{"GET /v1/phones/{phone_id}/elements", "listElements"},
    named_operation{"GET /v1/phones/{phone_id}/find", "findElement"},
    named_operation{"POST /v1/phones/{phone_id}/wait", "waitForScreen"},
    named_operation{"POST /v1/phones/{phone_id}/batch", "runBatch"},
    named_operation{"POST /v1/phones/{phone_id}/home", "goHome"},
    named_operation{"POST /v1/phones/{phone_id}/lock", "lockPhone"},
    named_operation{"POST /v1/phones/{phone_id}/unlock", "unlockPhone"},
    named_operation{"POST /v1/phones/{phone_id}/spotlight", "openSpotlight"},
    named_operation{"POST /v1/phones/{phone_id}/app-switcher", "openAppSwitcher"},
    named_operation{"POST /v1/phones/{phone_id}/control-center", "openControlCenter"},
    named_operation{"POST /v1/phones/{phone_id}/notification-center", "openNotificationCenter"},
    named_operation{"POST /v1/phones/{phone_id}/siri", "openSiri"},
    named_operation{"POST /v1/phones/{phone_id}/action-button", "pressActionButton"},
    named_operation{"POST /v1/phones/{phone_id}/keypress", "pressKey"},
    named_operation{"POST /v1/phones/{phone_id}/type", "typeText"},
    named_operation{"POST /v1/phones/{phone_id}/shortcut", "runShortcut"},
    named_operation{"GET /v1/phones/{phone_id}/shortcuts", "listShortcuts"},
    named_operation{"PUT /v1/phones/{phone_id}/shortcuts", "setShortcuts"},
    named_operation{"GET /v1/phones/{phone_id}/apps", "listApps"},
    named_operation{"POST /v1/phones/{phone_id}/apps", "installApp"},
    named_operation{"POST /v1/phones/{phone_id}/apps/refresh", "refreshApps"},
    named_operation{"POST /v1/phones/{phone_id}/apps/{bundle_id}/terminate", "terminateApp"},
    named_operation{"GET /v1/phones/{phone_id}/labels", "listLabels"},
    named_operation{"PUT /v1/phones/{phone_id}/labels", "setLabels"},
    named_operation{"GET /v1/phones/{phone_id}/lease", "getLease"},
    named_operation{"POST /v1/phones/{phone_id}/lease", "leasePhone"},
    named_operation{"DELETE /v1/phones/{phone_id}/lease", "releasePhone"},
    named_operation{"GET /v1/waiting", "listWaiting"},
    named_operation{"GET /v1/jobs", "listJobs"},
    named_operation{"GET /v1/jobs/{job_id}", "getJob"},
    named_operation{"GET /v1/jobs/{job_id}/download", "downloadJobPicture"},
    named_operation{"POST /v1/sessions", "createSession"},
    named_operation{"GET /v1/sessions", "listSessions"},
    named_operation{"GET /v1/sessions/{session_id}", "getSession"},
    named_operation{"GET /v1/sessions/{session_id}/events", "listSessionEvents"},
    named_operation{"GET /v1/sessions/{session_id}/pictures/{job_id}", "downloadSessionPicture"},
    named_operation{"POST /v1/sessions/{session_id}/messages", "sendMessage"},
    named_operation{"POST /v1/sessions/{session_id}/pause", "pauseSession"},
    named_operation{"POST /v1/sessions/{session_id}/resume", "resumeSession"},
    named_operation{"POST /v1/sessions/{session_id}/stop", "stopSession"},
    named_operation{"POST /v1/sessions/{session_id}/interrupt", "interruptSession"},
    named_operation{"GET /v1/events", "listEvents"},
    named_operation{"GET /v1/webhooks", "listWebhooks"},
    named_operation{"POST /v1/webhooks", "createWebhook"},
    named_operation{"DELETE /v1/webhooks/{webhook_id}", "deleteWebhook"},
    named_operation{"GET /v1/webhooks/{webhook_id}/log", "getWebhookLog"},
    named_operation{"GET /v1/usage", "getUsage"},
    named_operation{"GET /v1/audit", "listAudit"},
    named_operation{"GET /v1/audit/export", "exportAudit"},
    named_operation{"GET /v1/status", "getDesktopStatus"},
    named_operation{"GET /v1/keys", "listKeys"},
    named_operation{"POST /v1/keys", "createKey"},
    named_operation{"DELETE /v1/keys/{key_id}", "revokeKey"},
    named_operation{"GET /v1/authorizations/{request_id}", "getAuthorization"},
    named_operation{"POST /v1/authorizations/{request_id}", "decideAuthorization"},
    named_operation{"GET /v1/grants", "listGrants"},
    named_operation{"DELETE /v1/grants/{grant_id}", "revokeGrant"},
    named_operation{"POST /v1/sign-in", "signIn"},
    named_operation{"POST /v1/sign-out", "signOut"},
    named_operation{"GET /v1/me", "getMe"},
    named_operation{"GET /v1/secrets", "listSecrets"},
    named_operation{"PUT /v1/secrets/{name}", "setSecret"},
    named_operation{"DELETE /v1/secrets/{name}", "deleteSecret"},
    named_operation{"GET /v1/desktops", "listDesktops"},
    named_operation{"POST /v1/desktops/approve", "approveDesktop"},
    named_operation{"DELETE /v1/desktops/{desktop_id}", "revokeDesktop"},
    named_operation{"POST /v1/enrolments", "createEnrolment"},
    named_operation{"GET /v1/enrolments/{enrolment_id}", "getEnrolment"},
    named_operation{"GET /healthz", "getHealth"},
    named_operation{"GET /readyz", "getReadiness"},
    named_operation{"GET /metrics", "getMetrics"},
    named_operation{"GET /openapi.json", "getContract"},
    named_operation{"GET /docs", "getContractPage"},
    named_operation{"GET /", "getDashboard"},
    named_operation{"GET /docs/{document}", "getDocument"},
    named_operation{"GET /dashboard/{file}", "getDashboardFile"},
};

/// "tap-and-hold/select" is "tapAndHoldSelect".
std::string in_camel_case(std::string_view path)
{
    std::string out;
    bool word_begins = false;
    for (const char letter : path) {
        const bool lower = letter >= 'a' && letter <= 'z';
        const bool other = (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
        if (lower || other)
            out += word_begins && lower ? static_cast<char>(letter - ('a' - 'A')) : letter;
        word_begins = !lower && !other && !out.empty();
    }
    return out;
}

} // namespace

std::string operation_name(const endpoint& row)
{
    const auto& path = row.paths.front();
    const auto where = std::string(to_string(row.method)) + " " + path;
    const auto* const found = std::ranges::find(names, where, &named_operation::where);
    if (found != names.end())
        return std::string(found->name);
    constexpr auto of_phone = "/v1/phones/{phone_id}/"sv;
    return in_camel_case(path.starts_with(of_phone) ? path.substr(of_phone.size()) : path);
}

} // namespace thimble::service::contract
