// The values of XPC, with the exact width of each number: services tell them apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace thimble::virtualphone::xpc {

using bytes = std::vector<std::uint8_t>;
using byte_view = std::span<const std::uint8_t>;

struct date {
    std::int64_t nanoseconds = 0; // since 1970

    friend bool operator==(const date&, const date&) = default;
};

struct uuid {
    std::array<std::uint8_t, 16> octets{};

    friend bool operator==(const uuid&, const uuid&) = default;
};

class object;
using array = std::vector<object>;

/// In the order in which its members came; a second one of the same name is not seen.
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
    bool empty() const noexcept;

    friend bool operator==(const dictionary&, const dictionary&);

private:
    std::vector<entry> members_;
};

/// Null when made of nothing.
class object {
public:
    using content = std::variant<std::monostate,
                                 bool,
                                 std::int64_t,
                                 std::uint64_t,
                                 double,
                                 date,
                                 bytes,
                                 std::string,
                                 uuid,
                                 array,
                                 dictionary>;

    object() = default;
    // NOLINTBEGIN(google-explicit-constructor): messages read as the values that they hold
    object(bool value) : content_(value) {}
    object(std::int64_t value) : content_(value) {}
    object(std::uint64_t value) : content_(value) {}
    object(double value) : content_(value) {}
    object(date value) : content_(value) {}
    object(bytes value) : content_(std::move(value)) {}
    object(std::string value) : content_(std::move(value)) {}
    object(std::string_view value) : content_(std::string(value)) {}
    object(const char* value) : content_(std::string(value)) {}
    object(uuid value) : content_(value) {}
    object(array value) : content_(std::move(value)) {}
    object(dictionary value) : content_(std::move(value)) {}
    // NOLINTEND(google-explicit-constructor)

    const content& value() const noexcept { return content_; }
    bool is_null() const noexcept { return content_.index() == 0; }

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

/// A message's body: eight bytes of magic and version, then one object.
bytes encode_body(const object& what);

/// The error says what is wrong. At most 32 levels and 200,000 objects.
std::expected<object, std::string> decode_body(byte_view body);

} // namespace thimble::virtualphone::xpc
