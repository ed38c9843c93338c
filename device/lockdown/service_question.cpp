#include "device/lockdown/service_question.hpp"

#include "device/usbmux/client_label.hpp"

#include <libimobiledevice/property_list_service.h>

namespace thimble::device {
namespace {

using plist_service = owned<property_list_service_client_t, property_list_service_client_free>;
using service_descriptor = owned<lockdownd_service_descriptor_t, lockdownd_service_descriptor_free>;

constexpr unsigned longest_answer_wait = 5000; // ms

} // namespace

property_list ask_service(idevice_t phone, const char* service, const property_list& question)
{
    lockdown_client lockdown;
    if (lockdownd_client_new_with_handshake(phone, adopt(lockdown), client_label) !=
        LOCKDOWN_E_SUCCESS)
        return {};
    service_descriptor where;
    if (lockdownd_start_service(lockdown.get(), service, adopt(where)) != LOCKDOWN_E_SUCCESS)
        return {};
    plist_service client;
    if (property_list_service_client_new(phone, where.get(), adopt(client)) !=
        PROPERTY_LIST_SERVICE_E_SUCCESS)
        return {};
    property_list answer;
    if (property_list_service_send_xml_plist(client.get(), question.get()) ==
        PROPERTY_LIST_SERVICE_E_SUCCESS)
        property_list_service_receive_plist_with_timeout(client.get(), adopt(answer),
                                                         longest_answer_wait);
    return answer;
}

} // namespace thimble::device
