// Message between two nodes: a line about it in JSON, and behind it a message of a link, if any.
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace thimble::service::nodes {

/// Purposes of messages.
namespace kinds {
// News, to all.
inline constexpr std::string_view beat = "beat";
inline constexpr std::string_view link = "link";       // body: the daemon's hello
inline constexpr std::string_view unlink = "unlink";   // the link has ended
inline constexpr std::string_view phone = "phone";     // body: its state
inline constexpr std::string_view host = "host";       // body: the state of the computer itself
inline constexpr std::string_view session = "session"; // lives at the sender, or not any more
inline constexpr std::string_view load = "load";       // of phones, by the sender
inline constexpr std::string_view bye = "bye"; // the sender ends, and has let go of everything
// To one node: its share of a link at another.
inline constexpr std::string_view said = "said";       // body: started, or a result; also to all
inline constexpr std::string_view picture = "picture"; // body: a frame of the second connection
// Questions and answers.
inline constexpr std::string_view tell_links =
    "tell_links"; // answered by news between the two below
inline constexpr std::string_view links_begin = "links_begin";
inline constexpr std::string_view links_end = "links_end";
inline constexpr std::string_view reload = "reload";             // what the store says of rights
inline constexpr std::string_view reload_phone = "reload_phone"; // the same of a phone
inline constexpr std::string_view done = "done";
inline constexpr std::string_view failed = "failed";
// To the node with a link.
inline constexpr std::string_view order = "order"; // body: a message for the daemon
inline constexpr std::string_view claim = "claim"; // jobs that the sender waits for
// To those who follow an account.
inline constexpr std::string_view event = "event"; // body: its data
} // namespace kinds

struct envelope {
    std::string kind;
    std::string node = {}; // the sender's id
    nlohmann::json more = nlohmann::json::object();
    std::string body = {};
};

std::string encode(const envelope& what);

/// Nothing for what is none. Nodes of one service may be of different versions: kinds and members
/// that are not known are passed over by whoever reads them.
std::optional<envelope> decode(std::string_view bytes);

/// Subjects.
inline constexpr std::string_view news_subject = "thimble.news";
inline constexpr std::string_view events_subject = "thimble.events";
std::string node_subject(const std::string& node);
std::string question_subject(const std::string& node);
std::string request_subject(const std::string& node);
std::string link_subject(const std::string& desktop_id, std::int64_t epoch);

} // namespace thimble::service::nodes
