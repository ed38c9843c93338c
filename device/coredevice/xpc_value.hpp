// Values of RemoteXPC, with the exact kind that each has on the wire.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace thimble::device::coredevice::xpc {

class value;

struct null {
    friend bool operator==(null, null) = default;
};

struct date {
    std::int64_t nanoseconds = 0; // since 1970

    friend bool operator==(date, date) = default;
};

struct uuid {
    std::array<std::byte, 16> bytes{};

    friend bool operator==(const uuid&, const uuid&) = default;
};

using data = std::vector<std::byte>;

/// Announces bytes that travel on a stream of their own.
struct file_transfer {
    std::uint64_t id = 0;
    std::uint64_t size = 0; // bytes

    friend bool operator==(const file_transfer&, const file_transfer&) = default;
};

using array = std::vector<value>;

struct entry;

/// Keeps the order of its entries, so that what is sent is the same each time.
class dictionary {
public:
    dictionary();
    dictionary(std::initializer_list<entry> entries);
    dictionary(const dictionary&);
    dictionary(dictionary&&) noexcept;
    dictionary& operator=(const dictionary&);
    dictionary& operator=(dictionary&&) noexcept;
    ~dictionary();

    /// Behind what is there already; a key that is there twice is found as it stood first.
    void add(std::string key, value what);

    /// Nullptr where there is none.
    const value* find(std::string_view key) const noexcept;

    std::span<const entry> entries() const noexcept;
    bool empty() const noexcept;

    friend bool operator==(const dictionary& one, const dictionary& other);

private:
    std::vector<entry> entries_;
};

template <class Type, class... Choices>
concept one_of = (std::same_as<Type, Choices> || ...);

template <class Type>
concept kind = one_of<Type,
                      null,
                      bool,
                      std::int64_t,
                      std::uint64_t,
                      double,
                      date,
                      data,
                      std::string,
                      uuid,
                      array,
                      dictionary,
                      file_transfer>;

/// Services decode what they get by its kind and refuse a signed integer where they expect an
/// unsigned one: a value is made of exactly one of the kinds, nothing is converted.
class value {
public:
    using content = std::variant<null,
                                 bool,
                                 std::int64_t,
                                 std::uint64_t,
                                 double,
                                 date,
                                 data,
                                 std::string,
                                 uuid,
                                 array,
                                 dictionary,
                                 file_transfer>;

    value() = default;

    template <kind Type>
    value(Type what) : content_(std::move(what)) // NOLINT(google-explicit-constructor)
    {
    }

    value(const char* text) : content_(std::string(text)) {} // NOLINT(google-explicit-constructor)

    /// Nullptr where it is of another kind.
    template <kind Type>
    const Type* as() const noexcept
    {
        return std::get_if<Type>(&content_);
    }

    const content& get() const noexcept { return content_; }

    friend bool operator==(const value&, const value&) = default;

private:
    content content_;
};

struct entry {
    std::string key;
    value what;

    friend bool operator==(const entry&, const entry&) = default;
};

} // namespace thimble::device::coredevice::xpc
