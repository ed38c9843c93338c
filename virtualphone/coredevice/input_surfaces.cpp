#include "virtualphone/coredevice/input_surfaces.hpp"

#include <utility>

namespace thimble::virtualphone::coredevice {
namespace {

/// A page and a usage of it.
struct surface_usage {
    std::uint64_t page = 0;
    std::uint64_t usage = 0;
};

struct surface_facts {
    std::uint64_t id = 0;
    std::string product;
    surface_usage primary;
    std::string hint{}; // what kind of device it is; empty: not told
};

constexpr surface_usage keyboard_usage{1, 6};

xpc::dictionary wrapped(const char* type, xpc::object value)
{
    return {{type, std::move(value)}};
}

xpc::dictionary pair_of(const surface_usage& usage)
{
    return {{"DeviceUsagePage", usage.page}, {"DeviceUsage", usage.usage}};
}

/// Every member a second time, wrapped in the name of its type: what Swift decodes.
xpc::dictionary storage_of(const surface_facts& facts, bool authenticated)
{
    xpc::dictionary pair{{"DeviceUsagePage", wrapped("uint", facts.primary.page)},
                         {"DeviceUsage", wrapped("uint", facts.primary.usage)}};
    xpc::array pairs{wrapped("dictionary", std::move(pair))};
    xpc::dictionary result{{"_ServiceID", wrapped("uint", facts.id)},
                           {"Product", wrapped("string", facts.product)},
                           {"PrimaryUsagePage", wrapped("uint", facts.primary.page)},
                           {"PrimaryUsage", wrapped("uint", facts.primary.usage)},
                           {"DeviceUsagePairs", wrapped("array", std::move(pairs))},
                           {"Built-In", wrapped("bool", true)},
                           {"Authenticated", wrapped("bool", authenticated)}};
    if (!facts.hint.empty())
        result.add("DeviceTypeHint", wrapped("string", facts.hint));
    return result;
}

xpc::dictionary descriptor_of(const surface_facts& facts, bool authenticated)
{
    xpc::dictionary result{{"_ServiceID", facts.id},
                           {"Product", facts.product},
                           {"PrimaryUsagePage", facts.primary.page},
                           {"PrimaryUsage", facts.primary.usage},
                           {"DeviceUsagePairs", xpc::array{pair_of(facts.primary)}},
                           {"Built-In", true},
                           {"Authenticated", authenticated}};
    if (!facts.hint.empty())
        result.add("DeviceTypeHint", facts.hint);
    result.add("_CoreDevice_codablePropertyStorage", storage_of(facts, authenticated));
    return result;
}

/// The keyboard's own usage is given beside one that says nothing.
xpc::dictionary main_keyboard_descriptor(bool authenticated)
{
    auto result = descriptor_of({.id = input_surfaces::keyboard_id,
                                 .product = "CoreDevice keyboard",
                                 .primary = {},
                                 .hint = "Keyboard"},
                                authenticated);
    result.add("_CoreDevice_originalUsages", xpc::array{pair_of(keyboard_usage)});
    return result;
}

} // namespace

hid::keyboard* input_surfaces::keyboard(std::uint64_t id)
{
    const auto found = keyboards_.find(id);
    return found == keyboards_.end() ? nullptr : &found->second;
}

bool input_surfaces::add_keyboard(std::uint64_t id, std::string product)
{
    if (!products_.contains(id) && products_.size() >= most_keyboards)
        return false;
    keyboards_[id];
    if (id != keyboard_id)
        products_[id] = std::move(product);
    return true;
}

bool input_surfaces::remove_keyboard(std::uint64_t id, operating_system& os, milliseconds now)
{
    if (products_.erase(id) == 0)
        return false;
    keyboards_.at(id).release(os, now);
    keyboards_.erase(id);
    return true;
}

xpc::array input_surfaces::descriptors(bool authenticated) const
{
    xpc::array result{
        descriptor_of({.id = touchscreen_id,
                       .product = "CoreDevice touchscreen(nil)",
                       .primary = {13, 4},
                       .hint = "Digitizer"},
                      authenticated),
        main_keyboard_descriptor(authenticated),
        descriptor_of(
            {.id = buttons_id, .product = "CoreDevice mainScreenButtons", .primary = {11, 1}},
            true), // from the beginning
        descriptor_of({.id = vendor_id, .product = "CoreDevice avpCustom", .primary = {65377, 91}},
                      authenticated),
        descriptor_of({.id = pointer_id,
                       .product = "CoreDevice touchscreenGesture",
                       .primary = {1, 2},
                       .hint = "Trackpad"},
                      authenticated)};
    for (const auto& [id, product] : products_)
        result.emplace_back(descriptor_of(
            {.id = id, .product = product, .primary = keyboard_usage, .hint = "Keyboard"},
            authenticated));
    return result;
}

} // namespace thimble::virtualphone::coredevice
