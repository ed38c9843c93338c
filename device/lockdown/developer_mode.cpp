#include "device/lockdown/developer_mode.hpp"

#include "device/lockdown/plist_value.hpp"
#include "device/lockdown/service_question.hpp"

namespace thimble::device {
namespace {

constexpr std::uint64_t reveal_switch =
    0; // 1 would switch it on, 2 answers the question after that

} // namespace

bool reveal_developer_mode(const attachment& where)
{
    const auto phone = open_phone(where);
    if (!phone)
        return false;
    const property_list request(plist_new_dict());
    plist_dict_set_item(request.get(), "action", plist_new_uint(reveal_switch));
    const auto answer = ask_service(phone.get(), "com.apple.amfi.lockdown", request);
    if (!answer || plist_get_node_type(answer.get()) != PLIST_DICT)
        return false;
    auto* const success = plist_dict_get_item(answer.get(), "success");
    return bool_of(success) == true || integer_of(success) == 1;
}

} // namespace thimble::device
