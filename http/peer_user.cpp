#include "http/peer_user.hpp"

#include <sys/socket.h>
#include <unistd.h>

namespace thimble::service::http {

std::optional<uid_t> peer_user(int descriptor)
{
#ifdef SO_PEERCRED
    struct ucred who = {};
    socklen_t length = sizeof who;
    if (::getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &who, &length) != 0)
        return std::nullopt;
    return who.uid;
#else
    uid_t user = 0;
    gid_t group = 0;
    if (::getpeereid(descriptor, &user, &group) != 0)
        return std::nullopt;
    return user;
#endif
}

} // namespace thimble::service::http
