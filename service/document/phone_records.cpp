// Records of service/phones/phone_record.cpp and of the endpoints about a phone.
#include "service/document/records.hpp"

namespace thimble::service::contract {

namespace {

schema orientation()
{
    return words_schema({"portrait", "landscape_left", "landscape_right", "upside_down"});
}

schema connection_status()
{
    return words_schema({"online", "available", "offline"});
}

member readiness()
{
    return {.name = "readiness", .of = record_reference("readiness")};
}

member driver_version()
{
    return {.name = "driver_version",
            .of = such_as(or_null(text_schema()), "9.15.1"),
            .meaning = "Of WebDriverAgent on the phone, while it answers."};
}

member capabilities()
{
    return {.name = "capabilities",
            .of = such_as(list_schema(text_schema()),
                          schema::array({"screenshot", "elements", "tap", "type"})),
            .meaning = "What works on this phone now."};
}

member docs_of_remedy()
{
    return {.name = "docs",
            .of = such_as(text_schema(), "docs/iphone.md#the-runners-signature"),
            .meaning = "Where the documents say more of the remedy: docs/iphone.md#trust. The "
                       "service serves that file at this path."};
}

record blocker()
{
    return {"blocker", object_schema(std::vector<member>{
                           {"code", text_schema(), "What is in the way, for programs."},
                           {"message", text_schema(), "What is the matter."},
                           {"remedy", text_schema(), "What the person has to do."},
                           docs_of_remedy(),
                           {"since", time_schema()}})};
}

record warning()
{
    return {"warning",
            object_schema(std::vector<member>{
                {"code", words_schema({"DRIVER_EXPIRES"}), "For programs; more may come."},
                {"message", such_as(text_schema(), "The runner's signature ends on 2026-11-05."),
                 "What is going to happen, and when."},
                {"remedy", such_as(text_schema(), "Install the runner anew before that day."),
                 "What the person has to do before."},
                docs_of_remedy(),
                {"since", time_schema()}})};
}

schema state_of_step()
{
    return words_schema({"done", "current", "waiting", "not_needed", "unknown"});
}

record setup_step()
{
    return {
        "setup_step",
        object_schema(std::vector<member>{
            {"id", such_as(text_schema(), "trust"), "trust, developer_mode, …; more may come."},
            {"state", such_as(state_of_step(), "current"),
             "At most one is current: the one to take now. unknown: the service cannot tell."},
            {"title", such_as(text_schema(), "Trust")},
            {"thimble",
             such_as(or_null(text_schema()),
                     "Asks the phone to trust this computer, and keeps its answer."),
             "What Thimble does."},
            {"person",
             such_as(or_null(text_schema()),
                     "Tap Trust when the phone asks Trust This Computer?, and enter its passcode."),
             "What the person does."},
            {"why",
             such_as(or_null(text_schema()),
                     "A phone tells computers that it does not trust little more than its name."),
             "What it is good for."},
            {"duration", such_as(or_null(text_schema()), "a few seconds"),
             "How long it usually takes."},
            {"problem", such_as(or_null(text_schema()), "The phone does not trust this computer."),
             "Why it is not done yet."},
            {"blocker", such_as(or_null(text_schema()), "NOT_TRUSTED"),
             "The code of what stands in the way."},
            {"docs", such_as(text_schema(), "docs/iphone.md#trust"),
             "Where the documents say more: docs/iphone.md#trust."}})};
}

record setup()
{
    return {"phone_setup",
            object_schema(std::vector<member>{
                {"phone_id", uuid_schema()},
                {"ready", flag_schema(), "As in its readiness."},
                {"preliminary", flag_schema(), "The phone is still being looked at."},
                {"current", such_as(or_null(text_schema()), "trust"),
                 "The id of the step to take now."},
                {"steps", list_schema(record_reference("setup_step")), "In their order."}})};
}

record readiness_record()
{
    return {"readiness",
            object_schema(std::vector<member>{
                {"ready", such_as(flag_schema(), true)},
                {"blockers", such_as(list_schema(record_reference("blocker")), schema::array()),
                 "The first is what to do next."},
                {"warnings", list_schema(record_reference("warning")),
                 "What to do soon; the phone is ready all the "
                 "same."}})};
}

record phone()
{
    return {
        "phone",
        object_schema(std::vector<member>{
            {"id", uuid_schema(), "For life."},
            {"name", such_as(text_schema(), "iPhone"), "As the phone reports it."},
            {"device_name", such_as(text_schema(), "iPhone 15 Pro"),
             "As it is sold: iPhone 15 Pro."},
            {"display_name", such_as(or_null(text_schema()), "Lab 3"), "As somebody has named it."},
            {"unique_id", such_as(text_schema(), udid_of_example), "The UDID."},
            {"connection_status", connection_status(),
             "online: attached, and the active phone of its desktop; available: attached."},
            {"connected_mac_id", or_null(uuid_schema()), "The desktop that has it."},
            {"activation_state", such_as(text_schema(), "active")},
            {"width", such_as(or_null(integer_schema()), width_of_example),
             "Of the screenshot, until first seen null."},
            {"height", such_as(or_null(integer_schema()), height_of_example)},
            {"created_at", such_as(time_schema(), weeks_before)},
            {"os_version", such_as(text_schema(), "18.5")},
            driver_version(),
            {"product_type", such_as(text_schema(), "iPhone16,1")},
            {"orientation", orientation()},
            readiness(),
            capabilities(),
            {"last_seen_at", time_schema()},
            {"selected", such_as(flag_schema(), true),
             "Chosen last with select: of several phones that are connected, requests that "
             "name none mean this one."},
            {"labels", list_schema(such_as(text_schema(), "smoke")), "That people have given it."},
            {"lease", such_as(or_null(record_reference("lease")), nullptr),
             "The one that is in force: nobody else drives the phone."}})};
}

/// The one who does or has done something.
record actor()
{
    return {
        "actor",
        object_schema(std::vector<member>{
            {"kind",
             such_as(words_schema({"key", "browser", "program", "account", "session", "operator"}),
                     "key"),
             "account: the key of local mode, or the service on its behalf."},
            {"id", or_null(uuid_schema()), "Of the key, the program's grant or the session."},
            {"name", such_as(or_null(text_schema()), "nightly tests"), "For people."}})};
}

record lease()
{
    return {"lease", object_schema(std::vector<member>{
                         {"id", uuid_schema(), "The same when it is renewed."},
                         {"holder", record_reference("actor")},
                         {"created_at", time_schema()},
                         {"expires_at", such_as(time_schema(), minutes_after)}})};
}

record lease_of_phone()
{
    return {"phone_lease",
            object_schema(std::vector<member>{{"phone_id", uuid_schema()},
                                              {"lease", or_null(record_reference("lease"))}})};
}

record waiting_request()
{
    return {"waiting_request",
            object_schema(std::vector<member>{
                {"request_id", such_as(text_schema(), "nightly-17"), "Its `X-Request-Id`."},
                {"phone", such_as(text_schema(), "labels=smoke;ios=17..18"), "What it asks for."},
                {"actor", record_reference("actor"), "The one who asks."},
                {"since", time_schema()},
                {"position", such_as(integer_schema(), 1), "Among those of the account that wait."},
                {"estimate_s", such_as(or_null(integer_schema()), 40),
                 "Seconds until its turn, by how long phones were in use; null: not known yet."}})};
}

record labels()
{
    return {"phone_labels", object_schema(std::vector<member>{
                                {"labels", list_schema(such_as(text_schema(), "smoke"))}})};
}

record info()
{
    return {"phone_info",
            object_schema(std::vector<member>{
                {"width", such_as(integer_schema(), width_of_example), "Of the screenshot."},
                {"height", such_as(integer_schema(), height_of_example)},
                {"name", such_as(text_schema(), "iPhone")},
                {"unique_id", such_as(text_schema(), udid_of_example)},
                {"id", such_as(uuid_schema(), phone_of_example)},
                {"display_name", such_as(or_null(text_schema()), "Lab 3")},
                {"os_version", such_as(text_schema(), "18.5")},
                driver_version(),
                {"product_type", such_as(text_schema(), "iPhone16,1")},
                {"native_width", such_as(or_null(integer_schema()), 1179), "Of the panel."},
                {"native_height", such_as(or_null(integer_schema()), 2556)},
                {"scale", such_as(or_null(number_schema()), 3), "Panel pixels for one point."},
                {"orientation", orientation()},
                {"battery_level", such_as(or_null(integer_schema()), 87), "Percent."},
                {"locked", or_null(flag_schema())},
                readiness(),
                capabilities()})};
}

record alert()
{
    return {"alert", object_schema(std::vector<member>{{"text", text_schema()},
                                                       {"buttons", list_schema(text_schema())}})};
}

record front_app()
{
    return {"front_app", object_schema(std::vector<member>{
                             {"bundle_id", such_as(text_schema(), "com.apple.mobilenotes")},
                             {"name", such_as(or_null(text_schema()), "Notes"),
                              "As in the list of apps that was read last; null: not in it."}})};
}

record status()
{
    return {
        "phone_status",
        object_schema(std::vector<member>{
            {"phone_id", uuid_schema()},
            {"phone_name", such_as(text_schema(), "Lab 3")},
            {"connection_status", connection_status()},
            {"width", such_as(or_null(integer_schema()), width_of_example)},
            {"height", such_as(or_null(integer_schema()), height_of_example)},
            {"switch_control_enabled", flag_schema(), "Always false."},
            {"screen_locked", flag_schema()},
            {"streaming", flag_schema(), "Whether somebody watches."},
            readiness(),
            {"active_session_id", such_as(or_null(uuid_schema()), nullptr)},
            {"queue_depth", such_as(integer_schema(), 0), "Actions that have not ended."},
            {"alert", such_as(or_null(record_reference("alert")), nullptr), "The one in front."},
            {"front_app", or_null(record_reference("front_app")),
             "Null: not asked for, or the phone does not say."},
            {"video", or_null(record_reference("video_figures")),
             "What was measured of its own video in the last minutes."}})};
}

record latency()
{
    return {"latency",
            object_schema(std::vector<member>{
                {"p50", such_as(number_schema(), 61.5), "Half took no longer, in milliseconds."},
                {"p95", such_as(number_schema(), 104.2), "95 of 100 took no longer."},
                {"count", such_as(integer_schema(), 38), "Of what was measured."}})};
}

record video_figures()
{
    return {"video_figures",
            object_schema(std::vector<member>{
                {"tap_to_picture_ms", or_null(record_reference("latency")),
                 "From an input's begin until the first picture after it had come."},
                {"picture_age_ms", such_as(or_null(record_reference("latency")), nullptr),
                 "From a picture's coming until it was decoded."}})};
}

record settings()
{
    return {"phone_settings", object_schema(std::vector<member>{
                                  {"display_name", such_as(or_null(text_schema()), "Lab 3")},
                                  {"typing_method", words_schema({"keys", "paste"})},
                                  {"speed", such_as(integer_schema(), 100)}})};
}

} // namespace

std::vector<record> phone_records()
{
    return {phone(),
            {"phone_list", list_schema(record_reference("phone"))},
            info(),
            status(),
            front_app(),
            alert(),
            latency(),
            video_figures(),
            settings(),
            actor(),
            lease(),
            lease_of_phone(),
            labels(),
            waiting_request(),
            {"waiting_list", object_schema(std::vector<member>{
                                 {"waiting", list_schema(record_reference("waiting_request"))}})},
            setup(),
            setup_step(),
            readiness_record(),
            blocker(),
            warning()};
}

} // namespace thimble::service::contract
