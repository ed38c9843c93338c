#include "virtualphone/xpc/protocol/object.hpp"

#include <algorithm>

namespace thimble::virtualphone::xpc {

dictionary::dictionary() = default;
dictionary::dictionary(const dictionary&) = default;
dictionary::dictionary(dictionary&&) noexcept = default;
dictionary& dictionary::operator=(const dictionary&) = default;
dictionary& dictionary::operator=(dictionary&&) noexcept = default;
dictionary::~dictionary() = default;

dictionary::dictionary(std::initializer_list<entry> members) : members_(members) {}

void dictionary::add(std::string name, object value)
{
    members_.push_back({std::move(name), std::move(value)});
}

bool dictionary::empty() const noexcept
{
    return members_.empty();
}

const object* dictionary::find(std::string_view name) const
{
    const auto found = std::ranges::find(members_, name, &entry::name);
    return found == members_.end() ? nullptr : &found->value;
}

bool operator==(const dictionary& left, const dictionary& right)
{
    return left.members_ == right.members_;
}

bool operator==(const object& left, const object& right)
{
    return left.content_ == right.content_;
}

} // namespace thimble::virtualphone::xpc
