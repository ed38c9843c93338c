// POST and GET P/recordings, and of one: its record, its content, its end.
#include "http/file_body.hpp"
#include "http/json_response.hpp"
#include "http/piecewise_body.hpp"
#include "service/phones/phone_checks.hpp"
#include "service/rest/endpoints.hpp"
#include "text/ascii.hpp"
#include "text/enum_words.hpp"
#include "text/uuid.hpp"

namespace thimble::service::api {

namespace asio = boost::asio;
using boost::beast::http::verb;
using nlohmann::ordered_json;

namespace {

constexpr std::int64_t least_bytes = 1024L * 1024;
constexpr std::chrono::seconds piece_time{30}; // for a client to take a piece of a content
constexpr auto one_recording = "recordings/{recording_id}";

failure recording_not_found(const std::string& id)
{
    return {.code = "RECORDING_NOT_FOUND",
            .message = "There is no such recording; it was removed, or was too old.",
            .context = {{"recording_id", id}}};
}

failure no_content_yet(const recording& of)
{
    return {.code = "DATA_NOT_FOUND",
            .message = "This recording has no content: it is waiting for its first picture, or "
                       "ended before one came.",
            .context = {{"recording_id", of.id}, {"status", enum_word(of.status)}}};
}

failure beyond_its_end(const recording& of)
{
    return {.code = "RANGE_NOT_SATISFIABLE",
            .message = "The content has " + std::to_string(of.bytes) + " bytes so far.",
            .context = {{"recording_id", of.id}, {"bytes", of.bytes}}};
}

/// The recording of the path; sets which phone the answer is about.
asio::awaitable<result<recording>> find_recording(services& in, call& what)
{
    const auto& id = what.path.find("recording_id")->second;
    const auto phone = what.path.find("phone_id");
    std::string of_phone;
    if (phone != what.path.end()) {
        auto named = in.phones.find_called(what.who, phone->second);
        if (!named && named.error().code == "PHONE_AMBIGUOUS")
            co_return std::unexpected(std::move(named.error()));
        if (named)
            what.phone_id = (*named)->id;
        of_phone = named ? what.phone_id : to_lower(phone->second); // it may have been forgotten
    }
    auto found = co_await in.recordings.find_anywhere(what.who, to_lower(id));
    if (!found || (phone != what.path.end() && of_phone != found->phone_id))
        co_return std::unexpected(recording_not_found(id));
    what.phone_id = found->phone_id;
    co_return std::move(*found);
}

recording_wish wish_of(const arguments& given)
{
    return {.max_duration = std::chrono::seconds(given.integer("max_duration_s")),
            .max_bytes = static_cast<std::uint64_t>(given.integer("max_bytes")),
            .frames_per_second = given.small_integer("fps"),
            .quality = given.small_integer("quality")};
}

asio::awaitable<http::response> start_recording(services& in, call& what)
{
    if (auto via = in.phones.reach(*what.phone); !via)
        co_return to_response(via.error());
    if (auto ready = check_ready(*what.phone, link::screenshot{}); !ready)
        co_return to_response(ready.error());
    const auto begun = co_await in.recordings.start(
        {.phone = what.phone, .who = what.who, .wanted = wish_of(what.given)});
    if (!begun)
        co_return to_response(begun.error());
    what.made_id = begun->id;
    co_return json_response(recording_record(*begun), 201);
}

asio::awaitable<http::response> list_recordings(services& in, call& what)
{
    recordings::filter wanted{.who = what.who,
                              .phone_id = what.phone->id,
                              .limit = static_cast<std::size_t>(what.given.integer("limit"))};
    if (what.given.has("session_id")) {
        wanted.session_id = to_lower(what.given.text("session_id"));
        if (!is_uuid(*wanted.session_id))
            co_return to_response(invalid_argument("session_id", "not_a_uuid", "must be a UUID"));
    }
    auto records = ordered_json::array();
    const auto found = co_await in.recordings.list_anywhere(std::move(wanted));
    for (const auto& each : found)
        records.push_back(recording_record(each));
    ordered_json record;
    record["recordings"] = std::move(records);
    co_return json_response(record);
}

asio::awaitable<http::response> show_recording(services& in, call& what)
{
    const auto found = co_await find_recording(in, what);
    co_return found ? json_response(recording_record(*found)) : to_response(found.error());
}

asio::awaitable<http::response> stop_recording(services& in, call& what)
{
    const auto found = co_await find_recording(in, what);
    if (!found)
        co_return to_response(found.error());
    const auto ended = co_await in.recordings.stop(what.who, found->id);
    co_return ended ? json_response(recording_record(*ended))
                    : to_response(recording_not_found(found->id));
}

asio::awaitable<http::response> remove_recording(services& in, call& what)
{
    const auto found = co_await find_recording(in, what);
    if (!found)
        co_return to_response(found.error());
    if (!co_await in.recordings.remove(what.who, found->id))
        co_return to_response(recording_not_found(found->id));
    http::response out;
    out.status = 204;
    co_return out;
}

std::string file_name_of(const recording& what)
{
    return "recording-" + what.id + "." + std::string(enum_word(*what.format));
}

/// From the disk, or from the node of the service that has it there.
std::shared_ptr<http::upgraded_connection>
content_body(services& in, const recording& of, http::byte_range what)
{
    if (in.recordings.is_here(of.id))
        return std::make_shared<http::file_body>(in.recordings.file_of(of), what, piece_time);
    const auto part = [&all = in.recordings, account_id = of.account_id, id = of.id](
                          http::byte_range piece) { return all.read_part(account_id, id, piece); };
    return std::make_shared<http::piecewise_body>(part, what, piece_time);
}

/// The content that is there by now, or a part of it.
http::response content_response(services& in, const call& what, const recording& of)
{
    const auto& head = what.request.head;
    const auto asked = http::read_range(head[boost::beast::http::field::range], of.bytes);
    if (asked.kind == http::range_kind::none) {
        auto out = to_response(beyond_its_end(of));
        out.set("Content-Range", "bytes */" + std::to_string(of.bytes));
        return out;
    }
    const bool part = asked.kind == http::range_kind::part;
    const auto bytes = part ? asked.bytes : http::byte_range{.first = 0, .length = of.bytes};
    auto out = http::file_head(bytes);
    out.set("Content-Type", std::string(media_type(*of.format)));
    out.set("Content-Disposition", "attachment; filename=\"" + file_name_of(of) + "\"");
    out.set("Cache-Control", "private, no-store");
    if (part) {
        out.status = 206;
        const bool grows = of.status == recording_status::recording;
        out.set("Content-Range",
                http::content_range(bytes, grows ? std::nullopt : std::optional(of.bytes)));
    }
    if (head.method() != verb::head)
        out.becomes = content_body(in, of, bytes);
    return out;
}

asio::awaitable<http::response> send_content(services& in, call& what)
{
    const auto found = co_await find_recording(in, what);
    if (!found)
        co_return to_response(found.error());
    if (found->bytes == 0 || !found->format)
        co_return to_response(no_content_yet(*found));
    co_return content_response(in, what, *found);
}

/// Before its first picture.
ordered_json example_of_begun()
{
    ordered_json out{{"status", enum_word(recording_status::recording)},
                     {"duration_ms", 0},
                     {"bytes", 0},
                     {"pictures", 0}};
    for (const auto* none : {"format", "ended_by", "started_at", "ended_at", "width", "height"})
        out[none] = nullptr;
    return out;
}

endpoint recording_start_row(services& in)
{
    const recording_wish usual;
    const auto& granted = in.recordings.granted();
    endpoint row;
    row.method = verb::post;
    row.paths = phone_paths("recordings");
    row.subject = endpoint::about::phone;
    row.needs = {scope::act};
    row.body = {integer("max_duration_s", 1, granted.longest.count())
                    .otherwise(usual.max_duration.count())
                    .means("Seconds after the first picture at which it ends."),
                integer("max_bytes", least_bytes, static_cast<std::int64_t>(granted.largest))
                    .otherwise(static_cast<std::int64_t>(usual.max_bytes))
                    .means("It ends before it is larger. Less where others under way may need the "
                           "account's room."),
                integer("fps", 1, 60)
                    .otherwise(usual.frames_per_second)
                    .means("Pictures a second, at most, where the phone has no video of its own."),
                integer("quality", 1, 100).otherwise(usual.quality).means("Of those.")};
    row.documented_as = {
        .in = chapter::pictures,
        .summary = "Record the screen",
        .details =
            "Touches nothing. Where the phone encodes its screen itself, that becomes an MP4 in "
            "fragments without being decoded, at the pace at which the screen changes; it begins "
            "with the next start of the phone's stream, which a recording asks for. Elsewhere "
            "JPEGs go into a zip archive, each named after its milliseconds since the first. "
            "Recordings are kept for seven days after their end; of an account that has more than "
            "its share, the oldest go sooner. What is typed on a screen can be read in its "
            "recording.",
        .answers = {{.status = 201,
                     .meaning = "It is under way.",
                     .records = {"recording"},
                     .example = example_of_begun()}},
        .failures = {"PHONE_NOT_CONNECTED", "MAC_APP_NOT_RUNNING", "PHONE_NOT_READY",
                     "UNSUPPORTED_ACTION", "QUEUE_FULL"}};
    row.answer = [&in](call& what) { return start_recording(in, what); };
    return row;
}

endpoint recording_list_row(services& in)
{
    endpoint row;
    row.paths = phone_paths("recordings");
    row.subject = endpoint::about::phone;
    row.needs = {scope::read, scope::act};
    row.query = {text("session_id", 1, 64)
                     .such_as("0197e7a3-52b0-7c4e-9d0e-0a4f4f0a8d11")
                     .means("Of this session only."),
                 integer("limit", 1, 100).otherwise(20).means("How many at most.")};
    row.documented_as = {
        .in = chapter::pictures,
        .summary = "List the recordings of a phone, the newest first",
        .answers = {{.meaning = "The recordings.", .records = {"recording_list"}}}};
    row.answer = [&in](call& what) { return list_recordings(in, what); };
    return row;
}

endpoint row_of_one(verb method, const std::string& tail, scope_set needs)
{
    endpoint row;
    row.method = method;
    row.paths = phone_paths(one_recording + tail);
    row.needs = needs;
    row.minds_phones = true;
    row.documented_as.in = chapter::pictures;
    row.documented_as.failures = {"RECORDING_NOT_FOUND", "PHONE_AMBIGUOUS"};
    row.documented_as.finds_phone = true;
    return row;
}

endpoint recording_show_row(services& in)
{
    auto row = row_of_one(verb::get, "", {scope::read, scope::act});
    row.documented_as.summary = "Ask how a recording goes";
    row.documented_as.answers = {{.meaning = "The recording.", .records = {"recording"}}};
    row.answer = [&in](call& what) { return show_recording(in, what); };
    return row;
}

endpoint recording_stop_row(services& in)
{
    auto row = row_of_one(verb::post, "/stop", {scope::act});
    row.documented_as.summary = "End a recording";
    row.documented_as.details = "Answers when all of it is in its file. One that has ended is left "
                                "as it is.";
    row.documented_as.answers = {{.meaning = "It has ended.", .records = {"recording"}}};
    row.answer = [&in](call& what) { return stop_recording(in, what); };
    return row;
}

endpoint recording_removal_row(services& in)
{
    auto row = row_of_one(verb::delete_, "", {scope::act});
    row.documented_as.summary = "Remove a recording";
    row.documented_as.details = "One that is under way is ended first.";
    row.documented_as.answers = {
        {.status = 204, .meaning = "It is gone, and its content with it."}};
    row.answer = [&in](call& what) { return remove_recording(in, what); };
    return row;
}

endpoint recording_content_row(services& in)
{
    auto row = row_of_one(verb::get, "/content", {scope::read});
    const std::vector<std::string> told{"Accept-Ranges", "Content-Disposition"};
    row.documented_as.summary = "Download a recording";
    row.documented_as.details =
        "While it is under way: what is there by now, which can be played. `Range` may ask for one "
        "part; `Content-Range` has `*` in place of the size as long as that grows. The connection "
        "is closed after the content.";
    row.documented_as.answers = {
        {.meaning = "The content.",
         .media_types = {"video/mp4", "application/zip"},
         .headers = told},
        {.status = 206,
         .meaning = "The part that was asked for.",
         .media_types = {"video/mp4", "application/zip"},
         .headers = {"Accept-Ranges", "Content-Disposition", "Content-Range"}}};
    row.documented_as.failures = {"RECORDING_NOT_FOUND", "DATA_NOT_FOUND", "RANGE_NOT_SATISFIABLE"};
    row.answer = [&in](call& what) { return send_content(in, what); };
    return row;
}

} // namespace

std::vector<endpoint> recording_endpoints(services& in)
{
    return {recording_start_row(in), recording_list_row(in),    recording_show_row(in),
            recording_stop_row(in),  recording_removal_row(in), recording_content_row(in)};
}

} // namespace thimble::service::api
