#include "daemon/doctor/finding_docs.hpp"

#include "contract/remedy_docs.hpp"

#include <algorithm>
#include <array>

namespace thimble::daemon {

namespace {

struct docs_of_check {
    std::string_view begins; // its name: that of a tunnel goes on with the phone's
    std::string_view place;
};

constexpr std::array places{
    docs_of_check{.begins = "tunnel to ", .place = "docs/iphone.md#the-tunnel"},
    docs_of_check{.begins = "phones", .place = "docs/iphone.md#the-cable"},
    docs_of_check{.begins = "installed apps", .place = "docs/installing-apps.md"},
    docs_of_check{.begins = "enrolment", .place = "docs/doctor.md#the-way-to-the-service"},
    docs_of_check{.begins = "service", .place = "docs/doctor.md#the-way-to-the-service"},
    docs_of_check{.begins = "token", .place = "docs/doctor.md#the-way-to-the-service"},
};

constexpr std::string_view machine = "docs/doctor.md#the-machine";

} // namespace

std::string_view docs_of(const finding& what)
{
    if (what.remedy.empty())
        return {};
    if (!what.code.empty())
        return service::docs_of_remedy(what.code);
    const auto* const found = std::ranges::find_if(
        places, [&](const docs_of_check& each) { return what.name.starts_with(each.begins); });
    return found == places.end() ? machine : found->place;
}

} // namespace thimble::daemon
