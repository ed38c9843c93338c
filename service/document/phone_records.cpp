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
            .of = or_null(text_schema()),
            .meaning = "Of WebDriverAgent on the phone, while it answers."};
}

member capabilities()
{
    return {.name = "capabilities",
            .of = list_schema(text_schema()),
            .meaning = "What works on this phone now."};
}

member docs_of_remedy()
{
    return {.name = "docs",
            .of = text_schema(),
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
                {"message", text_schema(), "What is going to happen, and when."},
                {"remedy", text_schema(), "What the person has to do before."},
                docs_of_remedy(),
                {"since", time_schema()}})};
}

schema state_of_step()
{
    return words_schema({"done", "current", "waiting", "not_needed", "unknown"});
}

record setup_step()
{
    return {"setup_step",
            object_schema(std::vector<member>{
                {"id", text_schema(), "trust, developer_mode, …; more may come."},
                {"state", state_of_step(),
                 "At most one is current: the one to take now. unknown: the service cannot tell."},
                {"title", text_schema()},
                {"thimble", or_null(text_schema()), "What Thimble does."},
                {"person", or_null(text_schema()), "What the person does."},
                {"why", or_null(text_schema()), "What it is good for."},
                {"duration", or_null(text_schema()), "How long it usually takes."},
                {"problem", or_null(text_schema()), "Why it is not done yet."},
                {"blocker", or_null(text_schema()), "The code of what stands in the way."},
                {"docs", text_schema(), "Where the documents say more: docs/iphone.md#trust."}})};
}

record setup()
{
    return {"phone_setup",
            object_schema(std::vector<member>{
                {"phone_id", uuid_schema()},
                {"ready", flag_schema(), "As in its readiness."},
                {"preliminary", flag_schema(), "The phone is still being looked at."},
                {"current", or_null(text_schema()), "The id of the step to take now."},
                {"steps", list_schema(record_reference("setup_step")), "In their order."}})};
}

record readiness_record()
{
    return {"readiness",
            object_schema(std::vector<member>{{"ready", flag_schema()},
                                              {"blockers", list_schema(record_reference("blocker")),
                                               "The first is what to do next."},
                                              {"warnings", list_schema(record_reference("warning")),
                                               "What to do soon; the phone is ready all the "
                                               "same."}})};
}

record phone()
{
    return {"phone",
            object_schema(std::vector<member>{
                {"id", uuid_schema(), "For life."},
                {"name", text_schema(), "As the phone reports it."},
                {"device_name", text_schema(), "As it is sold: iPhone 15 Pro."},
                {"display_name", or_null(text_schema()), "As somebody has named it."},
                {"unique_id", text_schema(), "The UDID."},
                {"connection_status", connection_status(),
                 "online: attached, and the active phone of its desktop; available: attached."},
                {"connected_mac_id", or_null(uuid_schema()), "The desktop that has it."},
                {"activation_state", text_schema()},
                {"width", or_null(integer_schema()), "Of the screenshot, until first seen null."},
                {"height", or_null(integer_schema())},
                {"created_at", time_schema()},
                {"os_version", text_schema()},
                driver_version(),
                {"product_type", text_schema()},
                {"orientation", orientation()},
                readiness(),
                capabilities(),
                {"last_seen_at", time_schema()},
                {"selected", flag_schema(),
                 "Chosen last with select: of several phones that are connected, requests that "
                 "name none mean this one."},
                {"labels", list_schema(text_schema()), "That people have given it."},
                {"lease", or_null(record_reference("lease")),
                 "The one that is in force: nobody else drives the phone."}})};
}

/// The one who does or has done something.
record actor()
{
    return {
        "actor",
        object_schema(std::vector<member>{
            {"kind", words_schema({"key", "browser", "program", "account", "session", "operator"}),
             "account: the key of local mode, or the service on its behalf."},
            {"id", or_null(uuid_schema()), "Of the key, the program's grant or the session."},
            {"name", or_null(text_schema()), "For people."}})};
}

record lease()
{
    return {"lease",
            object_schema(std::vector<member>{{"id", uuid_schema(), "The same when it is renewed."},
                                              {"holder", record_reference("actor")},
                                              {"created_at", time_schema()},
                                              {"expires_at", time_schema()}})};
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
                {"request_id", text_schema(), "Its `X-Request-Id`."},
                {"phone", text_schema(), "What it asks for."},
                {"actor", record_reference("actor"), "The one who asks."},
                {"since", time_schema()},
                {"position", integer_schema(), "Among those of the account that wait."},
                {"estimate_s", or_null(integer_schema()),
                 "Seconds until its turn, by how long phones were in use; null: not known yet."}})};
}

record labels()
{
    return {"phone_labels",
            object_schema(std::vector<member>{{"labels", list_schema(text_schema())}})};
}

record info()
{
    return {"phone_info", object_schema(std::vector<member>{
                              {"width", integer_schema(), "Of the screenshot."},
                              {"height", integer_schema()},
                              {"name", text_schema()},
                              {"unique_id", text_schema()},
                              {"id", uuid_schema()},
                              {"display_name", or_null(text_schema())},
                              {"os_version", text_schema()},
                              driver_version(),
                              {"product_type", text_schema()},
                              {"native_width", or_null(integer_schema()), "Of the panel."},
                              {"native_height", or_null(integer_schema())},
                              {"scale", or_null(number_schema()), "Panel pixels for one point."},
                              {"orientation", orientation()},
                              {"battery_level", or_null(integer_schema()), "Percent."},
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
                             {"bundle_id", text_schema()},
                             {"name", or_null(text_schema()),
                              "As in the list of apps that was read last; null: not in it."}})};
}

record status()
{
    return {"phone_status", object_schema(std::vector<member>{
                                {"phone_id", uuid_schema()},
                                {"phone_name", text_schema()},
                                {"connection_status", connection_status()},
                                {"width", or_null(integer_schema())},
                                {"height", or_null(integer_schema())},
                                {"switch_control_enabled", flag_schema(), "Always false."},
                                {"screen_locked", flag_schema()},
                                {"streaming", flag_schema(), "Whether somebody watches."},
                                readiness(),
                                {"active_session_id", or_null(uuid_schema())},
                                {"queue_depth", integer_schema(), "Actions that have not ended."},
                                {"alert", or_null(record_reference("alert")), "The one in front."},
                                {"front_app", or_null(record_reference("front_app")),
                                 "Null: not asked for, or the phone does not say."},
                                {"video", or_null(record_reference("video_figures")),
                                 "What was measured of its own video in the last minutes."}})};
}

record latency()
{
    return {"latency", object_schema(std::vector<member>{
                           {"p50", number_schema(), "Half took no longer, in milliseconds."},
                           {"p95", number_schema(), "95 of 100 took no longer."},
                           {"count", integer_schema(), "Of what was measured."}})};
}

record video_figures()
{
    return {"video_figures",
            object_schema(std::vector<member>{
                {"tap_to_picture_ms", or_null(record_reference("latency")),
                 "From an input's begin until the first picture after it had come."},
                {"picture_age_ms", or_null(record_reference("latency")),
                 "From a picture's coming until it was decoded."}})};
}

record settings()
{
    return {"phone_settings",
            object_schema(std::vector<member>{{"display_name", or_null(text_schema())},
                                              {"typing_method", words_schema({"keys", "paste"})},
                                              {"speed", integer_schema()}})};
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
