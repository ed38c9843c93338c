#include "device/packages/zip_directory.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

// An archive is entries, each behind a header of 30 bytes, name and extra fields; then the
// directory, whose records of 46 bytes repeat most of that and say where the header is; then the
// end: 22 bytes and a comment. Beyond 32 bits, a further end and its place stand before that one,
// and an extra field (1) has what is all ones elsewhere. Little-endian.

namespace thimble::device::packages {
namespace {

constexpr std::string_view header_mark("PK\x03\x04", 4);
constexpr std::string_view record_mark("PK\x01\x02", 4);
constexpr std::string_view end_mark("PK\x05\x06", 4);
constexpr std::string_view wide_end_mark("PK\x06\x06", 4);
constexpr std::string_view wide_place_mark("PK\x06\x07", 4);

constexpr std::size_t header_bytes = 30;
constexpr std::size_t record_bytes = 46;
constexpr std::size_t end_bytes = 22;
constexpr std::size_t wide_end_bytes = 56;
constexpr std::size_t wide_place_bytes = 20;
constexpr std::size_t longest_comment = 0xFFFF;
constexpr std::uint64_t largest_directory = 64U << 20U;

constexpr std::uint64_t in_wide_field = 0xFFFF'FFFF;
constexpr unsigned wide_field = 0x0001;
constexpr unsigned name_field = 0x7075; // another name of the entry, in UTF-8
constexpr unsigned encrypted = 0x0001;
constexpr unsigned sizes_follow = 0x0008; // the header may have zeros
constexpr unsigned name_in_utf8 = 0x0800;

failure directory_differs()
{
    return package_failure("package_damaged",
                           "The package is damaged: its directory and its entries do not agree. "
                           "Nothing was sent; pack it anew.");
}

failure directory_too_large()
{
    return package_failure("package_too_large",
                           "The package has too many entries to be an app. Nothing was sent.");
}

/// `from` has to have that many bytes there.
std::uint64_t little_endian(std::string_view from, std::size_t at, std::size_t width)
{
    std::uint64_t value = 0;
    for (std::size_t place = width; place > 0; --place)
        value = (value << 8U) | static_cast<unsigned char>(from[at + place - 1]);
    return value;
}

/// Content of the first such field; nothing where there is none.
std::optional<std::string_view> extra_field(std::string_view fields, unsigned kind)
{
    while (fields.size() >= 4) {
        const auto found = little_endian(fields, 0, 2);
        const auto size = static_cast<std::size_t>(little_endian(fields, 2, 2));
        fields.remove_prefix(4);
        if (found == kind)
            return fields.substr(0, size);
        fields.remove_prefix(std::min(size, fields.size()));
    }
    return std::nullopt;
}

/// Told twice of each entry.
struct told_of_entry {
    std::uint64_t flags = 0;
    std::uint64_t method = 0;
    std::uint64_t checksum = 0;
    std::uint64_t packed = 0;
    std::uint64_t unpacked = 0;
    std::uint64_t header = 0; // of the directory only: its place
    std::string_view name;
    std::optional<std::string_view> other_name;

    /// Flags, method, time, checksum, sizes: in the same order in a header and a record.
    static told_of_entry common(std::string_view from)
    {
        return {.flags = little_endian(from, 0, 2),
                .method = little_endian(from, 2, 2),
                .checksum = little_endian(from, 8, 4),
                .packed = little_endian(from, 12, 4),
                .unpacked = little_endian(from, 16, 4),
                .name = {},
                .other_name = {}};
    }

    void take(std::string_view its_name, std::string_view fields)
    {
        name = its_name;
        other_name = extra_field(fields, name_field);
        auto wide = extra_field(fields, wide_field).value_or(std::string_view());
        for (auto* const each : {&unpacked, &packed, &header}) {
            if (*each != in_wide_field || wide.size() < 8)
                continue;
            *each = little_endian(wide, 0, 8);
            wide.remove_prefix(8);
        }
    }
};

bool is_ascii(std::string_view text)
{
    return std::ranges::all_of(text,
                               [](char each) { return static_cast<unsigned char>(each) < 0x80; });
}

bool agree(const told_of_entry& directory, const told_of_entry& header)
{
    const unsigned same_flags = encrypted | (is_ascii(header.name) ? 0U : name_in_utf8);
    const auto same = [&](std::uint64_t one, std::uint64_t other) {
        return one == other || ((header.flags & sizes_follow) != 0 && other == 0);
    };
    if (directory.name != header.name || directory.other_name != header.other_name ||
        (directory.flags & same_flags) != (header.flags & same_flags))
        return false;
    if ((header.flags & encrypted) != 0) // refused when it is read, whatever its sizes are
        return true;
    return directory.method == header.method && same(directory.checksum, header.checksum) &&
           same(directory.packed, header.packed) && same(directory.unpacked, header.unpacked);
}

class directory_check {
public:
    directory_check(const bytes_of_archive& archive,
                    std::uint64_t size,
                    const package_limits& limits)
        : archive_(archive), size_(size), limits_(limits)
    {
    }

    result<std::uint64_t> run()
    {
        const auto tail_bytes = std::min<std::uint64_t>(size_, end_bytes + longest_comment);
        const auto tail = bytes_at(size_ - tail_bytes, tail_bytes);
        const auto last = tail.rfind(end_mark);
        if (last == std::string::npos)
            return std::uint64_t{0};
        if (!is_end(tail, last) || has_end_before(tail, last) ||
            !find_directory(std::string_view(tail).substr(last), size_ - tail.size() + last))
            return std::unexpected(directory_differs());
        if (directory_bytes_ > largest_directory)
            return std::unexpected(directory_too_large());
        return compare_all(bytes_at(directory_, directory_bytes_));
    }

private:
    /// Empty where the archive ends before.
    std::string bytes_at(std::uint64_t at, std::uint64_t count) const
    {
        if (at > size_ || count > size_ - at)
            return {};
        std::string content(static_cast<std::size_t>(count), '\0');
        return archive_(at, content) ? content : std::string();
    }

    /// True where it fills the rest, with its comment.
    static bool is_end(std::string_view tail, std::size_t at)
    {
        return tail.size() - at >= end_bytes &&
               little_endian(tail, at + 20, 2) == tail.size() - at - end_bytes;
    }

    /// Another end, whose comment has the last one in it: some readers take the first, some the
    /// last.
    static bool has_end_before(std::string_view tail, std::size_t last)
    {
        for (auto at = tail.find(end_mark); at < last; at = tail.find(end_mark, at + 1))
            if (is_end(tail, at))
                return true;
        return false;
    }

    /// `end` is at `at`. The directory ends where the ends begin, so that no reader looks elsewhere
    /// for it.
    bool find_directory(std::string_view end, std::uint64_t at)
    {
        entries_ = little_endian(end, 10, 2);
        directory_bytes_ = little_endian(end, 12, 4);
        directory_ = little_endian(end, 16, 4);
        const auto place =
            bytes_at(at < wide_place_bytes ? size_ : at - wide_place_bytes, wide_place_bytes);
        if (place.starts_with(wide_place_mark))
            return find_wide_directory(little_endian(place, 8, 8), at - wide_place_bytes);
        return directory_ <= at && directory_bytes_ == at - directory_;
    }

    bool find_wide_directory(std::uint64_t at, std::uint64_t place)
    {
        const auto end = bytes_at(at, wide_end_bytes);
        if (!end.starts_with(wide_end_mark) || at > place ||
            place - at - 12 != little_endian(end, 4, 8))
            return false;
        const auto take = [](std::uint64_t& narrow, std::uint64_t ones, std::uint64_t wide) {
            const bool same = narrow == ones || narrow == wide;
            narrow = wide;
            return same;
        };
        is_wide_ = true;
        return take(entries_, 0xFFFF, little_endian(end, 32, 8)) &&
               take(directory_bytes_, in_wide_field, little_endian(end, 40, 8)) &&
               take(directory_, in_wide_field, little_endian(end, 48, 8)) && directory_ <= at &&
               directory_bytes_ == at - directory_;
    }

    result<std::uint64_t> compare_all(std::string_view records)
    {
        std::uint64_t unpacked = 0;
        std::uint64_t count = 0;
        while (!records.empty()) {
            if (++count > limits_.entries)
                return std::unexpected(directory_too_large());
            if (limits_.wanted && !limits_.wanted())
                return std::unexpected(
                    package_failure("cancelled", "The reading of the package was cancelled."));
            const auto told = take_record(records);
            if (!told || !agrees_with_header(*told))
                return std::unexpected(directory_differs());
            const auto left = std::numeric_limits<std::uint64_t>::max() - unpacked;
            unpacked += std::min(told->unpacked, left);
        }
        // Archives of more entries than 16 bits have room for are written without a wide end, too.
        if (count != entries_ && (is_wide_ || (count & 0xFFFFU) != entries_))
            return std::unexpected(directory_differs());
        return unpacked;
    }

    static std::optional<told_of_entry> take_record(std::string_view& from)
    {
        if (from.size() < record_bytes || !from.starts_with(record_mark))
            return std::nullopt;
        const auto name = static_cast<std::size_t>(little_endian(from, 28, 2));
        const auto fields = static_cast<std::size_t>(little_endian(from, 30, 2));
        const auto comment = static_cast<std::size_t>(little_endian(from, 32, 2));
        if (name + fields + comment > from.size() - record_bytes)
            return std::nullopt;
        auto told = told_of_entry::common(from.substr(8));
        told.header = little_endian(from, 42, 4);
        told.take(from.substr(record_bytes, name), from.substr(record_bytes + name, fields));
        from.remove_prefix(record_bytes + name + fields + comment);
        return told;
    }

    bool agrees_with_header(const told_of_entry& directory) const
    {
        const auto begin = bytes_at(directory.header, header_bytes);
        if (!begin.starts_with(header_mark))
            return false;
        const auto name = little_endian(begin, 26, 2);
        const auto fields = little_endian(begin, 28, 2);
        const auto rest = bytes_at(directory.header + header_bytes, name + fields);
        if (rest.size() != name + fields)
            return false;
        auto told = told_of_entry::common(std::string_view(begin).substr(6));
        told.take(std::string_view(rest).substr(0, name), std::string_view(rest).substr(name));
        return agree(directory, told);
    }

    const bytes_of_archive& archive_;
    std::uint64_t size_;
    const package_limits& limits_;
    std::uint64_t directory_ = 0; // its place
    std::uint64_t directory_bytes_ = 0;
    std::uint64_t entries_ = 0;
    bool is_wide_ = false;
};

} // namespace

result<std::uint64_t> check_zip_directory(const bytes_of_archive& archive,
                                          std::uint64_t archive_bytes,
                                          const package_limits& limits)
{
    return directory_check(archive, archive_bytes, limits).run();
}

} // namespace thimble::device::packages
