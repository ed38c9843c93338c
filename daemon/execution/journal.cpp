#include "daemon/execution/journal.hpp"

#include "program/private_file.hpp"
#include "text/uuid.hpp"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <fstream>
#include <sstream>
#include <unistd.h>

namespace thimble::daemon {

namespace {

constexpr std::string_view header = "thimble-journal-1";
constexpr std::string_view settled_word = "settled";
constexpr std::size_t longest_job_id = 128;
constexpr std::array<std::string_view, 3> stages{"received", "started", "finished"};
constexpr std::array outcomes{link::outcome::done, link::outcome::not_sent, link::outcome::unknown};

/// "finished 1b4e28ba-… not_sent PHONE_NOT_CONNECTED"
std::string line_of(const std::string& job_id, const journal::entry& what)
{
    std::string line(stages.at(static_cast<std::size_t>(what.stage)));
    line += ' ' + job_id;
    if (what.stage == journal::stage::finished) {
        line += ' ';
        line += link::to_string(what.outcome);
        if (!what.code.empty())
            line += ' ' + what.code;
    }
    return line + '\n';
}

std::optional<journal::stage> parse_stage(std::string_view word)
{
    const auto* found = std::ranges::find(stages, word);
    if (found == stages.end())
        return std::nullopt;
    return static_cast<journal::stage>(found - stages.begin());
}

std::optional<link::outcome> parse_outcome(std::string_view word)
{
    for (const link::outcome one : outcomes)
        if (link::to_string(one) == word)
            return one;
    return std::nullopt;
}

} // namespace

journal::journal(std::filesystem::path file, journal_limits limits)
    : file_(std::move(file)), limits_(limits), id_(service::random_uuid())
{
}

journal::journal(journal&& other) noexcept
    : file_(std::move(other.file_)), limits_(other.limits_), id_(std::move(other.id_)),
      descriptor_(std::exchange(other.descriptor_, -1)), lines_(other.lines_),
      entries_(std::move(other.entries_)), order_(std::move(other.order_))
{
}

journal::~journal()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

std::expected<journal, std::string> journal::open(std::filesystem::path file, journal_limits limits)
{
    journal result(std::move(file), limits);
    result.load();
    if (auto written = result.rewrite(); !written)
        return std::unexpected(written.error());
    return std::move(result);
}

void journal::load()
{
    std::ifstream from(file_, std::ios::binary);
    std::string word;
    std::string id;
    std::string line;
    if (!std::getline(from, line) || from.eof())
        return; // no file yet, or only a torn header
    if (!(std::istringstream(line) >> word >> id) || word != header)
        return; // not ours: the past is gone, and the new id says so
    id_ = id;
    while (std::getline(from, line) && !from.eof()) // a last line without its end was torn
        apply(line);
}

void journal::apply(std::string_view line)
{
    std::istringstream words{std::string(line)};
    std::string stage_word;
    std::string job_id;
    std::string outcome_word;
    entry what;
    words >> stage_word >> job_id >> outcome_word >> what.code;
    if (stage_word == settled_word)
        return forget(job_id);
    const auto stage = parse_stage(stage_word);
    if (!stage || !valid_job_id(job_id))
        return;
    what.stage = *stage;
    what.outcome = parse_outcome(outcome_word).value_or(link::outcome::unknown);
    remember(job_id, std::move(what));
}

void journal::remember(const std::string& job_id, entry what)
{
    const auto [at, added] = entries_.insert_or_assign(job_id, std::move(what));
    if (added)
        order_.push_back(job_id);
    if (entries_.size() > limits_.jobs)
        forget(order_.front());
    if (order_.size() > 2 * limits_.jobs)
        forget_gone();
}

/// Its place in the order stays until it comes to the front, or there are many of them.
void journal::forget(const std::string& job_id)
{
    entries_.erase(job_id);
    while (!order_.empty() && !entries_.contains(order_.front()))
        order_.pop_front();
}

void journal::forget_gone()
{
    std::erase_if(order_, [this](const auto& job_id) { return !entries_.contains(job_id); });
}

std::expected<void, std::string> journal::rewrite()
{
    std::string text = std::string(header) + ' ' + id_ + '\n';
    forget_gone();
    for (const std::string& job_id : order_)
        text += line_of(job_id, entries_.at(job_id));
    if (auto written = service::write_private_file(file_, text); !written)
        return written;
    const int opened = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (opened < 0)
        return std::unexpected(service::file_problem("open", file_));
    if (descriptor_ >= 0)
        ::close(descriptor_);
    descriptor_ = opened;
    lines_ = order_.size() + 1;
    return {};
}

std::expected<void, std::string> journal::append(const std::string& line)
{
    if (lines_ >= limits_.lines)
        if (auto rewritten = rewrite(); !rewritten)
            return rewritten;
    const ssize_t written = ::write(descriptor_, line.data(), line.size());
    if (written != static_cast<ssize_t>(line.size())) {
        const std::string problem = service::file_problem("write to", file_);
        lines_ = limits_.lines; // the half line goes when there is room again
        return std::unexpected(problem);
    }
    ++lines_;
    return {};
}

std::expected<void, std::string> journal::record(const std::string& job_id, entry what)
{
    if (auto written = append(line_of(job_id, what)); !written)
        return written;
    remember(job_id, std::move(what));
    return {};
}

std::expected<void, std::string> journal::received(const std::string& job_id)
{
    return record(job_id, entry{.stage = stage::received, .code = {}});
}

std::expected<void, std::string> journal::started(const std::string& job_id)
{
    return record(job_id, entry{.stage = stage::started, .code = {}});
}

std::expected<void, std::string>
journal::finished(const std::string& job_id, link::outcome outcome, std::string_view code)
{
    return record(job_id,
                  {.stage = stage::finished, .outcome = outcome, .code = std::string(code)});
}

std::expected<void, std::string> journal::settled(const std::string& job_id)
{
    if (!entries_.contains(job_id))
        return {};
    forget(job_id); // whatever becomes of the line: nobody will ask again
    return append(std::string(settled_word) + ' ' + job_id + '\n');
}

std::vector<std::pair<std::string, journal::stage>> journal::open() const
{
    std::vector<std::pair<std::string, stage>> out;
    for (const auto& job_id : order_)
        if (const auto known = entries_.find(job_id); known != entries_.end())
            out.emplace_back(job_id, known->second.stage);
    return out;
}

std::optional<journal::entry> journal::find(const std::string& job_id) const
{
    const auto found = entries_.find(job_id);
    if (found == entries_.end())
        return std::nullopt;
    return found->second;
}

bool journal::valid_job_id(std::string_view job_id)
{
    return !job_id.empty() && job_id.size() <= longest_job_id &&
           std::ranges::all_of(job_id, [](char c) { return c > ' ' && c <= '~'; });
}

} // namespace thimble::daemon
