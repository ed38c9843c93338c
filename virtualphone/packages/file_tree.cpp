#include "virtualphone/packages/file_tree.hpp"

#include <algorithm>
#include <utility>

namespace thimble::virtualphone::packages {
namespace {

constexpr std::size_t deepest = 64; // folders

std::string parent_of(std::string_view path)
{
    const auto slash = path.rfind('/');
    return std::string(slash == std::string_view::npos ? std::string_view()
                                                       : path.substr(0, slash));
}

bool is_below(std::string_view path, std::string_view folder)
{
    return folder.empty() ? !path.empty()
                          : path.size() > folder.size() + 1 && path.starts_with(folder) &&
                                path[folder.size()] == '/';
}

} // namespace

file_tree::file_tree() : file_tree(std::make_shared<file_room>(), most_bytes) {}

file_tree::file_tree(std::shared_ptr<file_room> room, std::size_t most)
    : room_(std::move(room)), most_(most)
{
    files_[""].kind = file_kind::folder;
}

file_tree::~file_tree()
{
    replace_bytes(bytes_, 0);
}

std::size_t file_tree::free_bytes() const
{
    return std::min(most_ - bytes_, room_->most - room_->used);
}

void file_tree::replace_bytes(std::size_t before, std::size_t now)
{
    bytes_ = bytes_ - before + now;
    room_->used = room_->used - before + now;
}

std::optional<std::string> file_tree::normal(std::string_view path)
{
    std::string result;
    std::size_t depth = 0;
    while (!path.empty()) {
        const auto part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (part.empty() || part == ".")
            continue;
        if (part == ".." || ++depth > deepest)
            return std::nullopt;
        result += (result.empty() ? "" : "/") + std::string(part);
    }
    return result.size() <= longest_path ? std::optional(result) : std::nullopt;
}

const stored_file* file_tree::find(std::string_view path) const
{
    const auto place = normal(path);
    const auto found = place ? files_.find(*place) : files_.end();
    return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::string> file_tree::names_in(std::string_view folder) const
{
    std::vector<std::string> names;
    const auto place = normal(folder).value_or("");
    for (const auto& path : paths_below(folder)) {
        const auto inside = path.substr(place.empty() ? 0 : place.size() + 1);
        if (inside.find('/') == std::string::npos)
            names.push_back(inside);
    }
    return names;
}

std::vector<std::string> file_tree::paths_below(std::string_view folder) const
{
    std::vector<std::string> paths;
    const auto place = normal(folder);
    if (!place)
        return paths;
    for (auto each = files_.lower_bound(*place); each != files_.end(); ++each) {
        if (!each->first.starts_with(*place))
            break;
        if (is_below(each->first, *place))
            paths.push_back(each->first);
    }
    return paths;
}

file_status file_tree::put(std::string_view path, stored_file what)
{
    const auto place = normal(path);
    if (!place || place->empty())
        return file_status::invalid;
    const auto above = files_.find(parent_of(*place));
    if (above == files_.end())
        return file_status::not_found;
    if (above->second.kind != file_kind::folder)
        return file_status::invalid;
    if (files_.size() >= most_files)
        return file_status::no_space;
    files_[*place] = std::move(what);
    return file_status::done;
}

file_status file_tree::make_folder(std::string_view path)
{
    const auto place = normal(path);
    if (!place)
        return file_status::invalid;
    if (const auto* const there = find(*place))
        return there->kind == file_kind::folder ? file_status::done : file_status::exists;
    if (const auto above = make_folder(parent_of(*place)); above != file_status::done)
        return above;
    return put(*place, {.kind = file_kind::folder, .content = {}, .target = {}});
}

file_status file_tree::make_link(std::string_view path, std::string_view target)
{
    if (target.empty() || target.size() > longest_path)
        return file_status::invalid;
    if (find(path) != nullptr)
        return file_status::exists;
    return put(path, {.kind = file_kind::link, .content = {}, .target = std::string(target)});
}

file_status file_tree::make_file(std::string_view path)
{
    const auto* const there = find(path);
    if (there == nullptr)
        return put(path, {});
    if (there->kind == file_kind::folder)
        return file_status::is_folder;
    return there->kind == file_kind::file ? resize(path, 0) : file_status::denied;
}

stored_file* file_tree::find_file(std::string_view path, file_status& problem)
{
    const auto place = normal(path);
    const auto found = place ? files_.find(*place) : files_.end();
    if (found != files_.end() && found->second.kind == file_kind::file)
        return &found->second;
    problem = found == files_.end() ? file_status::not_found : file_status::is_folder;
    return nullptr;
}

file_status file_tree::write(std::string_view path, std::uint64_t at, plist::byte_view content)
{
    file_status problem{};
    auto* const file = find_file(path, problem);
    if (file == nullptr)
        return problem;
    if (at > most_bytes)
        return file_status::no_space;
    const auto end = static_cast<std::size_t>(at) + content.size();
    if (end > file->content.size())
        if (const auto grown = resize(path, end); grown != file_status::done)
            return grown;
    std::ranges::copy(content, file->content.begin() + static_cast<std::ptrdiff_t>(at));
    return file_status::done;
}

file_status file_tree::resize(std::string_view path, std::uint64_t size)
{
    file_status problem{};
    auto* const file = find_file(path, problem);
    if (file == nullptr)
        return problem;
    const auto before = file->content.size();
    if (size > before && size - before > free_bytes())
        return file_status::no_space;
    file->content.resize(static_cast<std::size_t>(size));
    replace_bytes(before, file->content.size());
    return file_status::done;
}

void file_tree::drop(const std::string& path)
{
    const auto found = files_.find(path);
    if (found == files_.end())
        return;
    replace_bytes(found->second.content.size(), 0);
    files_.erase(found);
}

file_status file_tree::rename(std::string_view from, std::string_view to)
{
    const auto source = normal(from);
    const auto target = normal(to);
    if (!source || !target || source->empty() || target->empty() || is_below(*target, *source))
        return file_status::invalid;
    if (!files_.contains(*source))
        return file_status::not_found;
    if (*source == *target)
        return file_status::done;
    if (files_.contains(*target))
        return file_status::exists;
    const auto above = files_.find(parent_of(*target));
    if (above == files_.end() || above->second.kind != file_kind::folder)
        return file_status::not_found;
    auto moved = paths_below(*source);
    moved.push_back(*source);
    for (const auto& each : moved) {
        auto node = files_.extract(each);
        node.key() = *target + each.substr(source->size());
        files_.insert(std::move(node));
    }
    return file_status::done;
}

file_status file_tree::remove(std::string_view path, bool with_contents)
{
    const auto place = normal(path);
    if (!place || !files_.contains(*place))
        return file_status::not_found;
    if (place->empty())
        return file_status::denied;
    const auto contents = paths_below(*place);
    if (!contents.empty() && !with_contents)
        return file_status::not_empty;
    for (const auto& each : contents)
        drop(each);
    drop(*place);
    return file_status::done;
}

} // namespace thimble::virtualphone::packages
