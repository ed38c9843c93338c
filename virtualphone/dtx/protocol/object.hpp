// The objects that a DTX conversation carries: what NSKeyedArchiver makes of them is not seen here.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace thimble::virtualphone::dtx {

using bytes = std::vector<std::uint8_t>;
using byte_view = std::span<const std::uint8_t>;

/// Seconds since the beginning of 2001, UTC.
struct date {
    double seconds = 0;

    friend bool operator==(const date&, const date&) = default;
};

struct uuid {
    std::array<std::uint8_t, 16> octets{};

    friend bool operator==(const uuid&, const uuid&) = default;
};

/// Capital hex digits with hyphens, as Foundation writes it.
std::string text_of(const uuid& which);

class object;
using list = std::vector<object>;

/// Members by name, in the order in which they came; a second one of the same name is not seen.
class dictionary {
public:
    struct entry;

    dictionary();
    dictionary(std::initializer_list<entry> members);
    dictionary(const dictionary&);
    dictionary(dictionary&&) noexcept;
    dictionary& operator=(const dictionary&);
    dictionary& operator=(dictionary&&) noexcept;
    ~dictionary();

    void add(std::string name, object value);
    const object* find(std::string_view name) const;
    const std::vector<entry>& members() const noexcept { return members_; }

    friend bool operator==(const dictionary&, const dictionary&);

private:
    std::vector<entry> members_;
};

/// An object of any class that has no type of its own here, with the keys that it was archived by.
struct instance {
    std::string class_name;
    dictionary fields{};

    friend bool operator==(const instance&, const instance&) = default;
};

/// Nil when made of nothing; NSNull is read as nil. Sets are read as lists, mutable classes as
/// their constant ones.
class object {
public:
    using content = std::variant<std::monostate,
                                 bool,
                                 std::int64_t,
                                 double,
                                 std::string,
                                 bytes,
                                 date,
                                 uuid,
                                 list,
                                 dictionary,
                                 instance>;

    object() = default;
    // NOLINTBEGIN(google-explicit-constructor): messages read as the values that they hold
    object(bool value) : content_(value) {}
    object(std::int64_t value) : content_(value) {}
    object(int value) : content_(std::int64_t{value}) {}
    object(double value) : content_(value) {}
    object(std::string value) : content_(std::move(value)) {}
    object(std::string_view value) : content_(std::string(value)) {}
    object(const char* value) : content_(std::string(value)) {}
    object(bytes value) : content_(std::move(value)) {}
    object(date value) : content_(value) {}
    object(uuid value) : content_(value) {}
    object(list value) : content_(std::move(value)) {}
    object(dictionary value) : content_(std::move(value)) {}
    object(instance value) : content_(std::move(value)) {}
    // NOLINTEND(google-explicit-constructor)

    const content& value() const noexcept { return content_; }
    bool is_nil() const noexcept { return content_.index() == 0; }

    /// nullptr when it is of another type.
    template <class Type>
    const Type* as() const
    {
        return std::get_if<Type>(&content_);
    }

    friend bool operator==(const object&, const object&);

private:
    content content_;
};

struct dictionary::entry {
    std::string name;
    object value;

    friend bool operator==(const entry&, const entry&) = default;
};

/// The member of that name and type; nullptr when there is none.
template <class Type>
const Type* member(const dictionary& of, std::string_view name)
{
    const object* found = of.find(name);
    return found == nullptr ? nullptr : found->as<Type>();
}

/// True for a boolean that is set and for a number other than zero: hosts send both.
bool is_set(const dictionary& of, std::string_view name);

/// Foundation's error.
struct ns_error {
    std::string domain;
    std::int64_t code = 0; // never below zero: some hosts read it as unsigned
    std::string description;
    std::string reason{};

    friend bool operator==(const ns_error&, const ns_error&) = default;
};

instance instance_of(const ns_error& what);

} // namespace thimble::virtualphone::dtx
