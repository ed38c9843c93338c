// Fragments of a movie that grows: each is whole, and nothing that was written is written again.
#pragma once

#include "mp4/movie_head.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace thimble::mp4 {

struct movie_limits {
    std::chrono::milliseconds fragment{1000};        // its media, where no key comes before
    std::size_t fragment_samples = 1000;             // of one fragment
    std::size_t fragment_bytes = 32UL * 1024 * 1024; // the same; a larger sample is alone
    std::chrono::hours longest_sample{12};           // what a sample's duration can say
};

/// Samples in the order in which they are decoded, which is that in which they are shown. The
/// duration of a sample is known when the next one comes; until then it is not written.
class fragmented_movie {
public:
    explicit fragmented_movie(const video_track& of, movie_limits granted = {});

    /// The movie's first bytes.
    const bytes& head() const noexcept { return head_; }

    struct sample {
        std::span<const std::byte> data; // its NAL units, each behind its length in four bytes
        bool key = false;                // needs no sample before it
        std::chrono::microseconds at{0}; // since the movie began; never before the sample before
    };

    /// Bytes to be appended now; often none. A fragment ends before a key, and once it is long
    /// enough. What comes before the first key is passed over.
    bytes add(const sample& next);

    /// Writes what can be written by now: all samples but the last.
    bytes flush();

    /// Writes all; the last sample is shown until then. Nothing may be added any more.
    bytes finish(std::chrono::microseconds until);

    /// The part of it that add(), flush() and finish() have given out.
    struct written_part {
        std::uint64_t samples = 0;
        std::chrono::microseconds until{0};
    };
    const written_part& written() const noexcept { return written_; }

    /// Bytes of samples that were added and not yet given out.
    std::size_t held_bytes() const noexcept { return data_.size(); }

    /// Time of the last sample that was added.
    std::chrono::microseconds length() const noexcept { return length_; }

private:
    struct held {
        std::size_t size = 0;
        std::uint64_t at = 0; // in ticks
        bool key = false;
    };

    /// The fragment of all held samples whose end is known: up to `end`, where the next one begins.
    bytes fragment(std::size_t count, std::uint64_t end);
    bool full(std::uint64_t next_at, std::size_t next_size) const;

    movie_limits limits_;
    bytes head_;
    std::vector<held> held_;
    bytes data_; // of those
    std::uint32_t sequence_ = 0;
    written_part written_;
    std::chrono::microseconds length_{0};
};

} // namespace thimble::mp4
