// A folder in which pairings outlast the program, as usbmuxd keeps those of real phones.
#pragma once

#include <expected>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace thimble::virtualphone {

/// Small files for their owner alone, each written whole. Programs may share a folder. Errors are
/// sentences that name the file.
class pairing_folder {
public:
    static constexpr std::size_t largest_file = 65536; // bytes

    explicit pairing_folder(std::filesystem::path path) : path_(std::move(path)) {}

    /// Makes the folder where there is none.
    std::expected<void, std::string> open() const;

    /// Content of a file; one that is not there yet gets what `make` returns. Where several
    /// programs make it at once, all have the content of the first.
    std::expected<std::string, std::string>
    read_or_make(const std::string& name, const std::function<std::string()>& make) const;

    std::optional<std::string> read(const std::string& name) const;

    /// Nothing happens where it cannot be written: the host pairs anew next time.
    void write(const std::string& name, const std::string& content) const;
    void remove(const std::string& name) const;

    std::filesystem::path file(const std::string& name) const { return path_ / name; }

private:
    std::optional<std::filesystem::path> write_aside(const std::string& name,
                                                     const std::string& content) const;

    std::filesystem::path path_;
};

} // namespace thimble::virtualphone
