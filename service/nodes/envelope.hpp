// Message between two nodes: a line about it in JSON, and behind it a message of a link, if any.
#pragma once

#include <nlohmann/json.hpp>

#include <compare>
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
inline constexpr std::string_view away = "away";       // after its end: no link has followed
inline constexpr std::string_view phone = "phone";     // body: its state
inline constexpr std::string_view host = "host";       // body: the state of the computer itself
inline constexpr std::string_view session = "session"; // lives at the sender, or not any more
inline constexpr std::string_view load = "load";       // of phones, by the sender
inline constexpr std::string_view bye = "bye"; // the sender ends, and has let go of everything
// To one node: its share of a link at another.
inline constexpr std::string_view answers = "answers"; // body: started and results
inline constexpr std::string_view said = "said";       // to all; body: a result that nobody awaits
inline constexpr std::string_view picture = "picture"; // body: a frame of the second connection
// Questions and answers.
inline constexpr std::string_view tell_links =
    "tell_links"; // answered by news between the two below
inline constexpr std::string_view links_begin = "links_begin";
inline constexpr std::string_view links_end = "links_end";
inline constexpr std::string_view sessions_end = "sessions_end"; // all of them came before it
inline constexpr std::string_view reload = "reload";             // what the store says of rights
inline constexpr std::string_view reload_phone = "reload_phone"; // the same of a phone
inline constexpr std::string_view done = "done";
inline constexpr std::string_view failed = "failed";
// To the node at which a session lives.
inline constexpr std::string_view order = "order"; // body: what it is told
// To the node with a link.
inline constexpr std::string_view orders = "orders";   // body: messages for its daemons
inline constexpr std::string_view claim = "claim";     // jobs that the sender waits for
inline constexpr std::string_view settled = "settled"; // jobs of which the results are stored
// The queue for any phone: to the node at which it lives, and what becomes of a request, back.
inline constexpr std::string_view queue_ask = "queue_ask";
inline constexpr std::string_view queue_keep = "queue_keep"; // the sender's requests, all of them
inline constexpr std::string_view queue_leave = "queue_leave";
inline constexpr std::string_view queue_turn = "queue_turn";
inline constexpr std::string_view queue_places = "queue_places";
// HTTP requests that another node answers: asked, called off or not known, and the answer in parts.
inline constexpr std::string_view http = "http";           // body: head and body of the request
inline constexpr std::string_view http_keep = "http_keep"; // those that the sender waits for
inline constexpr std::string_view http_gone = "http_gone";
inline constexpr std::string_view http_answer = "http_answer"; // body: that of the answer
inline constexpr std::string_view http_part = "http_part";     // body: more of it
// To those who follow an account.
inline constexpr std::string_view events = "events"; // body: a line for the data of each
// To all: counts of every node since the last time.
inline constexpr std::string_view counts = "counts"; // body: the counts
} // namespace kinds

struct envelope {
    std::string kind;      // a word
    std::string node = {}; // the sender's id, a UUID
    nlohmann::json more = nlohmann::json::object();
    std::string body = {};
};

/// One link of a desktop: it counts as long as no later one does.
struct link_of_desktop {
    std::string desktop_id;
    std::int64_t epoch = 0;

    friend auto operator<=>(const link_of_desktop&, const link_of_desktop&) = default;
};

/// Its line begins with the sender and the kind.
std::string encode(envelope what);

/// Sender and kind of a message.
struct message_head {
    std::string_view node;
    std::string_view kind;
};

/// As the message begins, without reading the rest of its line: both are empty where it begins
/// otherwise. A node hears all that it tells to all, and knows it by this.
message_head head_of(std::string_view bytes);

/// Nothing for what is none. Nodes of one service may be of one release and the next: kinds and
/// members that are not known are passed over by whoever reads them. Another meaning takes another
/// name, and the former one is told as well for a release.
std::optional<envelope> decode(std::string_view bytes);

/// Subjects.
inline constexpr std::string_view news_subject = "thimble.news";
inline constexpr std::string_view events_subject = "thimble.events";
inline constexpr std::string_view counts_subject = "thimble.counts";
std::string node_subject(const std::string& node);
std::string question_subject(const std::string& node);
std::string request_subject(const std::string& node);

} // namespace thimble::service::nodes
