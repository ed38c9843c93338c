#include "daemon/execution/held_input_record.hpp"

#include "program/private_file.hpp"
#include "program/state_directory.hpp"

#include <spdlog/fmt/fmt.h>

#include <fcntl.h>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace thimble::daemon {

using device::held_inputs;

namespace {

constexpr std::size_t long_record = 256UL * 1024;
constexpr std::size_t largest_record = 8 * long_record; // of processes that all have something down
constexpr std::size_t longest_udid = 64;
constexpr std::size_t most_contacts = 5;
constexpr std::string_view keys_word = "keys";

bool is_word(const std::string& udid)
{
    return !udid.empty() && udid.size() <= longest_udid &&
           udid.find_first_of(" \t\r\n") == std::string::npos;
}

/// "00008130-00114C580A620026 1:32768:40000 keys"; the UDID alone where nothing is down.
std::string line_of(const std::string& udid, const held_inputs& what)
{
    auto line = udid;
    for (const auto& each : what.contacts)
        line += fmt::format(" {}:{}:{}", each.identity, each.x, each.y);
    if (what.keys)
        line += fmt::format(" {}", keys_word);
    return line + '\n';
}

std::optional<held_inputs::contact> contact_in(const std::string& word)
{
    std::istringstream from(word);
    unsigned identity = 0;
    unsigned x = 0;
    unsigned y = 0;
    char first = 0;
    char second = 0;
    if (!(from >> identity >> first >> x >> second >> y) || first != ':' || second != ':' ||
        identity >= most_contacts || x > UINT16_MAX || y > UINT16_MAX)
        return std::nullopt;
    return held_inputs::contact{.identity = static_cast<std::uint8_t>(identity),
                                .x = static_cast<std::uint16_t>(x),
                                .y = static_cast<std::uint16_t>(y)};
}

/// Words that make no sense are passed over.
held_inputs inputs_in(std::istringstream& words)
{
    held_inputs out;
    for (std::string word; words >> word;) {
        if (word == keys_word)
            out.keys = true;
        else if (const auto contact = contact_in(word);
                 contact && out.contacts.size() < most_contacts)
            out.contacts.push_back(*contact);
    }
    return out;
}

} // namespace

held_input_record::held_input_record(std::filesystem::path state_dir)
    : state_dir_(std::move(state_dir)), file_(state_dir_ / "held-inputs")
{
    const auto text = service::read_private_file(file_, largest_record);
    if (!text || !*text)
        return;
    std::istringstream lines(**text);
    std::string line;
    while (std::getline(lines, line) && !lines.eof()) { // a last line without its end was torn
        std::istringstream words(line);
        std::string udid;
        words >> udid;
        if (auto what = inputs_in(words); what.empty())
            down_.erase(udid);
        else
            down_.insert_or_assign(udid, std::move(what));
    }
}

held_input_record::~held_input_record()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

held_inputs held_input_record::find(const std::string& udid) const
{
    const auto found = down_.find(udid);
    return found == down_.end() ? held_inputs() : found->second;
}

void held_input_record::remember(const std::string& udid, const held_inputs& what)
{
    if (!is_word(udid) || find(udid) == what)
        return;
    if (what.empty())
        down_.erase(udid);
    else
        down_.insert_or_assign(udid, what);
    if (!open())
        return;
    const auto line = line_of(udid, what);
    std::ignore = ::write(descriptor_, line.data(), line.size());
    empty_when_long();
}

bool held_input_record::open()
{
    if (descriptor_ < 0 && service::prepare_state_directory(state_dir_))
        descriptor_ = ::open(file_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW,
                             S_IRUSR | S_IWUSR);
    return descriptor_ >= 0;
}

void held_input_record::empty_when_long()
{
    struct stat now{};
    if (down_.empty() && ::fstat(descriptor_, &now) == 0 &&
        std::cmp_greater(now.st_size, long_record))
        std::ignore = ::ftruncate(descriptor_, 0);
}

} // namespace thimble::daemon
