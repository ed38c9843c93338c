#include "device/media/unit_assembler.hpp"

#include "device/media/video_formats.hpp"
#include "hevc/decoder_configuration.hpp"

#include <utility>

namespace thimble::device::media {

unit_assembler::unit_assembler(std::uint64_t stream, sender_clock& clock, handler on_picture)
    : stream_(stream), clock_(clock), on_picture_(std::move(on_picture)),
      depacketizer_([this](byte_view unit) { take_unit(unit); })
{
}

/// A packet of another time begins a picture even where the last one of the picture before has
/// not been marked as such.
void unit_assembler::take(const reorder_buffer::ordered& next)
{
    const auto& packet = next.packet;
    if (next.after_loss) {
        depacketizer_.forget();
        spoil("packets are missing");
    }
    if (now_ && last_time_ != packet.time)
        finish();
    if (!now_) {
        begin(packet.time);
        if (next.after_loss)
            spoil("packets are missing"); // perhaps the first ones of this one
    }
    now_->arrived = next.arrived;
    if (!depacketizer_.take(packet.payload))
        spoil("a packet is malformed");
    if (packet.marker)
        finish();
}

void unit_assembler::lose()
{
    depacketizer_.forget();
    now_.reset();
    drop("packets are missing");
}

void unit_assembler::begin(std::uint32_t time)
{
    if (last_time_)
        time_ +=
            static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(time - *last_time_)});
    else
        time_ = time;
    last_time_ = time;
    now_.emplace();
}

void unit_assembler::spoil(const char* why)
{
    if (now_ && now_->problem.empty())
        now_->problem = why;
    else if (!now_)
        waits_for_key_ = true;
}

void unit_assembler::take_unit(byte_view unit)
{
    const auto type = nal_type(unit);
    if (!type || !now_->problem.empty())
        return;
    if (now_->data.size() + unit.size() > largest_picture || ++now_->units > most_units)
        return spoil("a picture is too large");
    if (nal::is_parameter_set(*type)) {
        if (now_->sets.size() >= hevc::most_parameter_sets ||
            unit.size() > hevc::longest_parameter_set)
            return spoil("the stream has too many parameters");
        now_->sets.emplace_back(unit.begin(), unit.end());
        return;
    }
    if (nal::is_slice(*type))
        take_slice(*type, unit);
    append_nal(now_->data, unit);
}

void unit_assembler::take_slice(unsigned type, byte_view unit)
{
    if (!std::exchange(now_->slices, true)) {
        now_->key = nal::is_key_slice(type);
        if (!begins_picture(unit))
            spoil("a picture's begin is missing");
    }
}

void unit_assembler::drop(std::string why)
{
    ++dropped_;
    ++number_;
    problem_ = std::move(why);
    waits_for_key_ = true;
}

void unit_assembler::finish()
{
    auto done = std::move(*std::exchange(now_, std::nullopt));
    depacketizer_.forget();
    if (!done.problem.empty())
        return drop(std::move(done.problem));
    if (!done.sets.empty())
        new_sets_ = std::move(done.sets);
    if (!done.slices)
        return; // parameters alone
    if (!done.key && waits_for_key_) {
        ++dropped_;
        ++number_;
        return;
    }
    if (!done.key && !new_sets_.empty()) {
        if (new_sets_ != format_->parameter_sets)
            return drop("the parameters change without a key");
        new_sets_.clear();
    }
    if (done.key && !renew_format())
        return;
    waits_for_key_ = false;
    auto made = std::make_shared<access_unit>();
    made->format = format_;
    made->data = std::move(done.data);
    made->key = done.key;
    made->stream = stream_;
    made->number = number_++;
    made->rtp_time = time_;
    made->arrived = done.arrived;
    made->captured = clock_.captured(static_cast<std::uint32_t>(time_), done.arrived);
    on_picture_(std::move(made));
}

bool unit_assembler::renew_format()
{
    if (new_sets_.empty() || (format_ && new_sets_ == format_->parameter_sets)) {
        new_sets_.clear();
        if (format_)
            return true;
        drop("the stream lacks parameters");
        return false;
    }
    auto made = format_of(std::exchange(new_sets_, {}));
    if (!made) {
        drop(std::move(made.error()));
        return false;
    }
    format_ = std::move(*made);
    return true;
}

} // namespace thimble::device::media
