#include "virtualphone/wda/elements/xpath_document.hpp"

#include "virtualphone/wda/elements/element_attributes.hpp"

#include <cmath>

namespace thimble::virtualphone::wda {

namespace {

std::vector<xpath_document::attribute> attributes_for_xpath(const element& one, std::size_t index)
{
    std::vector<xpath_document::attribute> all{{"type", type_name(one)}};
    const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
    const auto whole = [](double points) { return std::to_string(std::lround(points)); };
    if (const auto value = value_of(one))
        all.emplace_back("value", *value);
    if (!name_of(one).empty())
        all.emplace_back("name", name_of(one));
    if (!one.label.empty())
        all.emplace_back("label", one.label);
    all.emplace_back("enabled", flag(one.enabled));
    all.emplace_back("visible", flag(one.visible));
    all.emplace_back("accessible", flag(is_accessible(one)));
    all.emplace_back("x", whole(one.frame.x));
    all.emplace_back("y", whole(one.frame.y));
    all.emplace_back("width", whole(one.frame.width));
    all.emplace_back("height", whole(one.frame.height));
    all.emplace_back("index", std::to_string(index));
    if (takes_text(one) && !one.placeholder.empty())
        all.emplace_back("placeholderValue", one.placeholder);
    all.emplace_back("traits", traits_of(one));
    return all;
}

} // namespace

xpath_document::xpath_document(const element& root)
{
    records_.emplace_back();
    add(root, 0, 0);
    records_.front().end = records_.size();
}

void xpath_document::add(const element& one, std::size_t parent, std::size_t index)
{
    const std::size_t own = records_.size();
    records_.push_back({.what = &one,
                        .parent = parent,
                        .end = 0,
                        .index = index,
                        .attributes = attributes_for_xpath(one, index)});
    for (std::size_t child = 0; child < one.children.size(); ++child)
        add(one.children[child], own, child);
    records_[own].end = records_.size();
}

std::optional<std::size_t> xpath_document::parent(std::size_t element) const
{
    return element == 0 ? std::nullopt : std::optional(records_[element].parent);
}

const std::vector<xpath_document::attribute>& xpath_document::attributes(std::size_t element) const
{
    return records_[element].attributes;
}

std::string xpath_document::name(xpath_node node) const
{
    if (node.element == 0)
        return {};
    const record& of = records_[node.element];
    return node.attribute == 0 ? type_name(*of.what) : of.attributes[node.attribute - 1].first;
}

std::string xpath_document::value(xpath_node node) const
{
    return node.attribute == 0 ? std::string()
                               : records_[node.element].attributes[node.attribute - 1].second;
}

} // namespace thimble::virtualphone::wda
