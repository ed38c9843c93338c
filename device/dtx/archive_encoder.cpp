#include "device/dtx/archive.hpp"
#include "device/plist/binary_list.hpp"

#include <map>
#include <utility>

// An archive is a property list: the objects in a list, the first of which stands for nil, and
// references (UIDs) to places in that list. An object that is no text, number or data is a
// dictionary of its fields and of its class, which is an object as well.

namespace thimble::device::dtx {
namespace {

constexpr std::int64_t archive_version = 100'000;

class archive_writer {
public:
    using number = plist::binary_list_writer::number;

    archive_writer() { objects_.push_back(list_.text("$null")); }

    bytes write(const value& what) &&
    {
        const auto root = std::visit(*this, what.get());
        const auto top = list_.dictionary({{list_.text("root"), list_.uid(root)}});
        const auto objects = list_.array(objects_);
        const fields all{{list_.text("$version"), list_.integer(archive_version)},
                         {list_.text("$archiver"), list_.text("NSKeyedArchiver")},
                         {list_.text("$top"), top},
                         {list_.text("$objects"), objects}};
        return std::move(list_).finish(all);
    }

    // The place of each among the objects:

    std::size_t operator()(null /*nil*/) { return 0; }
    std::size_t operator()(bool what) { return put(list_.boolean(what)); }
    std::size_t operator()(std::int64_t what) { return put(list_.integer(what)); }
    std::size_t operator()(number_object what) { return put(list_.integer(what.what)); }
    std::size_t operator()(double what) { return put(list_.real(what)); }
    std::size_t operator()(const std::string& what) { return put(list_.text(what)); }
    std::size_t operator()(const data& what) { return put(list_.data(what)); }

    std::size_t operator()(const list& what)
    {
        const auto at = reserve();
        fields own{{list_.text("NS.objects"), references(what)}};
        return finish(at, std::move(own), {"NSArray", "NSObject"});
    }

    std::size_t operator()(const dictionary& what)
    {
        const auto at = reserve();
        list keys;
        list values;
        for (const auto& [key, each] : what.entries()) {
            keys.emplace_back(key);
            values.push_back(each);
        }
        fields own{{list_.text("NS.keys"), references(keys)}};
        own.emplace_back(list_.text("NS.objects"), references(values));
        return finish(at, std::move(own), {"NSDictionary", "NSObject"});
    }

    std::size_t operator()(const uuid& what)
    {
        const auto at = reserve();
        fields own{{list_.text("NS.uuidbytes"), list_.data(what.content)}};
        return finish(at, std::move(own), {"NSUUID", "NSObject"});
    }

    std::size_t operator()(const url& what)
    {
        const auto at = reserve();
        const auto base = what.base.empty() ? value() : value(url{.relative = what.base});
        fields own{{list_.text("NS.base"), reference(base)}};
        own.emplace_back(list_.text("NS.relative"), reference(what.relative));
        return finish(at, std::move(own), {"NSURL", "NSObject"});
    }

    std::size_t operator()(date what)
    {
        const auto at = reserve();
        fields own{{list_.text("NS.time"), list_.real(what.seconds)}};
        return finish(at, std::move(own), {"NSDate", "NSObject"});
    }

    std::size_t operator()(const ns_error& what)
    {
        const auto at = reserve();
        fields own{{list_.text("NSDomain"), reference(what.domain)}};
        own.emplace_back(list_.text("NSCode"), list_.integer(what.code));
        own.emplace_back(list_.text("NSUserInfo"), reference(what.user_info));
        return finish(at, std::move(own), {"NSError", "NSObject"});
    }

    std::size_t operator()(const object& what)
    {
        const auto at = reserve();
        fields own;
        for (const auto& [key, each] : what.fields.entries()) {
            const auto name = list_.text(key);
            own.emplace_back(name, field(each));
        }
        std::vector<std::string> classes{what.class_name};
        classes.insert(classes.end(), what.ancestors.begin(), what.ancestors.end());
        return finish(at, std::move(own), classes);
    }

private:
    using fields = std::vector<std::pair<number, number>>;

    std::size_t put(number what)
    {
        objects_.push_back(what);
        return objects_.size() - 1;
    }

    /// An object stands before what it holds, as in the archives of phones; some readers look for
    /// the root at the first place.
    std::size_t reserve() { return put(0); }

    std::size_t finish(std::size_t at, fields own, const std::vector<std::string>& classes)
    {
        own.emplace_back(list_.text("$class"), list_.uid(class_of(classes)));
        objects_[at] = list_.dictionary(own);
        return at;
    }

    number reference(const value& to) { return list_.uid(std::visit(*this, to.get())); }

    number references(const list& to)
    {
        std::vector<number> result;
        for (const auto& each : to)
            result.push_back(reference(each));
        return list_.array(result);
    }

    number field(const value& what)
    {
        if (const auto* flag = what.as<bool>())
            return list_.boolean(*flag);
        if (const auto* integer = what.as<std::int64_t>())
            return list_.integer(*integer);
        if (const auto* real = what.as<double>())
            return list_.real(*real);
        return reference(what);
    }

    std::size_t class_of(const std::vector<std::string>& classes)
    {
        const auto [known, is_new] = classes_.try_emplace(classes, objects_.size());
        if (!is_new)
            return known->second;
        std::vector<number> names;
        for (const auto& each : classes)
            names.push_back(list_.text(each));
        fields own{{list_.text("$classname"), names.front()}};
        own.emplace_back(list_.text("$classes"), list_.array(names));
        return put(list_.dictionary(own));
    }

    plist::binary_list_writer list_;
    std::vector<number> objects_;
    std::map<std::vector<std::string>, std::size_t> classes_;
};

} // namespace

bytes archive(const value& what)
{
    return archive_writer().write(what);
}

} // namespace thimble::device::dtx
