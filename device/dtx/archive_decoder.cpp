// Archives read by recursive descent. The bytes come from a phone and may be anything: each object
// is counted as often as it is referred to, before anything is made of it.
#include "device/dtx/archive.hpp"
#include "device/plist/binary_list.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace thimble::device::dtx {
namespace {

constexpr std::size_t most_class_names = 32;

/// Empty where it is of another kind.
template <kind Type>
Type taken(value from)
{
    auto* found = from.as<Type>();
    return found == nullptr ? Type{} : std::move(*found);
}

/// Of a list that open() has read. After a failure nothing more is read.
class archive_reader {
public:
    archive_reader(const plist::binary_list& from, archive_limits limits)
        : from_(from), limits_(limits)
    {
    }

    std::expected<value, malformed> root()
    {
        auto result = top_object();
        if (failed_)
            return std::unexpected(*failed_);
        return result;
    }

private:
    using node = plist::binary_list::node;
    using kind_of_node = plist::binary_list::kind;

    struct field {
        std::string name;
        std::size_t what = 0; // number of the object
    };

    struct known_class {
        std::string_view name;
        value (archive_reader::*read)(const std::vector<field>&, std::size_t);
    };

    value fail(malformed why)
    {
        failed_ = failed_.value_or(why);
        return {};
    }

    void count(std::size_t objects, std::size_t of_bytes = 0)
    {
        objects_ += objects;
        bytes_ += of_bytes;
        if (objects_ > limits_.objects)
            fail(malformed::too_many);
        if (bytes_ > limits_.bytes)
            fail(malformed::too_large);
    }

    /// Nothing after a failure, of which it is one when there is none.
    std::optional<node> look_at(std::size_t number)
    {
        count(1);
        const auto found = from_.at(number);
        if (!found)
            fail(malformed::bad_reference);
        if (failed_)
            return std::nullopt;
        return found;
    }

    std::string text(const node& of)
    {
        count(0, of.content.size());
        return failed_ ? std::string() : text_of(of);
    }

    std::string text_at(std::size_t number)
    {
        const auto found = look_at(number);
        return found ? text(*found) : std::string();
    }

    std::vector<field> fields_of(const node& what)
    {
        std::vector<field> result;
        if (what.what != kind_of_node::dictionary)
            fail(malformed::not_an_archive);
        for (std::size_t place = 0; place < what.count && !failed_; ++place)
            result.push_back({.name = text_at(from_.reference(what, place)),
                              .what = from_.reference(what, what.count + place)});
        return result;
    }

    static std::optional<std::size_t> find(const std::vector<field>& in, std::string_view name)
    {
        const auto found = std::ranges::find(in, name, &field::name);
        return found == in.end() ? std::nullopt : std::optional(found->what);
    }

    value top_object()
    {
        const auto whole = look_at(from_.root());
        if (!whole)
            return {};
        const auto parts = fields_of(*whole);
        const auto top = find(parts, "$top");
        const auto objects = find(parts, "$objects");
        const auto all = objects ? look_at(*objects) : std::nullopt;
        const auto names = top ? look_at(*top) : std::nullopt;
        if (!all || !names || all->what != kind_of_node::array)
            return fail(malformed::not_an_archive);
        all_ = *all;
        const auto named = fields_of(*names);
        const auto root = find(named, "root");
        return root ? field_value(*root, 0) : fail(malformed::not_an_archive);
    }

    /// The object at a place of "$objects", of which the first is nil.
    value referred(std::int64_t to, std::size_t depth)
    {
        if (to == 0)
            return null{};
        const auto place = static_cast<std::size_t>(to);
        if (place >= all_.count)
            return fail(malformed::bad_reference);
        if (std::ranges::find(begun_, place) != begun_.end())
            return fail(malformed::cyclic);
        begun_.push_back(place);
        auto result = field_value(from_.reference(all_, place), depth);
        begun_.pop_back();
        return result;
    }

    value field_value(std::size_t number, std::size_t depth)
    {
        if (depth > limits_.depth)
            return fail(malformed::too_deep);
        const auto found = look_at(number);
        if (!found)
            return {};
        switch (found->what) {
        case kind_of_node::uid:
            return referred(found->integer, depth + 1);
        case kind_of_node::array:
            return elements(*found, depth + 1);
        case kind_of_node::dictionary:
            return with_fields(*found, depth);
        default:
            return scalar(*found);
        }
    }

    value scalar(const node& what)
    {
        switch (what.what) {
        case kind_of_node::boolean:
            return what.integer != 0;
        case kind_of_node::integer:
            return what.integer;
        case kind_of_node::large_integer:
            return static_cast<double>(static_cast<std::uint64_t>(what.integer));
        case kind_of_node::real:
            return what.real;
        case kind_of_node::date:
            return date{.seconds = what.real};
        case kind_of_node::data:
            count(0, what.content.size());
            return failed_ ? data() : data(what.content.begin(), what.content.end());
        case kind_of_node::ascii:
        case kind_of_node::utf16:
            return text(what);
        default:
            return null{};
        }
    }

    value elements(const node& of, std::size_t depth)
    {
        list result;
        for (std::size_t place = 0; place < of.count && !failed_; ++place)
            result.push_back(field_value(from_.reference(of, place), depth));
        return result;
    }

    value with_fields(const node& what, std::size_t depth)
    {
        const auto fields = fields_of(what);
        if (const auto of_class = find(fields, "$class"))
            return of_known_class(class_names(*of_class), fields, depth);
        return all_fields(fields, depth);
    }

    dictionary all_fields(const std::vector<field>& from, std::size_t depth)
    {
        dictionary result;
        for (const auto& each : from)
            if (each.name != "$class" && !failed_)
                result.add(each.name, field_value(each.what, depth + 1));
        return result;
    }

    /// The class itself, then those that it comes from.
    std::vector<std::string> class_names(std::size_t reference)
    {
        const auto to = look_at(reference);
        const auto place = to ? static_cast<std::size_t>(to->integer) : 0;
        if (!to || to->what != kind_of_node::uid || place >= all_.count) {
            fail(malformed::bad_reference);
            return {};
        }
        std::vector<std::string> result;
        const auto description = look_at(from_.reference(all_, place));
        if (!description)
            return {};
        const auto fields = fields_of(*description);
        if (const auto name = find(fields, "$classname"))
            result.push_back(text_at(*name));
        else
            fail(malformed::not_an_archive);
        add_ancestors(fields, result);
        return result;
    }

    void add_ancestors(const std::vector<field>& from, std::vector<std::string>& to)
    {
        const auto names = find(from, "$classes");
        const auto all = names ? look_at(*names) : std::nullopt;
        if (!all || all->what != kind_of_node::array)
            return;
        for (std::size_t place = 0; place < all->count && !failed_; ++place) {
            if (to.size() == most_class_names)
                return;
            auto name = text_at(from_.reference(*all, place));
            if (place > 0 || name != to.front()) // the class is the first of its own list
                to.push_back(std::move(name));
        }
    }

    value of_known_class(std::vector<std::string> names,
                         const std::vector<field>& fields,
                         std::size_t depth)
    {
        if (failed_)
            return {};
        for (const auto& name : names) {
            const auto* const found = std::ranges::find(known_classes, name, &known_class::name);
            if (found != known_classes.end())
                return (this->*found->read)(fields, depth);
        }
        object result{.class_name = std::move(names.front()),
                      .fields = all_fields(fields, depth),
                      .ancestors = {}};
        result.ancestors.assign(std::make_move_iterator(names.begin() + 1),
                                std::make_move_iterator(names.end()));
        return result;
    }

    /// Null where there is no such field.
    value field_of(const std::vector<field>& from, std::string_view name, std::size_t depth)
    {
        const auto found = find(from, name);
        return found ? field_value(*found, depth + 1) : value();
    }

    value dictionary_from(const std::vector<field>& fields, std::size_t depth)
    {
        const auto keys = taken<list>(field_of(fields, "NS.keys", depth));
        auto values = taken<list>(field_of(fields, "NS.objects", depth));
        if (keys.size() != values.size())
            return fail(malformed::bad_length);
        dictionary result;
        for (std::size_t at = 0; at < keys.size(); ++at) {
            if (const auto* name = keys[at].as<std::string>())
                result.add(*name, std::move(values[at]));
            else if (const auto* integer = keys[at].as<std::int64_t>())
                result.add(std::to_string(*integer), std::move(values[at]));
        }
        return result;
    }

    value list_from(const std::vector<field>& fields, std::size_t depth)
    {
        return taken<list>(field_of(fields, "NS.objects", depth));
    }

    value uuid_from(const std::vector<field>& fields, std::size_t depth)
    {
        const auto content = taken<data>(field_of(fields, "NS.uuidbytes", depth));
        uuid result;
        if (content.size() != result.content.size())
            return fail(malformed::bad_length);
        std::ranges::copy(content, result.content.begin());
        return result;
    }

    value url_from(const std::vector<field>& fields, std::size_t depth)
    {
        const auto base = taken<url>(field_of(fields, "NS.base", depth));
        return url{.relative = taken<std::string>(field_of(fields, "NS.relative", depth)),
                   .base = base.base + base.relative};
    }

    value date_from(const std::vector<field>& fields, std::size_t depth)
    {
        const auto time = field_of(fields, "NS.time", depth);
        if (const auto* seconds = time.as<std::int64_t>())
            return date{.seconds = static_cast<double>(*seconds)};
        return date{.seconds = taken<double>(time)};
    }

    value error_from(const std::vector<field>& fields, std::size_t depth)
    {
        return ns_error{.domain = taken<std::string>(field_of(fields, "NSDomain", depth)),
                        .code = taken<std::int64_t>(field_of(fields, "NSCode", depth)),
                        .user_info = taken<dictionary>(field_of(fields, "NSUserInfo", depth))};
    }

    value null_from(const std::vector<field>& /*none*/, std::size_t /*depth*/) { return null{}; }

    value data_from(const std::vector<field>& fields, std::size_t depth)
    {
        return taken<data>(field_of(fields, "NS.data", depth));
    }

    value text_from(const std::vector<field>& fields, std::size_t depth)
    {
        return taken<std::string>(field_of(fields, "NS.string", depth));
    }

    static const std::array<known_class, 16> known_classes;

    const plist::binary_list& from_;
    archive_limits limits_;
    node all_;                       // "$objects"
    std::vector<std::size_t> begun_; // places of the objects that are being read
    std::size_t objects_ = 0;
    std::size_t bytes_ = 0;
    std::optional<malformed> failed_;
};

/// A class that comes from one of these is read as one of these.
constexpr std::array<archive_reader::known_class, 16> archive_reader::known_classes{{
    {"NSDictionary", &archive_reader::dictionary_from},
    {"NSMutableDictionary", &archive_reader::dictionary_from},
    {"NSArray", &archive_reader::list_from},
    {"NSMutableArray", &archive_reader::list_from},
    {"NSSet", &archive_reader::list_from},
    {"NSMutableSet", &archive_reader::list_from},
    {"NSOrderedSet", &archive_reader::list_from},
    {"NSUUID", &archive_reader::uuid_from},
    {"NSURL", &archive_reader::url_from},
    {"NSDate", &archive_reader::date_from},
    {"NSError", &archive_reader::error_from},
    {"NSNull", &archive_reader::null_from},
    {"NSData", &archive_reader::data_from},
    {"NSMutableData", &archive_reader::data_from},
    {"NSString", &archive_reader::text_from},
    {"NSMutableString", &archive_reader::text_from},
}};

} // namespace

std::expected<value, malformed> unarchive(byte_view from, archive_limits limits)
{
    const auto list = plist::binary_list::open(from);
    if (!list)
        return std::unexpected(malformed::not_an_archive);
    return archive_reader(*list, limits).root();
}

} // namespace thimble::device::dtx
