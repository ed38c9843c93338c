// Shrinking along one edge: which samples each new one is the mean of, and with what weights.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace thimble::screen {

/// Where new samples lie among the old ones, in units of these.
struct sample_range {
    double offset = 0; // where the first new sample begins; may lie before the first old one
    double scale = 1;  // how many old samples a new one covers
};

/// The weights of the old samples in each new one: how much of each it covers.
class area_axis {
public:
    /// The sum of the weights of each new sample.
    static constexpr std::uint32_t unit = 65536;

    /// `from` old samples become `to` new ones, both at least 1. Parts beyond the old samples do
    /// not count.
    area_axis(int from, int to, const sample_range& where);

    std::size_t size() const noexcept { return first_.size(); }

    /// Every new sample has as many old ones, some perhaps with a weight of nothing, and perhaps
    /// beyond the last.
    std::size_t taps() const noexcept { return taps_; }
    std::size_t first(std::size_t at) const { return first_[at]; }
    std::span<const std::uint16_t> weights(std::size_t at) const
    {
        return std::span(weights_).subspan(at * taps_, taps_);
    }

private:
    void weigh(std::size_t at, double begin, double end);

    std::size_t taps_;
    std::vector<std::size_t> first_;
    std::vector<std::uint16_t> weights_;
};

} // namespace thimble::screen
