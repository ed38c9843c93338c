#include "virtualphone/wda/locator.hpp"

#include "virtualphone/wda/element_path.hpp"
#include "virtualphone/wda/predicate.hpp"

#include <string>
#include <utility>

namespace thimble::virtualphone::wda {

namespace {

element_test has_name(std::string_view name)
{
    return [name = std::string(name)](const element& one) { return name_of(one) == name; };
}

/// "label=Save": the attribute, and what it is or contains.
std::expected<element_test, refusal> read_link_text(std::string_view text, bool partial)
{
    const auto equals = text.find('=');
    if (equals == std::string_view::npos)
        return std::unexpected(
            refusal{errors::invalid_selector, "A link text has to be of the form property=value"});
    return [name = std::string(text.substr(0, equals)),
            wanted = std::string(text.substr(equals + 1)), partial](const element& one) {
        const auto given = attribute_of(one, name);
        if (!given.is_string())
            return false;
        const auto& words = given.get_ref<const std::string&>();
        return partial ? words.contains(wanted) : words == wanted;
    };
}

std::expected<element_test, refusal> read_test(std::string_view strategy, std::string_view value)
{
    if (strategy == "predicate string")
        return read_predicate(value);
    if (strategy == "name" || strategy == "id" || strategy == "accessibility id")
        return has_name(value);
    if (strategy == "link text" || strategy == "partial link text")
        return read_link_text(value, strategy == "partial link text");
    return std::unexpected(
        refusal{errors::invalid_argument, "Invalid locator requested: " + std::string(strategy)});
}

std::expected<element_path, refusal> read_path(std::string_view strategy, std::string_view value)
{
    if (strategy == "class chain")
        return read_class_chain(value);
    if (strategy == "xpath")
        return read_xpath(value);
    path_step step{.any_depth = true, .type = "*", .accepts = {}, .number = {}};
    if (strategy == "class name") {
        step.type = value;
    } else {
        auto test = read_test(strategy, value);
        if (!test)
            return std::unexpected(std::move(test.error()));
        step.accepts = *std::move(test);
    }
    return element_path{std::move(step)};
}

} // namespace

std::expected<std::vector<const element*>, refusal>
find_elements(const element& in, std::string_view strategy, std::string_view value)
{
    const auto path = read_path(strategy, value);
    if (!path)
        return std::unexpected(path.error());
    return follow(*path, in);
}

} // namespace thimble::virtualphone::wda
