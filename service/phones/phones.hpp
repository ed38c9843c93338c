// The phones that accounts know, attached or not, and the desktops that hold them.
#pragma once

#include "contract/failure.hpp"
#include "link/phone_state.hpp"
#include "service/accounts/account.hpp"
#include "service/phones/app_list.hpp"
#include "service/phones/desktop.hpp"
#include "service/phones/lease.hpp"
#include "service/phones/recent_frames.hpp"
#include "service/screens/screen_history.hpp"

#include <boost/describe/enum.hpp>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace thimble::service {

enum class connection_status : std::uint8_t {
    online,    // attached to a running desktop, and the active phone there
    available, // attached to a running desktop
    offline,
};
BOOST_DESCRIBE_ENUM(connection_status, online, available, offline)

std::string_view to_string(connection_status value);

/// Settings of a phone by a person.
struct phone_settings {
    std::optional<std::string> display_name;
    std::string typing_method = "keys";
    std::int64_t speed = 30;
};

struct known_phone {
    std::string id; // for life: made of account and UDID
    std::string account_id;
    link::phone_state state;
    std::string desktop_id; // of the desktop that holds it or held it last
    phone_settings settings;
    recent_frames frames;
    screen_history screens;
    std::optional<app_list> apps;                      // as last read from the phone
    std::optional<std::vector<std::string>> shortcuts; // the phone's library, as somebody put it
    std::vector<std::string> labels;                   // that people have given it
    std::optional<lease> leased;                       // the last one, which may have expired
    std::chrono::system_clock::time_point created_at;
    std::chrono::system_clock::time_point last_seen_at;
    std::uint64_t inputs = 0;      // so many actions of the input lane have been taken so far
    std::uint64_t given_as = 0;    // counts phones given to who asked for any: the smallest is next
    std::uint64_t attached_as = 0; // counts attachments: the smallest came first
};

/// In a phone's library.
inline constexpr std::int64_t most_shortcuts = 1000;

/// Of a phone.
inline constexpr std::int64_t most_labels = 20;

using phone_ptr = std::shared_ptr<known_phone>;

/// One desktop may hold, or have held last, so many: whoever has its token cannot fill the store.
inline constexpr std::size_t most_phones_of_a_desktop = 1'000;

/// Of the phone with this UDID in that account; the same for ever.
std::string id_of_phone(std::string_view account_id, std::string_view udid);

/// Home thread. A phone belongs to the account of its desktop; nothing that is asked for an account
/// tells of the phones of another.
class phones {
public:
    // Phones of a former run. Before the service starts.
    void restore(phone_ptr known);
    void restore_selection(const std::string& account_id,
                           const std::string& desktop_id,
                           const std::string& phone_id);

    void desktop_connected(desktop_record record, std::shared_ptr<desktop> via);
    void desktop_gone(const std::string& desktop_id);

    /// The reasons that keep a connected desktop from having phones are others than before.
    void host_changed(const std::string& desktop_id, std::vector<link::blocker> blockers);

    /// A phone that nobody has seen before becomes known; nullptr where its desktop has made so
    /// many known that one more is refused. Those that are known go on as before.
    phone_ptr changed(const std::string& desktop_id, const link::phone_state& state);

    /// Those of every account, in the order in which they became known.
    const std::vector<phone_ptr>& all() const noexcept { return phones_; }

    /// The same, of one account.
    std::vector<phone_ptr> of(std::string_view account_id) const;

    /// Those that this key may use.
    std::vector<phone_ptr> of(const account& who) const;

    /// PHONE_NOT_FOUND when the account has none with this id.
    result<phone_ptr> find(std::string_view account_id, std::string_view id) const;

    /// The same, and when the key is not for it.
    result<phone_ptr> find(const account& who, std::string_view id) const;

    /// The one that a person calls so: by its id, its UDID, or a name that no other phone of this
    /// key has. PHONE_AMBIGUOUS with those that share the name.
    result<phone_ptr> find_called(const account& who, std::string_view name) const;

    /// Id of the one that is called so; an id itself also where that phone has been forgotten, as
    /// jobs and sessions of it have not.
    result<std::string> id_called(const account& who, std::string_view name) const;

    /// Of whichever account; nullptr when it is not known.
    phone_ptr of_any_account(const std::string& id) const;

    /// The one that is meant when a request of this key names none.
    result<phone_ptr> the_one(const account& who) const;

    connection_status status_of(const known_phone& phone) const;

    /// True where its account has chosen it last: of several phones it is the one that is meant.
    bool selected(const known_phone& phone) const;

    /// The desktop that holds it, or why it cannot be reached.
    result<std::shared_ptr<desktop>> reach(const known_phone& phone) const;

    /// Makes it the active one of its desktop and the one that is meant without an id.
    void select(const known_phone& phone);

    void forget(const known_phone& phone);

    /// Limits the memory of what was read of the screens of an account's phones; the oldest of
    /// those that hold the most go first.
    void limit_screens(std::string_view account_id, std::size_t most_bytes);

    bool any_desktop(std::string_view account_id) const;

    /// Those of the account that are connected.
    std::vector<desktop_record> connected_desktops(std::string_view account_id) const;

    /// The phones that are attached to a desktop now; none where it is away.
    std::vector<phone_ptr> attached_to(std::string_view desktop_id) const;

    /// Those that a desktop holds or held last.
    std::vector<phone_ptr> held_by(std::string_view desktop_id) const;

    /// Number of desktops that are connected, or known and away.
    std::size_t desktops(bool connected) const;

private:
    struct known_desktop {
        desktop_record record;
        std::shared_ptr<desktop> via; // nullptr while it is away
        std::string selected;         // id of the phone that was selected last
    };

    using phone_lists = std::map<std::string, std::vector<phone_ptr>, std::less<>>;

    static void keep_last_known(known_phone& phone, const link::phone_state& state);
    static const std::vector<phone_ptr>& list_in(const phone_lists& all, std::string_view key);

    void add(const phone_ptr& phone);
    void hold(const phone_ptr& phone, const std::string& desktop_id);
    phone_ptr by_udid(const std::string& desktop_id, std::string_view udid);
    const std::string& account_of(const std::string& desktop_id);
    bool attached(const known_phone& phone) const;
    phone_ptr active_on(const known_desktop& holder) const;

    std::map<std::string, known_desktop, std::less<>> desktops_;
    std::vector<phone_ptr> phones_;
    std::unordered_map<std::string, phone_ptr> by_id_; // asked several times for each action
    phone_lists owned_;                                // by account
    phone_lists held_; // by the desktop that holds them or held them last
    std::map<std::string, std::string, std::less<>> chosen_; // by account: the last one selected
    std::uint64_t attachments_ = 0;
};

} // namespace thimble::service
