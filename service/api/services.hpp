// What endpoints work with. The server owns all of it.
#pragma once

#include "http/own_addresses.hpp"
#include "service/accounts/accounts.hpp"
#include "service/begun_sessions.hpp"
#include "service/desktops/desktops.hpp"
#include "service/desktops/enrolments.hpp"
#include "service/dispatcher.hpp"
#include "service/followers/followers.hpp"
#include "service/jobs.hpp"
#include "service/phone_archive.hpp"
#include "service/phones.hpp"
#include "service/runs/runs.hpp"
#include "service/secrets/secrets_keeper.hpp"
#include "service/sign_in/one_time_links.hpp"
#include "service/sign_in/password_desk.hpp"
#include "service/streams/live_pictures.hpp"
#include "service/vision/element_finder.hpp"

namespace thimble::service::api {

struct services {
    service::accounts& accounts;
    service::phones& phones;
    service::phone_archive& phone_archive;
    service::jobs& jobs;
    service::dispatcher& dispatcher;
    service::desktops& desktops;
    service::enrolments& enrolments;
    service::secrets_keeper& secrets;
    password_desk& passwords;
    one_time_links& links; // of local mode; elsewhere nobody makes any
    const own_addresses& here;
    live_pictures& live;
    runs& sessions;
    service::begun_sessions& begun;
    service::followers& followers;
    vision::element_finder* eyes = nullptr; // nullptr: no model is configured
};

} // namespace thimble::service::api
