// Recordings of other nodes of the service, and answers to these.
#include "contract/store_failure.hpp"
#include "service/recordings/recording_rows.hpp"
#include "service/recordings/recordings.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <unistd.h>

namespace thimble::service {

namespace asio = boost::asio;

namespace {

/// For the disk to read a part.
constexpr std::chrono::seconds part_time{4};

/// Of the content at that place; shorter at its end, empty where it cannot be read.
std::string read_part_of(const std::filesystem::path& file, http::byte_range what)
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (descriptor < 0)
        return {};
    std::string out(static_cast<std::size_t>(what.length), '\0');
    ssize_t count = -1;
    do
        count = ::pread(descriptor, out.data(), out.size(), static_cast<off_t>(what.first));
    while (count < 0 && errno == EINTR);
    ::close(descriptor);
    out.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return out;
}

} // namespace

asio::awaitable<std::optional<recording>> recordings::find_anywhere(account who, std::string id)
{
    if (auto found = find(who, id); found || !elsewhere_.list)
        co_return found;
    const auto known = co_await with_.store.read([account_id = who.id, id](store::transaction& on) {
        return has_recording(on, account_id, id);
    });
    if (!known)
        throw store_failed("a recording", known.error());
    if (!*known)
        co_return std::nullopt;
    elsewhere::question what{.account_id = who.id, .id = id};
    const auto told = co_await elsewhere_.list(std::move(what));
    const auto found = std::ranges::find(told, id, &recording::id);
    if (found == told.end() || found->account_id != who.id || !who.rights.may_use(found->phone_id))
        co_return std::nullopt;
    co_return *found;
}

asio::awaitable<std::vector<recording>> recordings::list_anywhere(filter wanted)
{
    auto out = list(wanted);
    if (!elsewhere_.list)
        co_return out;
    elsewhere::question what{.account_id = wanted.who.id,
                             .phone_id = wanted.phone_id,
                             .session_id = wanted.session_id,
                             .limit = wanted.limit};
    auto told = co_await elsewhere_.list(std::move(what));
    for (auto& each : told)
        if (each.account_id == wanted.who.id && wanted.who.rights.may_use(each.phone_id) &&
            !all_.contains(each.id))
            out.push_back(std::move(each));
    std::ranges::sort(out, std::greater(), &recording::id); // ordered by time
    out.resize(std::min(out.size(), wanted.limit));
    co_return out;
}

std::vector<recording> recordings::under_way_of(std::string_view account_id) const
{
    std::vector<recording> out;
    for (const auto& [id, each] : live_)
        if (each->facts().account_id == account_id)
            out.push_back(each->facts());
    return out;
}

asio::awaitable<std::vector<recording>> recordings::under_way_elsewhere(std::string account_id)
{
    if (!elsewhere_.list)
        co_return std::vector<recording>();
    elsewhere::question what{.account_id = std::move(account_id), .under_way = true};
    co_return co_await elsewhere_.list(std::move(what));
}

asio::awaitable<result<void>> recordings::check_anywhere(account who, phone_ptr phone)
{
    const auto others = co_await under_way_elsewhere(who.id);
    co_return check(who, *phone, others);
}

asio::awaitable<std::optional<recording>> recordings::stop_elsewhere(account who, std::string id)
{
    if (!elsewhere_.stop || !co_await find_anywhere(who, id))
        co_return std::nullopt;
    co_return co_await elsewhere_.stop(who.id, id);
}

asio::awaitable<bool> recordings::remove_elsewhere(account who, std::string id)
{
    if (!elsewhere_.remove || !co_await find_anywhere(who, id))
        co_return false;
    co_return co_await elsewhere_.remove(who.id, id);
}

asio::awaitable<std::string>
recordings::read_part(std::string account_id, std::string id, http::byte_range what)
{
    if (!is_here(id))
        co_return elsewhere_.part
            ? co_await elsewhere_.part(std::move(account_id), std::move(id), what)
            : std::string();
    const auto found = find(whole_account(std::move(account_id)), id);
    if (!found || what.length > longest_part || what.first >= found->bytes)
        co_return std::string();
    what.length = std::min(what.length, found->bytes - what.first);
    auto work = [file = file_of(*found), what] { return read_part_of(file, what); };
    co_return (co_await reads_.run_within(part_time, std::move(work))).value_or("");
}

} // namespace thimble::service
