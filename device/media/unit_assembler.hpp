// Encoded pictures out of RTP packets that are in order.
#pragma once

#include "device/access_unit.hpp"
#include "device/media/hevc_depacketizer.hpp"
#include "device/media/reorder_buffer.hpp"
#include "device/media/sender_clock.hpp"

namespace thimble::device::media {

/// A picture whose packets have not all come.
struct begun_picture {
    bytes data;
    std::vector<bytes> sets; // parameters that came with it
    std::size_t units = 0;
    bool slices = false;
    bool key = false;
    std::string problem; // the first; empty where it is whole
    reorder_buffer::time arrived;
};

/// Hands over what can be decoded: after a loss nothing until the next key. A key is what a phone
/// sends at a stream's start alone, so that whoever owns this has the stream started anew.
class unit_assembler {
public:
    static constexpr std::size_t largest_picture = 4U << 20; // bytes
    static constexpr std::size_t most_units = 1'024;         // of one picture

    using handler = std::function<void(shared_unit)>;

    /// `stream` is the number that its pictures bear; `clock`, which outlives this, tells when they
    /// were captured.
    unit_assembler(std::uint64_t stream, sender_clock& clock, handler on_picture);
    unit_assembler(const unit_assembler&) = delete;
    unit_assembler& operator=(const unit_assembler&) = delete;

    void take(const reorder_buffer::ordered& next);

    /// Nothing more comes of the last unit: what follows can be decoded from the next key on.
    void lose();

    /// True before the first key, and after a loss.
    bool waits_for_key() const noexcept { return waits_for_key_; }

    /// Pictures that were not handed over, as far as they were noticed.
    std::uint64_t dropped() const noexcept { return dropped_; }

    /// Why the last one was not, for logs; empty where none was.
    const std::string& problem() const noexcept { return problem_; }

private:
    void begin(std::uint32_t time);
    void take_unit(byte_view unit);
    void take_slice(unsigned type, byte_view unit);
    void spoil(const char* why);
    void finish();
    void drop(std::string why);
    bool renew_format();

    std::uint64_t stream_;
    sender_clock& clock_;
    handler on_picture_;
    hevc_depacketizer depacketizer_;
    std::optional<begun_picture> now_;
    std::optional<std::uint32_t> last_time_;
    std::uint64_t time_ = 0; // of the picture, beyond 32 bits
    std::uint64_t number_ = 0;
    bool waits_for_key_ = true;
    std::shared_ptr<const video_format> format_;
    std::vector<bytes> new_sets_; // since the last picture that had some
    std::uint64_t dropped_ = 0;
    std::string problem_;
};

} // namespace thimble::device::media
