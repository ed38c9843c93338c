#include "daemon/uplink/connect_failure.hpp"

namespace thimble::daemon {

std::string_view remedy_for(connect_step failed)
{
    switch (failed) {
    case connect_step::resolve:
        return "Check the name in --service, and this machine's network.";
    case connect_step::forbidden:
        return "Check the address that the name in --service leads to.";
    case connect_step::reach:
        return "Check that the service runs and that nothing keeps this machine from it. Where the "
               "way out leads through a proxy, name that in https_proxy.";
    case connect_step::proxy:
        return "Check https_proxy, with its user and password, or take the service out with "
               "no_proxy.";
    case connect_step::encrypt:
        return "Check the port in --service: something else may answer there.";
    case connect_step::expired:
        return "Whoever runs the service has to renew its certificate. If others can connect, set "
               "this machine's clock.";
    case connect_step::not_yet_valid:
        return "Set this machine's clock.";
    case connect_step::wrong_host:
        return "Use the name in --service that its certificate has.";
    case connect_step::unknown_issuer:
        return "If the service has an authority of its own, name its file with --ca-file. If it "
               "has not, somebody may be listening in between.";
    case connect_step::wrong_key:
        return "Ask whoever runs the service for its key, and change --pin if that is new. If it "
               "is not, somebody may be listening in between.";
    case connect_step::answer:
        return "Check the address in --service.";
    }
    return "";
}

} // namespace thimble::daemon
