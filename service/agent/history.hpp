// History of a session, as the model gets it each turn.
#pragma once

#include "models/prompt.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service::agent {

/// All texts are kept, and the last pictures; a text takes the place of older ones. User and model
/// speak in turns, and every use of a tool has its one result in the message after it, as all
/// providers want it. One session's; no thread of its own.
class history {
public:
    static constexpr std::size_t kept_pictures = 3;

    /// Adds words of the user, and pictures for the model. Uses that are open get a result first
    /// that says that they were not carried out.
    void add_from_user(std::vector<models::part> parts);

    /// A reply. Ids of uses that are missing or stand twice are replaced: take the uses from
    /// `open_uses`. In place of a reply that says nothing stands a text that says so.
    void add_reply(std::vector<models::part> parts);

    /// The uses of the last reply that have no result yet, in order.
    const std::vector<models::tool_use>& open_uses() const { return open_; }

    /// The result of a use that is open; another id is a mistake of ours and throws.
    void add_result(models::tool_result what);

    /// Gives all uses that are open a result of this text, as failed.
    void close_uses(std::string_view text);

    /// To be sent while no use is open.
    const std::vector<models::message>& messages() const { return messages_; }

    /// Of all texts that have been added, in bytes.
    std::size_t bytes() const noexcept { return bytes_; }

    /// So many of the first messages will never change again.
    std::size_t stable_messages() const;

private:
    models::message& last_from(models::speaker who);
    void name_use(models::tool_use& use);
    void drop_old_pictures();

    std::vector<models::message> messages_;
    std::vector<models::tool_use> open_;
    std::size_t bytes_ = 0;
    std::uint64_t named_uses_ = 0; // to which we have given ids
};

} // namespace thimble::service::agent
