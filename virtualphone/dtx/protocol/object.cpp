#include "virtualphone/dtx/protocol/object.hpp"

#include <algorithm>

namespace thimble::virtualphone::dtx {

std::string text_of(const uuid& which)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string text;
    for (std::size_t at = 0; at < which.octets.size(); ++at) {
        if (at == 4 || at == 6 || at == 8 || at == 10)
            text += '-';
        text += digits[which.octets[at] >> 4U];
        text += digits[which.octets[at] & 0xFU];
    }
    return text;
}

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

bool is_set(const dictionary& of, std::string_view name)
{
    if (const auto* flag = member<bool>(of, name))
        return *flag;
    const auto* number = member<std::int64_t>(of, name);
    return number != nullptr && *number != 0;
}

instance instance_of(const ns_error& what)
{
    dictionary details{{"NSLocalizedDescription", what.description}};
    if (!what.reason.empty())
        details.add("NSLocalizedFailureReason", what.reason);
    return {.class_name = "NSError",
            .fields = {{"NSCode", what.code},
                       {"NSDomain", what.domain},
                       {"NSUserInfo", std::move(details)}}};
}

} // namespace thimble::virtualphone::dtx
