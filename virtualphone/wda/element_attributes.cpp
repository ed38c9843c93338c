#include "virtualphone/wda/element_attributes.hpp"

#include <algorithm>
#include <iterator>

namespace thimble::virtualphone::wda {

namespace {

using nlohmann::json;

json text_or_null(const std::string& text)
{
    return text.empty() ? json(nullptr) : json(text);
}

} // namespace

std::string type_name(const element& one)
{
    std::string name = "XCUIElementType";
    std::ranges::copy_if(one.type, std::back_inserter(name), [](char character) {
        return (character >= 'A' && character <= 'Z') || (character >= 'a' && character <= 'z');
    });
    return name;
}

const std::string& name_of(const element& one)
{
    return one.identifier.empty() ? one.label : one.identifier;
}

json attribute_of(const element& one, std::string_view name)
{
    if (name == "type")
        return type_name(one);
    if (name == "label")
        return text_or_null(one.label);
    if (name == "name")
        return text_or_null(name_of(one));
    if (name == "rawIdentifier" || name == "identifier")
        return text_or_null(one.identifier);
    if (name == "value")
        return one.value ? json(*one.value) : json(nullptr);
    if (name == "enabled" || name == "isEnabled")
        return one.enabled;
    if (name == "visible" || name == "isVisible")
        return one.visible;
    if (name == "accessible" || name == "isAccessible")
        return one.children.empty();
    return nullptr;
}

} // namespace thimble::virtualphone::wda
