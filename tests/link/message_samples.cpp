#include "tests/link/message_samples.hpp"

namespace thimble::link {

namespace {

constexpr const char* udid = "00008120-001A2B3C4D5E6F70";
constexpr const char* job_id = "0190a6b2-7c1e-7d3f-8a4b-5c6d7e8f9a0b";

std::chrono::system_clock::time_point wall_clock()
{
    return std::chrono::system_clock::time_point(std::chrono::milliseconds(1'790'000'000'123));
}

service_time monotonic_clock()
{
    return service_time(std::chrono::microseconds(86'400'000'250));
}

coordinate_space portrait()
{
    return {.size = {.width = 620, .height = 1344}, .turned = screen::orientation::portrait};
}

phone_state ready_phone()
{
    return {.udid = udid,
            .attached = true,
            .name = "Ada’s iPhone",
            .device_name = "iPhone 15 Pro",
            .product_type = "iPhone16,1",
            .os_version = "18.5",
            .driver_version = "16.7.3",
            .native_size = screen::pixel_size{.width = 1179, .height = 2556},
            .screenshot_size = screen::pixel_size{.width = 620, .height = 1344},
            .scale = 3.0,
            .turned = screen::orientation::portrait,
            .battery_level = 84,
            .locked = false,
            .alert = alert{.text = "“Maps” would like to use your location",
                           .buttons = {"Don’t Allow", "Allow Once"}},
            .blockers = {},
            .warnings = {{.code = "DRIVER_EXPIRES",
                          .message = "The profile of the runner ends on 2026-11-28T08:00:00.000Z: "
                                     "the phone will not start it after that.",
                          .remedy = "Sign WebDriverAgentRunner with a new profile and install it: "
                                    "thimbled runner install FILE.",
                          .since = wall_clock()}},
            .capabilities = {"home", "screenshot", "tap"},
            .video = video_figures{
                .tap_to_picture = latency_spread{.p50 = std::chrono::microseconds(53'460),
                                                 .p95 = std::chrono::microseconds(96'000),
                                                 .count = 12},
                .picture_age = latency_spread{.p50 = std::chrono::microseconds(11'800),
                                              .p95 = std::chrono::microseconds(27'350),
                                              .count = 1'024}}};
}

phone_state untrusted_phone()
{
    phone_state phone;
    phone.udid = "00008110-0001112223334445";
    phone.attached = true;
    phone.blockers = {{.code = "NOT_TRUSTED",
                       .message = "The phone does not trust this computer.",
                       .remedy = "Tap Trust on the phone and enter its passcode.",
                       .since = wall_clock()}};
    return phone;
}

host_state hindered_host()
{
    return {.blockers = {{.code = "USBMUXD_NOT_RUNNING",
                          .message = "usbmuxd does not answer.",
                          .remedy = "Start it with `systemctl start usbmuxd`.",
                          .since = wall_clock()}}};
}

hello full_hello()
{
    using stage = open_job::stage;
    return {.protocol = protocol_version,
            .desktop_id = "2f9d8f0e-6f0c-4d3c-9d6f-0a1b2c3d4e5f",
            .name = "Workbench",
            .version = "0.1.0",
            .features = {"h264"},
            .boot_id = "b5b3c0de-1111-4222-8333-444455556666",
            .journal_id = "7c1e4a90b2d3f586",
            .phones = {ready_phone(), untrusted_phone()},
            .open_jobs = {{.job_id = "job-1", .reached = stage::received},
                          {.job_id = "job-2", .reached = stage::started},
                          {.job_id = "job-3", .reached = stage::finished}}};
}

welcome full_welcome()
{
    return {.protocol = protocol_version,
            .node = "node-a",
            .epoch = 17,
            .features = {"h264"},
            .heartbeat = std::chrono::milliseconds(10'000),
            .clock = monotonic_clock(),
            .frame_bytes = 33'554'432,
            .open_jobs = {"job-2", "job-3"}};
}

result full_result()
{
    return {
        .job_id = job_id,
        .udid = udid,
        .outcome = outcome::done,
        .failure = {},
        .value = {{"bundle_id", "com.apple.Maps"}},
        .frame = frame{.picture = {.format = screen::picture_format::jpeg,
                                   .size = {.width = 620, .height = 1344},
                                   .data = nullptr},
                       .space = portrait(),
                       .scale = 3.0,
                       .captured_at = wall_clock()},
        .timings = {.queued_ms = 1.5, .device_ms = 212.25},
        .receipt = receipt{
            .seen = effect::changed,
            .verified = true,
            .shaped = false,
            .frame =
                seen_frame{.id = job_id,
                           .space = portrait(),
                           .captured_at = wall_clock(),
                           .settled = true,
                           .changed = true,
                           .region = screen::area{.x = 40, .y = 200, .width = 540, .height = 96}},
            .driver = "coredevice"}};
}

result failed_result()
{
    result what;
    what.job_id = job_id;
    what.udid = udid;
    what.outcome = outcome::not_sent;
    what.failure = failure{.code = "ELEMENT_NOT_FOUND",
                           .message = "Nothing on the screen goes by that name.",
                           .context = {{"candidates", {"Save", "Share"}}}};
    return what;
}

message_sample command_for(const std::string& file, action what)
{
    command out;
    out.job_id = job_id;
    out.udid = udid;
    if (has_coordinates(what))
        out.space = portrait();
    out.what = std::move(what);
    out.expires_at = monotonic_clock();
    return {.file = file, .what = std::move(out)};
}

void add_touches(std::vector<message_sample>& to)
{
    using std::chrono::milliseconds;
    for (const action& each : std::initializer_list<action>{
             tap{.x = 310, .y = 672}, double_tap{.x = 310, .y = 672},
             triple_tap{.x = 310, .y = 672},
             tap_and_hold{.x = 310, .y = 672, .duration = milliseconds(1500)},
             flick{.x = 310, .y = 672, .towards = direction::left},
             pan{.x = 310, .y = 672, .towards = direction::down, .duration = milliseconds(700)},
             drag{.from_x = 10, .from_y = 20, .to_x = 30, .to_y = 40, .speed = speed::fast},
             hold_and_drag{.from_x = 10,
                           .from_y = 20,
                           .to_x = 30,
                           .to_y = 40,
                           .hold = milliseconds(600),
                           .speed = speed::slow},
             pinch{
                 .x = 310, .y = 672, .kind = pinch_kind::rotate_cw, .duration = milliseconds(900)}})
        to.push_back(command_for("action_" + std::string(name_of(each)), each));
}

void add_touches_at_elements(std::vector<message_sample>& to)
{
    using std::chrono::milliseconds;
    for (const touch& each : std::initializer_list<touch>{
             tap{}, double_tap{}, triple_tap{}, tap_and_hold{.duration = milliseconds(1500)},
             flick{.towards = direction::right}, drag{.speed = speed::slow},
             pinch{.kind = pinch_kind::pinch_in, .duration = milliseconds(900)}}) {
        const bool moves = std::holds_alternative<drag>(each);
        const touch_element what{
            .selector = "the Save button", .to_selector = moves ? "the Trash" : "", .what = each};
        to.push_back(command_for("action_" + std::string(name_of(what)), what));
    }
}

seen_element save_button()
{
    return {.type = "Button",
            .label = "Save",
            .identifier = "save",
            .app = "Notes",
            .x = 300,
            .y = 640,
            .width = 40,
            .height = 60,
            .unique = true};
}

void add_touches_at_refs(std::vector<message_sample>& to)
{
    using std::chrono::milliseconds;
    for (const ref_touch& each : std::initializer_list<ref_touch>{
             tap{}, double_tap{}, triple_tap{}, tap_and_hold{.duration = milliseconds(1500)},
             flick{.towards = direction::right},
             pan{.towards = direction::down, .duration = milliseconds(700)},
             drag{.to_x = 30, .to_y = 40, .speed = speed::slow},
             hold_and_drag{.hold = milliseconds(600), .speed = speed::slow},
             pinch{.kind = pinch_kind::pinch_in, .duration = milliseconds(900)}}) {
        touch_ref what{.at = save_button(), .to = {}, .held = true, .what = each};
        if (std::holds_alternative<hold_and_drag>(each)) {
            what.to = save_button();
            what.to->unique = false;
        }
        to.push_back(command_for("action_" + std::string(name_of(what)), what));
    }
    const type_ref typing{.into = save_button(),
                          .held = false,
                          .focused = true,
                          .what = {.text = "Grüße", .method = typing_method::automatic}};
    to.push_back(command_for("action_type-ref", typing));
}

void add_texts_and_apps(std::vector<message_sample>& to)
{
    for (const action& each : std::initializer_list<action>{
             keypress{.key = "enter",
                      .modifiers = {modifier::control, modifier::shift, modifier::alternate,
                                    modifier::command},
                      .repeat = 3},
             type{.text = "Grüße,\n\tAda \"Lovelace\" 👋", .method = typing_method::automatic},
             copy_text{.text = "a text"}, read_clipboard{}, list_apps{}, front_app{},
             open_app{.app_name = "Maps"}, open_url{.url = "https://example.org/?q=a%20b"},
             shortcut{.shortcut_name = "Log water", .input = "250 ml"}, elements{.limit = 50},
             find_element{.selector = "the Save button", .in_text = false},
             settle{.limit = std::chrono::milliseconds(2500)},
             terminate_app{.bundle_id = "com.apple.mobilenotes"}})
        to.push_back(command_for("action_" + std::string(name_of(each)), each));
}

void add_commands_of_the_phone(std::vector<message_sample>& to)
{
    for (const action& each : std::initializer_list<action>{
             home{}, lock{}, spotlight{}, app_switcher{}, control_center{}, notification_center{},
             escape{}, volume_up{}, volume_down{}, siri{}, action_button{},
             unlock{.passcode = "000000"}, rotate{.to = screen::orientation::landscape_left},
             select{},
             screenshot{.format = screen::picture_format::webp,
                        .quality = 70,
                        .max_edge = 800,
                        .part = screen::area{.x = 1, .y = 2, .width = 30, .height = 40},
                        .fresh = true},
             batch{.steps = {open_app{.app_name = "Maps"}, tap{.x = 310, .y = 672},
                             touch_element{.selector = "Search", .to_selector = {}, .what = tap{}},
                             type{.text = "Kurfürstendamm"}}}})
        to.push_back(command_for("action_" + std::string(name_of(each)), each));
}

} // namespace

std::vector<message_sample> message_samples()
{
    auto command = command_for("command", home{});
    std::get<link::command>(command.what).observed = true;
    auto traced = command_for("command_traced", home{});
    auto& with_trace = std::get<link::command>(traced.what);
    with_trace.observed = true;
    with_trace.trace =
        service::trace_context::parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    const auto within = std::chrono::milliseconds(30'000);
    return {{.file = "hello", .what = full_hello()},
            {.file = "welcome", .what = full_welcome()},
            {.file = "phone", .what = ready_phone()},
            {.file = "phone_untrusted", .what = untrusted_phone()},
            {.file = "host", .what = hindered_host()},
            std::move(command),
            std::move(traced),
            {.file = "ack", .what = ack{.job_id = job_id}},
            {.file = "started", .what = started{.job_id = job_id}},
            {.file = "result", .what = full_result()},
            {.file = "result_failed", .what = failed_result()},
            {.file = "settled", .what = settled{.job_id = job_id}},
            {.file = "cancel", .what = cancel{.job_id = job_id, .how = cancel::kind::stop}},
            {.file = "stream",
             .what = stream{.stream_id = "stream-1",
                            .udid = udid,
                            .on = true,
                            .codec = codec::h264,
                            .frames_per_second = 30,
                            .quality = 70,
                            .max_edge = 1000}},
            {.file = "keyframe", .what = keyframe{.stream_id = "stream-1"}},
            {.file = "heartbeat", .what = heartbeat{.clock = monotonic_clock()}},
            {.file = "drain", .what = drain{.within = within}}};
}

std::vector<message_sample> action_samples()
{
    std::vector<message_sample> all;
    add_touches(all);
    add_touches_at_elements(all);
    add_touches_at_refs(all);
    add_texts_and_apps(all);
    add_commands_of_the_phone(all);
    return all;
}

frame_header sample_header()
{
    return {.udid = udid,
            .frame_id = "frame-9",
            .stream_id = "stream-1",
            .codec = codec::h264,
            .key = false,
            .at = std::chrono::microseconds(1'250'000),
            .size = {.width = 1344, .height = 620},
            .turned = screen::orientation::landscape_left,
            .captured_at = wall_clock()};
}

} // namespace thimble::link
