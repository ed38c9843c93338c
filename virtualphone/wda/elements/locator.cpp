#include "virtualphone/wda/elements/locator.hpp"

#include "virtualphone/wda/elements/element_path.hpp"
#include "virtualphone/wda/elements/predicate.hpp"
#include "virtualphone/wda/elements/xpath.hpp"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

element_test has_name(std::string_view name)
{
    return [name = std::string(name)](const element& one) { return name_of(one) == name; };
}

/// "label=Save": the attribute, and what it is or contains; without one, the name.
std::expected<element_test, refusal> read_link_text(std::string_view text, bool partial)
{
    const auto equals = text.find('=');
    const std::string name(equals == text.npos ? "name" : text.substr(0, equals));
    if (!knows_attribute(name))
        return std::unexpected(refusal{errors::unknown_error, unknown_attribute(name)});
    const auto behind = text.rfind('=');
    return [name, wanted = std::string(behind == text.npos ? text : text.substr(behind + 1)),
            partial](const element& one) {
        const auto given = attribute_of(one, name);
        if (!given.is_string())
            return false;
        const auto& words = given.get_ref<const std::string&>();
        return partial ? words.contains(wanted) : words == wanted;
    };
}

std::expected<element_test, refusal> read_class_name(std::string_view name)
{
    if (!is_element_type(name))
        return std::unexpected(refusal{errors::invalid_argument,
                                       "Invalid argument for class used '" + std::string(name) +
                                           "'. Did you mean XCUIElementType" + std::string(name) +
                                           "?"});
    return [name = std::string(name)](const element& one) {
        return name == any_type || type_name(one) == name;
    };
}

std::expected<element_test, refusal> read_test(std::string_view strategy, std::string_view value)
{
    if (strategy == "class name")
        return read_class_name(value);
    if (strategy == "predicate string")
        return read_predicate(value);
    if (strategy == "name" || strategy == "id" || strategy == "accessibility id")
        return has_name(value);
    if (strategy == "link text" || strategy == "partial link text")
        return read_link_text(value, strategy == "partial link text");
    return std::unexpected(
        refusal{errors::invalid_argument, "Invalid locator requested: " + std::string(strategy)});
}

/// `in` itself, if it is accepted, and everything below that is.
std::vector<const element*> accepted(const element& in, const element_test& accepts)
{
    std::vector<const element*> found;
    if (accepts(in))
        found.push_back(&in);
    for (const element& child : in.children)
        std::ranges::copy(accepted(child, accepts), std::back_inserter(found));
    return found;
}

} // namespace

std::expected<std::vector<const element*>, refusal>
find_elements(const element& in, std::string_view strategy, std::string_view value)
{
    if (strategy == "xpath")
        return find_by_xpath(value, in);
    if (strategy == "class chain") {
        const auto path = read_class_chain(value);
        if (!path)
            return std::unexpected(path.error());
        return follow(*path, in);
    }
    const auto test = read_test(strategy, value);
    if (!test)
        return std::unexpected(test.error());
    return accepted(in, *test);
}

} // namespace thimble::virtualphone::wda
