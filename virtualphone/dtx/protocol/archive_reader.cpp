#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <algorithm>
#include <limits>

namespace thimble::virtualphone::dtx {
namespace {

constexpr int deepest_archive = 32;
constexpr std::size_t most_archived = 20'000;
constexpr std::size_t most_archived_content = std::size_t{8} << 20U; // bytes

struct malformed_archive {
    const char* why;
};

/// Throws malformed_archive, which does not leave this file.
class archive_reader {
public:
    explicit archive_reader(const plist::value& from)
    {
        const plist::value* objects = plist::find(from, "$objects");
        const plist::value* top = plist::find(from, "$top");
        const plist::value* root = top == nullptr ? nullptr : plist::find(*top, "root");
        if (objects == nullptr || !objects->is_array() || root == nullptr)
            throw malformed_archive{"it is no archive"};
        objects_ = objects;
        root_ = root;
    }

    object read() { return at(*root_, 0); }

private:
    /// The object of a reference, or the value itself where it lies in its owner.
    object at(const plist::value& place, int level)
    {
        if (level > deepest_archive || ++visited_ > most_archived)
            throw malformed_archive{"it is too deep or too large"};
        const auto number = plist::uid_of(place);
        if (!number)
            return plain(place);
        if (*number == 0)
            return {};
        if (*number >= objects_->size())
            throw malformed_archive{"it refers to an object that is not there"};
        const plist::value& found = (*objects_)[*number];
        // Some hosts write the format of a configuration so.
        if (const auto itself = plist::uid_of(found))
            return std::int64_t{*itself};
        return found.is_object() ? of_class(found, level) : plain(found);
    }

    object plain(const plist::value& from)
    {
        if (from.is_boolean())
            return from.get<bool>();
        if (from.is_number_unsigned() &&
            from.get<std::uint64_t>() > std::numeric_limits<std::int64_t>::max())
            throw malformed_archive{"it holds a number that is too large"};
        if (from.is_number_integer())
            return from.get<std::int64_t>();
        if (from.is_number_float())
            return from.get<double>();
        if (from.is_string()) {
            count(from.get_ref<const std::string&>().size());
            return from.get<std::string>();
        }
        if (from.is_binary()) {
            count(from.get_binary().size());
            return bytes(from.get_binary());
        }
        throw malformed_archive{"it holds a value of an unknown type"};
    }

    void count(std::size_t size)
    {
        content_ += size;
        if (content_ > most_archived_content)
            throw malformed_archive{"it is too deep or too large"};
    }

    object of_class(const plist::value& form, int level)
    {
        const std::string name = class_of(form);
        if (name == "NSNull")
            return {};
        if (name == "NSDictionary" || name == "NSMutableDictionary")
            return dictionary_of(form, level);
        if (name == "NSArray" || name == "NSMutableArray" || name == "NSSet" ||
            name == "NSMutableSet")
            return items_of(form, "NS.objects", level);
        if (name == "NSUUID")
            return uuid_in(form);
        if (name == "NSDate")
            return date{number_in(form, "NS.time")};
        if (name == "NSMutableString" || name == "NSString")
            return part_of(form, {"NS.string", "NS.bytes"}, level);
        if (name == "NSMutableData" || name == "NSData")
            return part_of(form, {"NS.data", "NS.bytes"}, level);
        return instance_in(form, name, level);
    }

    std::string class_of(const plist::value& form) const
    {
        const plist::value* reference = plist::find(form, "$class");
        const auto number = reference == nullptr ? std::nullopt : plist::uid_of(*reference);
        if (!number || *number >= objects_->size())
            throw malformed_archive{"it holds an object without a class"};
        auto name = plist::string_at((*objects_)[*number], "$classname");
        if (!name)
            throw malformed_archive{"it holds an object without a class"};
        return *std::move(name);
    }

    list items_of(const plist::value& form, const char* key, int level)
    {
        const plist::value* references = plist::find(form, key);
        if (references == nullptr || !references->is_array())
            throw malformed_archive{"it holds a collection without its members"};
        list items;
        for (const plist::value& each : *references)
            items.push_back(at(each, level + 1));
        return items;
    }

    /// Keys that are no texts are left out together with their values.
    dictionary dictionary_of(const plist::value& form, int level)
    {
        list keys = items_of(form, "NS.keys", level);
        list values = items_of(form, "NS.objects", level);
        if (keys.size() != values.size())
            throw malformed_archive{"it holds a dictionary with values for other keys"};
        dictionary result;
        for (std::size_t place = 0; place < keys.size(); ++place)
            if (const auto* name = keys[place].as<std::string>())
                result.add(*name, std::move(values[place]));
        return result;
    }

    static uuid uuid_in(const plist::value& form)
    {
        const auto octets = plist::data_at(form, "NS.uuidbytes");
        uuid result;
        if (!octets || octets->size() != result.octets.size())
            throw malformed_archive{"it holds a UUID of another size"};
        std::ranges::copy(*octets, result.octets.begin());
        return result;
    }

    static double number_in(const plist::value& form, const char* key)
    {
        const plist::value* found = plist::find(form, key);
        if (found == nullptr || !found->is_number())
            throw malformed_archive{"it holds a date without a time"};
        return found->get<double>();
    }

    object part_of(const plist::value& form, std::initializer_list<const char*> keys, int level)
    {
        for (const char* key : keys)
            if (const plist::value* found = plist::find(form, key))
                return at(*found, level + 1);
        throw malformed_archive{"it holds a text or data without content"};
    }

    /// Lists that lie in the object itself are read as well.
    instance instance_in(const plist::value& form, const std::string& name, int level)
    {
        instance result{.class_name = name};
        for (const auto& [key, value] : form.items()) {
            if (key == "$class")
                continue;
            if (value.is_array())
                result.fields.add(key, items_of(form, key.c_str(), level));
            else if (!value.is_null() && !(value.is_object() && !plist::uid_of(value)))
                result.fields.add(key, at(value, level + 1));
        }
        return result;
    }

    const plist::value* objects_ = nullptr;
    const plist::value* root_ = nullptr;
    std::size_t visited_ = 0;
    std::size_t content_ = 0;
};

} // namespace

std::expected<object, std::string> unarchive(byte_view archived)
try {
    const auto form = plist::parse(archived);
    if (!form)
        return std::unexpected(form.error());
    return archive_reader(*form).read();
} catch (const malformed_archive& found) {
    return std::unexpected(found.why);
}

} // namespace thimble::virtualphone::dtx
