// Server-sent events, taken from bytes as they come.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::models {

struct server_sent_event {
    std::string name; // empty where it has none
    std::string data; // its lines, with \n between them

    friend bool operator==(const server_sent_event&, const server_sent_event&) = default;
};

/// Reads as the HTML standard says: lines end with CRLF, LF or CR, wherever the bytes are cut; what
/// follows a colon is a comment; an event without data is none. `id` and `retry` are passed over:
/// nothing here takes up a stream again. An event that no empty line ends has not been sent.
class event_stream {
public:
    static constexpr std::size_t longest_line = 1024UL * 1024;      // bytes
    static constexpr std::size_t largest_event = 8UL * 1024 * 1024; // bytes of data

    /// The events that these bytes end. After an error, which continues the sentence "it …", there
    /// is no going on.
    std::expected<std::vector<server_sent_event>, std::string_view> take(std::string_view bytes);

private:
    std::expected<void, std::string_view> end_line(std::vector<server_sent_event>& out);
    std::expected<void, std::string_view> take_field(std::string_view line);

    std::string line_; // that has begun
    server_sent_event event_;
    bool has_data_ = false;
    bool first_line_ = true;
    bool after_cr_ = false; // an LF that comes next ends no line of its own
};

} // namespace thimble::service::models
