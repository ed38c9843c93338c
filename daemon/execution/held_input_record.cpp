#include "daemon/execution/held_input_record.hpp"

#include "program/private_file.hpp"
#include "program/state_directory.hpp"

#include <spdlog/fmt/fmt.h>

#include <algorithm>
#include <fcntl.h>
#include <sstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace thimble::daemon {

using device::held_inputs;

namespace {

constexpr std::size_t largest_record = 64UL * 1024; // some hundred phones
constexpr std::size_t longest_udid = 64;
constexpr std::size_t most_contacts = 5;
constexpr std::string_view keys_word = "keys";

bool is_word(const std::string& udid)
{
    return !udid.empty() && udid.size() <= longest_udid &&
           udid.find_first_of(" \t\r\n") == std::string::npos;
}

/// "00008130-00114C580A620026 1:32768:40000 keys"
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

std::map<std::string, held_inputs> phones_in(const std::string& text)
{
    std::map<std::string, held_inputs> out;
    std::istringstream lines(text);
    std::string line;
    while (std::getline(lines, line) && !lines.eof()) { // a last line without its end was torn
        std::istringstream words(line);
        std::string udid;
        words >> udid;
        if (auto what = inputs_in(words); is_word(udid) && !what.empty())
            out.insert_or_assign(udid, std::move(what));
    }
    return out;
}

std::string content_of(int descriptor)
{
    std::string out(largest_record, '\0');
    const auto count = ::pread(descriptor, out.data(), out.size(), 0);
    out.resize(static_cast<std::size_t>(std::max<ssize_t>(0, count)));
    return out;
}

/// Of the file, against other processes, for some system calls. One that is stopped in between is
/// not waited for.
class file_lock {
public:
    explicit file_lock(int descriptor) : descriptor_(descriptor)
    {
        ::flock(descriptor_, LOCK_EX | LOCK_NB);
    }
    file_lock(const file_lock&) = delete;
    file_lock& operator=(const file_lock&) = delete;
    ~file_lock() { ::flock(descriptor_, LOCK_UN); }

private:
    int descriptor_;
};

} // namespace

held_input_record::held_input_record(std::filesystem::path state_dir)
    : state_dir_(std::move(state_dir)), file_(state_dir_ / "held-inputs")
{
    if (const auto text = service::read_private_file(file_, largest_record); text && *text)
        found_ = phones_in(**text);
}

held_input_record::~held_input_record()
{
    if (descriptor_ >= 0)
        ::close(descriptor_);
}

held_inputs held_input_record::find(const std::string& udid) const
{
    const auto own = own_.find(udid);
    if (own != own_.end())
        return own->second;
    const auto found = found_.find(udid);
    return found == found_.end() ? held_inputs() : found->second;
}

void held_input_record::remember(const std::string& udid, const held_inputs& what)
{
    if (!is_word(udid) || find(udid) == what)
        return;
    own_.insert_or_assign(udid, what);
    if (open())
        write_all();
}

bool held_input_record::open()
{
    if (descriptor_ < 0 && service::prepare_state_directory(state_dir_))
        descriptor_ =
            ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    return descriptor_ >= 0;
}

/// Keeps the records that other processes have written of their phones.
void held_input_record::write_all()
{
    const file_lock alone(descriptor_);
    auto all = phones_in(content_of(descriptor_));
    for (const auto& [udid, what] : own_)
        all.insert_or_assign(udid, what);
    std::string text;
    for (const auto& [udid, what] : all)
        if (!what.empty())
            text += line_of(udid, what);
    const auto written = ::pwrite(descriptor_, text.data(), text.size(), 0);
    std::ignore = ::ftruncate(descriptor_, std::max<ssize_t>(0, written));
}

} // namespace thimble::daemon
