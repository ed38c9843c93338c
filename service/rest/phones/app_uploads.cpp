// POST P/apps: an app in the body, received as a file and sent to the phone.
#include "http/json_response.hpp"
#include "service/rest/endpoints.hpp"
#include "service/rest/phones/perform.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;

namespace {

constexpr std::size_t most_uploads = 4; // at once
constexpr std::chrono::minutes longest_installation{60};
constexpr std::string_view action_name = "install-app";

/// Places for files that are being received; each is given back by whoever holds it last.
class upload_places {
public:
    std::shared_ptr<void> take()
    {
        if (*taken_ >= most_uploads)
            return nullptr;
        ++*taken_;
        return {taken_.get(), [taken = taken_](void*) { --*taken; }};
    }

private:
    std::shared_ptr<std::size_t> taken_ = std::make_shared<std::size_t>(0);
};

failure not_here(const known_phone& phone)
{
    return {.code = "UNSUPPORTED_ACTION",
            .message = "The phone is attached to a desktop behind a link, and no file travels over "
                       "the link. Install the app there: thimbled app install FILE.",
            .context = {{"phone_id", phone.id}, {"capability", action_name}}};
}

failure too_large(std::uint64_t most)
{
    return {.code = "PAYLOAD_TOO_LARGE",
            .message = "An app may have " + std::to_string(most) + " bytes here.",
            .context = {{"limit", most}}};
}

/// Reasons for which there is no file to be sent.
result<void> check_received(const services& in, const http::request& what)
{
    if (what.no_room)
        return std::unexpected(
            failure{.code = "STORAGE_FULL",
                    .message = "The computer has no room for the app. Make some and try again.",
                    .context = {}});
    if (what.to_file && what.body_too_large)
        return std::unexpected(too_large(in.uploads->most));
    if (what.file && what.file->bytes > 0)
        return {};
    if (what.file || (what.body.empty() && !what.body_too_large))
        return std::unexpected(
            failure{.code = "EMPTY_BODY", .message = "The body has to be an .ipa.", .context = {}});
    return std::unexpected(failure{.code = "QUEUE_FULL",
                                   .message = "Too many files are being received; try later.",
                                   .context = {{"limit", most_uploads}}});
}

/// The job hears of its own progress; it is made after the way to the desktop.
using job_holder = std::shared_ptr<std::weak_ptr<job>>;

result<order> to_order(services& in, call& what, const job_holder& heard_by)
{
    auto via = in.phones.reach(*what.phone);
    if (!via)
        return std::unexpected(std::move(via.error()));
    if (!in.uploads)
        return std::unexpected(not_here(*what.phone));
    if (auto received = check_received(in, what.request); !received)
        return std::unexpected(std::move(received.error()));
    auto sender =
        (*via)->sender_of({.path = what.request.file->path(),
                           .kept = what.request.file,
                           .tell = [heard_by](std::string_view step, double done) {
                               if (const auto work = heard_by->lock())
                                   work->tell_progress({.step = std::string(step), .done = done});
                           }});
    if (sender == nullptr)
        return std::unexpected(not_here(*what.phone));
    return order{.phone = what.phone,
                 .via = std::move(sender),
                 .what = link::select{}, // the way knows what to do
                 .space = {},
                 .mode = waiting::async,
                 .when_done = {},
                 .kept = true,
                 .with =
                     what.once ? what.once->also_in_transaction(true) : jobs::also_in_transaction(),
                 .name = std::string(action_name),
                 .time = longest_installation,
                 .trace = what.trace};
}

asio::awaitable<http::response> install(services& in, call& what)
{
    const auto heard_by = std::make_shared<std::weak_ptr<job>>();
    auto wanted = to_order(in, what, heard_by);
    if (!wanted)
        co_return to_response(wanted.error());
    auto work = co_await in.dispatcher.submit(std::move(*wanted));
    if (!work)
        co_return to_response(work.error());
    *heard_by = *work;
    what.made_id = (*work)->id();
    if (what.once)
        what.once->has(**work);
    co_return job_id_response(**work);
}

} // namespace

std::vector<endpoint> app_upload_endpoints(services& in)
{
    endpoint row;
    row.method = verb::post;
    row.paths = phone_paths("apps");
    row.subject = endpoint::about::phone;
    row.drives_phone = true;
    row.needs = {scope::admin};
    row.once = true;
    row.takes_file = true;
    if (in.uploads)
        row.receive = [place = *in.uploads, all = std::make_shared<upload_places>(),
                       home = in.home]() -> std::unique_ptr<http::file_receiver> {
            auto held = all->take();
            return held ? std::make_unique<http::file_receiver>(home, place.folder, place.most,
                                                                std::move(held))
                        : nullptr;
        };
    row.documented_as = {
        .in = chapter::apps,
        .summary = "Install an app",
        .details = "The body is the `.ipa` itself, or a zip archive with `X.app` in it, of at most "
                   "4 GiB unless the computer is told otherwise. It is checked before anything of "
                   "it is sent; an app of the same bundle id is replaced and keeps its data. The "
                   "answer is a job, whose `progress` tells how far it is. Only where the phone is "
                   "attached to the computer that answers: no file travels over the link.",
        .answers = {{.meaning = "The file has been received; the job installs it.",
                     .records = {"job_id"}}},
        .failures = {"PHONE_NOT_CONNECTED", "MAC_APP_NOT_RUNNING", "UNSUPPORTED_ACTION",
                     "QUEUE_FULL", "STORAGE_FULL"}};
    row.answer = [&in](call& what) { return install(in, what); };
    row.answer_again = [](const call&, const job& work) { return job_id_response(work); };
    return {row};
}

} // namespace thimble::service::api
