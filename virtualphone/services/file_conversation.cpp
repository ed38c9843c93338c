#include "virtualphone/services/file_conversation.hpp"

#include <algorithm>

namespace thimble::virtualphone {
namespace {

using packages::file_kind;
using packages::file_status;

std::string first_text(const afc_request& request)
{
    const auto texts = request.texts_from(0);
    return texts.empty() ? std::string() : texts.front();
}

std::string_view format_word(file_kind kind)
{
    if (kind == file_kind::folder)
        return "S_IFDIR";
    return kind == file_kind::link ? "S_IFLNK" : "S_IFREG";
}

} // namespace

plist::bytes file_conversation::answer(const afc_request& request)
{
    switch (request.header.operation) {
    case afc_operation::read_folder:
        return read_folder(request);
    case afc_operation::file_info:
        return file_info(request);
    case afc_operation::device_info:
        return device_info(request);
    case afc_operation::open:
        return open(request);
    case afc_operation::read:
        return read(request);
    case afc_operation::tell:
        return tell(request);
    default:
        return afc_status(request, change(request));
    }
}

file_status file_conversation::change(const afc_request& request)
{
    switch (request.header.operation) {
    case afc_operation::write:
        return write(request);
    case afc_operation::seek:
        return seek(request);
    case afc_operation::resize:
        return resize(request);
    case afc_operation::close:
        return open_.erase(request.number_at(0)) == 1 ? status::done : status::invalid;
    case afc_operation::lock:
        return file_of(request) != nullptr ? status::done : status::invalid;
    case afc_operation::make_folder:
        return files_.make_folder(first_text(request));
    case afc_operation::remove:
        return files_.remove(first_text(request), false);
    case afc_operation::remove_with_contents:
        return files_.remove(first_text(request), true);
    case afc_operation::rename: {
        const auto paths = request.texts_from(0);
        return paths.size() < 2 ? status::invalid : files_.rename(paths[0], paths[1]);
    }
    case afc_operation::make_link: {
        constexpr std::uint64_t symbolic = 2;
        const auto paths = request.texts_from(8);
        if (request.number_at(0) != symbolic || paths.size() < 2)
            return status::invalid;
        return files_.make_link(paths[1], paths[0]);
    }
    case afc_operation::set_time: { // there are none
        const auto paths = request.texts_from(8);
        return !paths.empty() && files_.find(paths.front()) ? status::done : status::not_found;
    }
    default:
        return status::not_supported;
    }
}

plist::bytes file_conversation::read_folder(const afc_request& request) const
{
    const auto path = first_text(request);
    const auto* const folder = files_.find(path);
    if (folder == nullptr)
        return afc_status(request, status::not_found);
    if (folder->kind != file_kind::folder)
        return afc_status(request, status::invalid);
    auto names = files_.names_in(path);
    names.insert(names.begin(), {".", ".."});
    return afc_data(request, afc_texts(names));
}

plist::bytes file_conversation::file_info(const afc_request& request) const
{
    constexpr std::size_t block = 4096;
    constexpr auto moment = "1700000000000000000"; // ns; the files have none of their own
    const auto* const file = files_.find(first_text(request));
    if (file == nullptr)
        return afc_status(request, status::not_found);
    const auto size = file->content.size();
    std::vector<std::string> facts{"st_size",      std::to_string(size),
                                   "st_blocks",    std::to_string((size + block - 1) / block),
                                   "st_nlink",     "1",
                                   "st_ifmt",      std::string(format_word(file->kind)),
                                   "st_mtime",     moment,
                                   "st_birthtime", moment};
    if (file->kind == file_kind::link) {
        facts.emplace_back("LinkTarget");
        facts.push_back(file->target);
    }
    return afc_data(request, afc_texts(facts));
}

plist::bytes file_conversation::device_info(const afc_request& request) const
{
    return afc_data(
        request,
        afc_texts({"Model", storage_.model, "FSTotalBytes", std::to_string(storage_.total_bytes),
                   "FSFreeBytes", std::to_string(storage_.free_bytes), "FSBlockSize", "4096"}));
}

plist::bytes file_conversation::open(const afc_request& request)
{
    enum : std::uint64_t { read_only = 1, update = 2, write_new = 3, update_new = 4, append = 5 };
    constexpr std::uint64_t read_append = 6;
    const auto mode = request.number_at(0);
    const auto paths = request.texts_from(8);
    if (paths.empty() || mode < read_only || mode > read_append)
        return afc_status(request, status::invalid);
    if (open_.size() >= most_open_files)
        return afc_status(request, status::no_space);
    const auto& path = paths.front();
    const auto* const there = files_.find(path);
    if (there != nullptr && there->kind != file_kind::file)
        return afc_status(request,
                          there->kind == file_kind::folder ? status::is_folder : status::denied);
    if (there == nullptr && mode == read_only)
        return afc_status(request, status::not_found);
    if (there == nullptr || mode == write_new || mode == update_new)
        if (const auto made = files_.make_file(path); made != status::done)
            return afc_status(request, made);
    const bool appends = mode == append || mode == read_append;
    open_[++last_handle_] = {
        .path = path, .at = 0, .may_write = mode != read_only, .appends = appends};
    return afc_number(request, afc_operation::opened, last_handle_);
}

file_conversation::open_file* file_conversation::file_of(const afc_request& request)
{
    const auto found = open_.find(request.number_at(0));
    return found == open_.end() ? nullptr : &found->second;
}

plist::bytes file_conversation::read(const afc_request& request)
{
    auto* const file = file_of(request);
    const auto* const stored = file == nullptr ? nullptr : files_.find(file->path);
    if (stored == nullptr)
        return afc_status(request, status::invalid);
    const auto size = stored->content.size();
    const auto start = std::min<std::uint64_t>(file->at, size);
    const auto count = std::min({request.number_at(8), size - start, most_read_at_once});
    const auto part =
        plist::byte_view(stored->content)
            .subspan(static_cast<std::size_t>(start), static_cast<std::size_t>(count));
    file->at = start + count;
    return afc_data(request, part);
}

plist::bytes file_conversation::tell(const afc_request& request)
{
    const auto* const file = file_of(request);
    return file == nullptr ? afc_status(request, status::invalid)
                           : afc_number(request, afc_operation::told, file->at);
}

file_status file_conversation::write(const afc_request& request)
{
    auto* const file = file_of(request);
    const auto* const stored = file == nullptr ? nullptr : files_.find(file->path);
    if (stored == nullptr)
        return status::invalid;
    if (!file->may_write)
        return status::denied;
    if (file->appends)
        file->at = stored->content.size();
    const auto written = files_.write(file->path, file->at, request.payload);
    if (written == status::done)
        file->at += request.payload.size();
    return written;
}

file_status file_conversation::seek(const afc_request& request)
{
    auto* const file = file_of(request);
    const auto* const stored = file == nullptr ? nullptr : files_.find(file->path);
    if (stored == nullptr)
        return status::invalid;
    enum : std::uint64_t { from_start = 0, from_here = 1, from_end = 2 };
    const auto whence = request.number_at(8);
    const auto offset = static_cast<std::int64_t>(request.number_at(16));
    constexpr auto furthest = static_cast<std::int64_t>(packages::file_tree::most_bytes);
    std::int64_t base = 0;
    if (whence == from_here)
        base = static_cast<std::int64_t>(file->at);
    else if (whence == from_end)
        base = static_cast<std::int64_t>(stored->content.size());
    if (whence > from_end || offset < -furthest || offset > furthest || base + offset < 0 ||
        base + offset > furthest)
        return status::invalid;
    file->at = static_cast<std::uint64_t>(base + offset);
    return status::done;
}

file_status file_conversation::resize(const afc_request& request)
{
    const auto* const file = file_of(request);
    if (file == nullptr)
        return status::invalid;
    return file->may_write ? files_.resize(file->path, request.number_at(8)) : status::denied;
}

} // namespace thimble::virtualphone
