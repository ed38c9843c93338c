#include "service/recordings/recordings.hpp"

#include "async/deadline.hpp"
#include "contract/store_failure.hpp"
#include "service/recordings/recording_rows.hpp"
#include "service/recordings/recording_space.hpp"
#include "text/enum_words.hpp"

#include <algorithm>
#include <ranges>
#include <set>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// For recordings to end when the service does.
constexpr std::chrono::seconds close_time{15};

/// For the disk to remove files.
constexpr std::chrono::seconds removal_time{30};

failure too_many_recordings(std::size_t limit)
{
    return {.code = "QUEUE_FULL",
            .message = "As many recordings are under way as there may be; stop one, or try again "
                       "when one has ended.",
            .context = {{"limit", limit}}};
}

failure no_room_for_recordings(std::uint64_t limit)
{
    return {.code = "QUEUE_FULL",
            .message =
                "The recordings under way may need all the room that there is for them; stop "
                "one, or try again when one has ended.",
            .context = {{"limit", limit}}};
}

failure recording_not_written()
{
    return {.code = "INTERNAL_ERROR",
            .message = "The recording could not be written down; the service's log says why."};
}

/// One that was under way when the service was killed: what is in its file counts.
recording cut_off_recording(recording what, const recording_folders& in)
{
    what.bytes = in.size_of(what.account_id, what.id).value_or(0);
    const bool something = what.bytes > 0 && what.format;
    auto then = what.created_at;
    std::error_code missing;
    const auto written =
        std::filesystem::last_write_time(in.file_of(what.account_id, what.id), missing);
    if (something && !missing)
        then = std::chrono::time_point_cast<recording::moment::duration>(
            std::chrono::file_clock::to_sys(written));
    return cut_off(std::move(what), something, then);
}

/// By the row. Another node that has ended one in the place of its own cannot see the file.
bool was_cut_off(const recording& what, const recording_folders& in)
{
    return what.status == recording_status::recording ||
           (what.ended_by == recording_end::service_ended &&
            in.size_of(what.account_id, what.id).value_or(0) != what.bytes);
}

} // namespace

recordings::recordings(recordings_dependencies with)
    : with_(std::move(with)), folders_(std::make_shared<const recording_folders>(with_.directory)),
      context_{.home = with_.home,
               .live = with_.live,
               .folders = folders_,
               .limits = with_.limits,
               .on_change = [this](const recording& what) { note_change(what); },
               .waiting_bytes = [this] { return waiting_bytes(); }},
      disk_(with_.home), reads_(with_.home),
      tasks_(with_.home,
             [log = with_.log](const std::exception_ptr&) { log->error("a recording failed"); })
{
}

std::size_t recordings::waiting_bytes() const
{
    std::size_t sum = 0;
    for (const auto& [id, each] : live_)
        sum += each->waiting_bytes();
    return sum;
}

std::vector<recording> recordings::read(store::transaction& on)
{
    return all_recordings(on);
}

void recordings::restore(std::vector<recording> left)
{
    std::set<std::filesystem::path> known;
    for (auto& each : left) {
        if (with_.node && !folders_->size_of(each.account_id, each.id))
            continue;
        if (was_cut_off(each, *folders_)) {
            each = cut_off_recording(std::move(each), *folders_);
            with_.store.write_behind(
                [row = each](store::transaction& on) { update_recording(on, row); });
        }
        known.insert(file_of(each));
        auto id = each.id;
        all_.emplace(std::move(id), std::move(each));
    }
    folders_->remove_all_but(known);
}

std::filesystem::path recordings::file_of(const recording& what) const
{
    return folders_->file_of(what.account_id, what.id);
}

result<void> recordings::check(const account& who,
                               const known_phone& phone,
                               const std::vector<recording>& others) const
{
    const auto count = [&](auto matches) {
        const auto here = std::ranges::count_if(
            live_, [&](const auto& each) { return matches(each.second->facts()); });
        return static_cast<std::size_t>(here + std::ranges::count_if(others, matches));
    };
    const auto of_phone = [&](const recording& each) { return each.phone_id == phone.id; };
    const auto of_account = [&](const recording& each) { return each.account_id == who.id; };
    const auto share = account_share(with_.limits.at_once, with_.accounts());
    if (count(of_phone) >= with_.limits.at_once_of_phone)
        return std::unexpected(too_many_recordings(with_.limits.at_once_of_phone));
    if (count(of_account) >= share)
        return std::unexpected(too_many_recordings(share));
    if (live_.size() >= with_.limits.at_once)
        return std::unexpected(too_many_recordings(with_.limits.at_once));
    if (room_for(who) == 0)
        return std::unexpected(no_room_for_recordings(with_.limits.bytes));
    return {};
}

std::uint64_t recordings::room_for(const account& who) const
{
    recording_list under_way;
    for (const auto& [id, each] : live_)
        under_way.push_back(&each->facts());
    return room_beside(under_way, who.id, with_.limits, with_.accounts());
}

asio::awaitable<result<recording>> recordings::start(recording_order what)
{
    const auto others = co_await under_way_elsewhere(what.who.id);
    if (auto fine = check(what.who, *what.phone, others); !fine)
        co_return std::unexpected(std::move(fine.error()));
    auto as = with_.live.admit(what.phone,
                               {.frames_per_second = what.wanted.frames_per_second,
                                .quality = what.wanted.quality,
                                .pictures = !has_video(*what.phone)},
                               what.who);
    if (!as)
        co_return std::unexpected(std::move(as.error()));
    what.wanted.max_bytes = std::min(what.wanted.max_bytes, room_for(what.who));
    const auto now = std::chrono::system_clock::now();
    recording begun{.id = what.id.value_or(ids_.next(now)),
                    .account_id = what.who.id,
                    .phone_id = what.phone->id,
                    .session_id = std::move(what.session_id),
                    .asked = what.wanted,
                    .created_at = in_milliseconds(now)};
    const auto made = std::make_shared<recorder>(context_, begun, what.phone, std::move(*as));
    live_.emplace(begun.id, made); // before it is written: another may ask at the same time
    const auto written = co_await with_.store.write(
        [begun, node = with_.node](store::transaction& on) { insert_recording(on, begun, node); });
    if (!written) {
        live_.erase(begun.id);
        co_return std::unexpected(failure_of_write(written.error(), recording_not_written()));
    }
    all_.emplace(begun.id, begun);
    with_.on_change(begun);
    tasks_.spawn(conduct(made));
    co_return begun;
}

/// To its end; what is too much by it goes.
asio::awaitable<void> recordings::conduct(recorder_ptr what)
{
    co_await record(std::move(what));
    co_await prune(std::chrono::system_clock::now());
}

asio::awaitable<void> recordings::record(recorder_ptr what)
{
    struct left_at_the_end {
        recordings& self;
        std::string id;
        ~left_at_the_end() { self.live_.erase(id); }
    } const mark{*this, what->facts().id};
    co_await what->run();
    const auto& facts = what->facts();
    with_.log->info("recording {} of phone={} account={} ended: {}, pictures={} bytes={}", facts.id,
                    facts.phone_id, facts.account_id, enum_word(*facts.ended_by), facts.pictures,
                    facts.bytes);
}

void recordings::note_change(const recording& what)
{
    const auto found = all_.find(what.id);
    if (found == all_.end())
        return; // it was removed
    found->second = what;
    with_.store.write_behind([row = what](store::transaction& on) { update_recording(on, row); });
    with_.on_change(what);
}

recordings::recorder_ptr recordings::find_live(std::string_view id) const
{
    const auto found = live_.find(id);
    return found == live_.end() ? nullptr : found->second;
}

std::optional<recording> recordings::find(const account& who, std::string_view id) const
{
    const auto found = all_.find(id);
    if (found == all_.end() || found->second.account_id != who.id ||
        !who.rights.may_use(found->second.phone_id))
        return std::nullopt;
    const auto live = find_live(id);
    return live ? live->facts() : found->second;
}

std::vector<recording> recordings::list(const filter& wanted) const
{
    std::vector<recording> out;
    for (const auto& [id, each] : std::views::reverse(all_)) { // ids are ordered by time
        if (out.size() == wanted.limit)
            break;
        if (wanted.phone_id && each.phone_id != *wanted.phone_id)
            continue;
        if (wanted.session_id && each.session_id != wanted.session_id)
            continue;
        if (auto found = find(wanted.who, id))
            out.push_back(std::move(*found));
    }
    return out;
}

asio::awaitable<std::optional<recording>>
recordings::stop(account who, std::string id, recording_end why)
{
    if (!find(who, id))
        co_return co_await stop_elsewhere(std::move(who), std::move(id));
    if (const auto live = find_live(id)) {
        live->stop(why);
        co_await live->until_ended();
        co_return live->facts();
    }
    co_return find(who, id);
}

void recordings::stop_soon(std::string_view id, recording_end why)
{
    if (const auto live = find_live(id))
        live->stop(why);
}

asio::awaitable<bool> recordings::remove(account who, std::string id)
{
    if (!find(who, id))
        co_return co_await remove_elsewhere(std::move(who), std::move(id));
    const auto ended = co_await stop(who, id);
    if (!ended || !all_.contains(id))
        co_return false;
    co_await forget({*ended});
    co_return true;
}

/// From memory and the store at once; from the disk as soon as it answers.
asio::awaitable<void> recordings::forget(std::vector<recording> which)
{
    for (const auto& each : which) {
        all_.erase(each.id);
        with_.store.write_behind(
            [id = each.id](store::transaction& on) { remove_recording(on, id); });
    }
    auto work = [folders = folders_, which = std::move(which)] {
        for (const auto& each : which)
            folders->remove(each.account_id, each.id);
        return true;
    };
    if (!co_await disk_.run_within(removal_time, std::move(work)))
        with_.log->error("recordings: {} does not answer in time", with_.directory.string());
}

asio::awaitable<void> recordings::prune(recording::moment now)
{
    recording_list kept;
    for (const auto& [id, each] : all_) // the oldest first, as ids are ordered by time
        if (!live_.contains(id))
            kept.push_back(&each);
    std::vector<recording> which;
    for (const auto* each : surplus_of(kept, with_.limits, now))
        which.push_back(*each);
    if (!which.empty())
        co_await forget(std::move(which));
    if (with_.node)
        with_.store.write_behind([before = now - with_.limits.age](store::transaction& on) {
            remove_recordings_without_picture(on, before);
        });
}

asio::awaitable<void> recordings::close()
{
    for (const auto& [id, each] : std::map(live_))
        each->stop(recording_end::service_ended);
    if (!co_await async::with_timeout(close_time, tasks_.until_empty())) {
        tasks_.cancel();
        co_await tasks_.until_empty();
    }
}

} // namespace thimble::service
