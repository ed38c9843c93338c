#include "virtualphone/dtx/protocol/archive.hpp"
#include "virtualphone/plist/property_list.hpp"

#include <map>
#include <variant>

namespace thimble::virtualphone::dtx {
namespace {

constexpr std::int64_t archiver_version = 100'000;

/// Objects get their number when they are met, before their parts do.
class archive_writer {
public:
    plist::value write(const object& root)
    {
        objects_.push_back("$null");
        const plist::value reference = put(root);
        plist::value top{{"root", reference}};
        plist::value result{{"$archiver", "NSKeyedArchiver"}, {"$version", archiver_version}};
        result["$top"] = std::move(top);
        result["$objects"] = std::move(objects_);
        return result;
    }

private:
    /// The reference to an object that has just been put into the list.
    plist::value put(const object& what)
    {
        if (what.is_nil())
            return plist::uid(0);
        const std::size_t number = objects_.size();
        objects_.push_back(nullptr);
        plist::value form =
            std::visit([this](const auto& value) { return this->form_of(value); }, what.value());
        objects_[number] = std::move(form);
        return plist::uid(static_cast<std::uint32_t>(number));
    }

    static plist::value form_of(std::monostate) { return "$null"; }
    static plist::value form_of(bool value) { return value; }
    static plist::value form_of(std::int64_t value) { return value; }
    static plist::value form_of(double value) { return value; }
    static plist::value form_of(const std::string& value) { return value; }
    static plist::value form_of(const bytes& value) { return plist::data(value); }

    plist::value form_of(date value)
    {
        plist::value form{{"NS.time", value.seconds}};
        form["$class"] = class_of("NSDate");
        return form;
    }

    plist::value form_of(const uuid& value)
    {
        plist::value form = plist::value::object();
        form["NS.uuidbytes"] = plist::data(value.octets);
        form["$class"] = class_of("NSUUID");
        return form;
    }

    plist::value form_of(const list& items)
    {
        plist::value references = plist::value::array();
        for (const object& each : items)
            references.push_back(put(each));
        plist::value form = plist::value::object();
        form["NS.objects"] = std::move(references);
        form["$class"] = class_of("NSArray");
        return form;
    }

    plist::value form_of(const dictionary& of)
    {
        plist::value keys = plist::value::array();
        plist::value values = plist::value::array();
        for (const auto& [name, value] : of.members())
            keys.push_back(put(name));
        for (const auto& [name, value] : of.members())
            values.push_back(put(value));
        plist::value form = plist::value::object();
        form["NS.keys"] = std::move(keys);
        form["NS.objects"] = std::move(values);
        form["$class"] = class_of("NSDictionary");
        return form;
    }

    plist::value form_of(const instance& what)
    {
        plist::value form = plist::value::object();
        for (const auto& [name, value] : what.fields.members())
            form[name] = is_inline(value) ? inline_form_of(value) : put(value);
        form["$class"] = class_of(what.class_name);
        return form;
    }

    static bool is_inline(const object& value)
    {
        return value.as<bool>() != nullptr || value.as<std::int64_t>() != nullptr ||
               value.as<double>() != nullptr;
    }

    static plist::value inline_form_of(const object& value)
    {
        if (const auto* flag = value.as<bool>())
            return *flag;
        if (const auto* number = value.as<std::int64_t>())
            return *number;
        return *value.as<double>();
    }

    plist::value class_of(const std::string& name)
    {
        const auto [found, fresh] =
            classes_.emplace(name, static_cast<std::uint32_t>(objects_.size()));
        if (fresh) {
            plist::value description{{"$classname", name}};
            description["$classes"] = plist::value::array({name, "NSObject"});
            objects_.push_back(std::move(description));
        }
        return plist::uid(found->second);
    }

    plist::value objects_ = plist::value::array();
    std::map<std::string, std::uint32_t> classes_;
};

} // namespace

bytes archive(const object& root)
{
    return plist::to_binary(archive_writer().write(root));
}

} // namespace thimble::virtualphone::dtx
