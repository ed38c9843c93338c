// Values as NSKeyedArchiver keeps them.
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

namespace thimble::device::dtx {

class value;
struct entry;

struct null { // nil, and NSNull where it is read
    friend bool operator==(null, null) = default;
};

using data = std::vector<std::byte>;
using list = std::vector<value>; // an NSArray; a set where it is read

struct uuid {
    std::array<std::byte, 16> content{};

    friend bool operator==(const uuid&, const uuid&) = default;
};

struct url {
    std::string relative; // all of it, where there is no base
    std::string base{};

    friend bool operator==(const url&, const url&) = default;
};

struct date {
    double seconds = 0; // since the beginning of 2001, UTC

    friend bool operator==(date, date) = default;
};

/// A whole number that is an object of its own in an archive, even where it would stand in a field.
/// It is read as a number.
struct number_object {
    std::int64_t what = 0;

    friend bool operator==(number_object, number_object) = default;
};

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

struct ns_error {
    std::string domain;
    std::int64_t code = 0;
    dictionary user_info{};

    friend bool operator==(const ns_error&, const ns_error&) = default;
};

/// Of a class that has no kind of its own here, as it is in the archive.
struct object {
    std::string class_name;
    dictionary fields{};
    std::vector<std::string> ancestors{"NSObject"}; // the nearest first

    friend bool operator==(const object&, const object&) = default;
};

template <class Type, class... Choices>
concept one_of = (std::same_as<Type, Choices> || ...);

template <class Type>
concept kind = one_of<Type,
                      null,
                      bool,
                      std::int64_t,
                      double,
                      std::string,
                      data,
                      list,
                      dictionary,
                      uuid,
                      url,
                      date,
                      number_object,
                      ns_error,
                      object>;

/// Made of exactly one of the kinds: nothing is converted. An integer that is read and has no place
/// in 64 bits with a sign is a double.
class value {
public:
    using content = std::variant<null,
                                 bool,
                                 std::int64_t,
                                 double,
                                 std::string,
                                 data,
                                 list,
                                 dictionary,
                                 uuid,
                                 url,
                                 date,
                                 number_object,
                                 ns_error,
                                 object>;

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

    template <kind Type>
    Type* as() noexcept
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

/// Nullptr where there is none of that name and kind.
template <kind Type>
const Type* member(const dictionary& of, std::string_view key)
{
    const auto* found = of.find(key);
    return found == nullptr ? nullptr : found->as<Type>();
}

} // namespace thimble::device::dtx
