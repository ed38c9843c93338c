// Changes of a phone that the log tells.
#include "daemon/report/readiness_log.hpp"
#include "tests/catch2.hpp"

#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

namespace thimble::daemon {

namespace {

struct written_log {
    written_log()
    {
        const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
        sink->set_pattern("%l: %v");
        log = std::make_shared<spdlog::logger>("phones", sink);
    }

    /// Lines that have been written since the last call.
    std::string told()
    {
        auto out = text.str();
        text.str("");
        return out;
    }

    std::ostringstream text;
    std::shared_ptr<spdlog::logger> log;
};

link::phone_state attached_phone_state()
{
    link::phone_state out;
    out.udid = "00008030-1";
    out.attached = true;
    return out;
}

} // namespace

TEST_CASE("the log tells when a phone becomes ready and what keeps it from it", "[daemon]")
{
    written_log written;
    readiness_log phones(written.log);
    auto phone = attached_phone_state();
    phones.note(phone);
    CHECK(written.told().empty()); // nothing is known of it yet

    phone.blockers = {{.code = "NOT_TRUSTED",
                       .message = "The phone does not trust this computer.",
                       .remedy = "Tap Trust on the phone.",
                       .since = {}}};
    phones.note(phone);
    CHECK(written.told() == "warning: phone 00008030-1 is not ready: NOT_TRUSTED. The phone does "
                            "not trust this computer. Tap Trust on the phone.\n");

    phone.blockers.clear();
    phone.name = "Front desk";
    phone.device_name = "iPhone 15 Pro";
    phone.capabilities = {"tap"};
    phones.note(phone);
    CHECK(written.told() == "info: phone 00008030-1 (Front desk, iPhone 15 Pro) is ready\n");

    phone.battery_level = 40;
    phones.note(phone);
    CHECK(written.told().empty());
}

TEST_CASE("a phone that comes back is told of anew", "[daemon]")
{
    written_log written;
    readiness_log phones(written.log);
    auto phone = attached_phone_state();
    phone.capabilities = {"tap"};
    phones.note(phone);
    CHECK_FALSE(written.told().empty());
    phone.attached = false;
    phones.note(phone);
    CHECK(written.told().empty()); // that it is detached is a line of the fleet
    phone.attached = true;
    phones.note(phone);
    CHECK(written.told() == "info: phone 00008030-1 is ready\n");
}

} // namespace thimble::daemon
