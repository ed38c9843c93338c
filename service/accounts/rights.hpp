// Rights of a credential: kinds of requests that it is good for, and the phones that it may use.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace thimble::service {

enum class scope : std::uint8_t {
    read,     // see phones, their screens, jobs and sessions; change nothing
    act,      // touch, type, open apps
    sessions, // give agents tasks, and steer them
    admin,    // keys, secrets, desktops, webhooks
};

inline constexpr std::array all_scopes{scope::read, scope::act, scope::sessions, scope::admin};

std::string_view to_string(scope which);
std::optional<scope> parse_scope(std::string_view name);

/// A set of scopes.
class scope_set {
public:
    constexpr scope_set() = default; // none
    constexpr scope_set(std::initializer_list<scope> each)
    {
        for (const auto one : each)
            bits_ |= bit(one);
    }

    static constexpr scope_set all()
    {
        return {scope::read, scope::act, scope::sessions, scope::admin};
    }

    constexpr bool empty() const noexcept { return bits_ == 0; }
    constexpr bool has(scope one) const noexcept { return (bits_ & bit(one)) != 0; }
    constexpr bool has_any_of(scope_set others) const noexcept
    {
        return (bits_ & others.bits_) != 0;
    }
    constexpr bool has_all_of(scope_set others) const noexcept
    {
        return (bits_ & others.bits_) == others.bits_;
    }
    constexpr void add(scope one) noexcept { bits_ |= bit(one); }
    constexpr scope_set common_with(scope_set others) const noexcept
    {
        scope_set out;
        out.bits_ = bits_ & others.bits_;
        return out;
    }

    /// In the order of the enumeration.
    std::vector<std::string> names() const;

    friend constexpr bool operator==(scope_set, scope_set) = default;

private:
    static constexpr std::uint8_t bit(scope one) noexcept
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(one));
    }

    std::uint8_t bits_ = 0;
};

/// "read act".
std::string to_text(scope_set which);

/// Names with spaces between them; nothing where one is unknown.
std::optional<scope_set> parse_scopes(std::string_view text);

struct access_rights {
    scope_set scopes = scope_set::all();
    std::optional<std::vector<std::string>> phones = std::nullopt; // ids; nothing: any phone

    bool may_use(std::string_view phone_id) const;

    /// True where the others allow nothing more than these.
    bool include(const access_rights& others) const;

    friend bool operator==(const access_rights&, const access_rights&) = default;
};

// The phones as the store keeps them: ids with commas, nothing for any phone.
std::optional<std::string> phones_text(const access_rights& of);
std::optional<std::vector<std::string>> parse_phones(const std::optional<std::string>& text);

} // namespace thimble::service
