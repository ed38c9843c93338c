// The visible state of an operating system, and its answers to questions.
#include "virtualphone/os/implementation.hpp"

namespace thimble::virtualphone {
namespace {

void scale_frames(element& all, double factor)
{
    all.frame.x *= factor;
    all.frame.y *= factor;
    all.frame.width *= factor;
    all.frame.height *= factor;
    for (element& each : all.children)
        scale_frames(each, factor);
}

} // namespace

const model& operating_system::hardware() const
{
    return self_->hardware;
}

const ios_profile& operating_system::ios() const
{
    return self_->ios;
}

const identity& operating_system::who() const
{
    return self_->who;
}

turned operating_system::interface_orientation() const
{
    return self_->board->interface_orientation();
}

turned operating_system::device_orientation() const
{
    return self_->board->device_orientation();
}

bool operating_system::turning() const
{
    return self_->board->turning();
}

double operating_system::width_pt() const
{
    return self_->board->screen().width;
}

double operating_system::height_pt() const
{
    return self_->board->screen().height;
}

rectangle operating_system::app_frame(std::string_view bundle_id) const
{
    const auto& screen = self_->board->screen();
    constexpr double smallest_width = 320;
    constexpr double smallest_height = 480;
    if (bundle_id == self_->who.runner_id)
        return {.x = 0,
                .y = 0,
                .width = screen.landscape ? smallest_height : smallest_width,
                .height = screen.landscape ? smallest_width : smallest_height};
    const auto frame = self_->board->window_of(bundle_id).whole();
    const double factor = self_->board->scale_of(bundle_id);
    const auto corner = self_->board->corner_of(bundle_id);
    return {.x = corner.x,
            .y = corner.y,
            .width = frame.width * factor,
            .height = frame.height * factor};
}

place operating_system::on_screen(std::string_view bundle_id, place in_app) const
{
    const double factor = self_->board->scale_of(bundle_id);
    return {.x = in_app.x / factor, .y = in_app.y / factor};
}

bool operating_system::locked() const
{
    return self_->board->locked();
}

bool operating_system::unlocked_since_boot() const
{
    return self_->unlocked_since_boot;
}

bool operating_system::awake() const
{
    return self_->board->awake();
}

bool operating_system::keyboard_shown() const
{
    return self_->board->keyboard_shown();
}

std::string operating_system::front_app() const
{
    return std::string(self_->board->front_bundle_id());
}

std::string operating_system::active_app() const
{
    return std::string(self_->board->active_bundle_id());
}

bool operating_system::runs(std::string_view bundle_id) const
{
    return self_->board->apps().runs(bundle_id);
}

const std::string& operating_system::clipboard() const
{
    return self_->board->clipboard().text();
}

const std::map<int, place>& operating_system::fingers_down() const
{
    return self_->fingers;
}

const shown_alert* operating_system::alert() const
{
    return self_->board->alert();
}

nlohmann::json operating_system::app_states() const
{
    return self_->board->app_states();
}

element operating_system::tree() const
{
    return elements_of(self_->board->show()).front(); // the page of a phone is always an element
}

element operating_system::tree_of(std::string_view bundle_id) const
{
    element tree = elements_of(self_->board->show_app(bundle_id)).front();
    scale_frames(tree, self_->board->scale_of(bundle_id));
    tree.frame = app_frame(bundle_id);
    return tree;
}

std::vector<operating_system::installed_app> operating_system::apps() const
{
    std::vector<installed_app> out;
    for (const auto& each : self_->board->apps()) {
        const auto who = each->who();
        out.push_back({.bundle_id = std::string(who.bundle_id),
                       .name = std::string(who.name),
                       .version = who.system ? std::string(self_->ios.version) : "1.0",
                       .system = who.system});
    }
    return out;
}

encoded_picture operating_system::frame_png()
{
    return self_->frames.png(self_->generation, [this] { return self_->render(); });
}

encoded_picture operating_system::frame_jpeg(int quality)
{
    return self_->frames.jpeg(self_->generation, quality, [this] { return self_->render(); });
}

raw_picture operating_system::frame_pixels()
{
    canvas drawn = self_->render();
    const pixels look = drawn.look();
    constexpr std::size_t pixel_size = 4;
    const std::size_t row = static_cast<std::size_t>(look.width) * pixel_size;
    raw_picture result{.pixels = {}, .width = look.width, .height = look.height};
    result.pixels.reserve(row * static_cast<std::size_t>(look.height));
    for (int y = 0; y < look.height; ++y) {
        const unsigned char* const from = look.data + static_cast<std::ptrdiff_t>(y) * look.stride;
        result.pixels.insert(result.pixels.end(), from, from + row);
    }
    return result;
}

std::uint64_t operating_system::generation() const
{
    return self_->generation;
}

} // namespace thimble::virtualphone
