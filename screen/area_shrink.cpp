#include "screen/area_shrink.hpp"

#include "screen/lanes.hpp"

#include <algorithm>

namespace thimble::screen {

namespace {

// A sample of 8 bits is kept with 8 bits of fraction behind it, so that a mean of means is off by
// less than one.
constexpr unsigned fraction_bits = 8;

/// Columns that are averaged down before they are averaged along; they stay in the first cache.
constexpr std::size_t strip_lanes = 128;

/// Loss of rounding down with each weight, on average; to begin a sum with.
lanes lost_in(std::size_t taps)
{
    return in_all_lanes(static_cast<std::uint16_t>(taps / 2));
}

/// Adds `Taps` rows to the sums, each with its weight.
template <std::size_t Taps>
void add_rows(std::span<lanes> sums,
              const std::uint8_t* samples,
              std::size_t row_bytes,
              const std::uint16_t* weights)
{
    std::array<lanes, Taps> factors{};
    for (std::size_t tap = 0; tap < Taps; ++tap)
        factors[tap] = in_all_lanes(weights[tap]);
    for (lanes& sum : sums) {
        lanes more = sum;
#pragma GCC unroll 4
        for (std::size_t tap = 0; tap < Taps; ++tap)
            more += upper_product(loaded_above(samples + (tap * row_bytes)), factors[tap]);
        sum = more;
        samples += lane_count;
    }
}

/// The same, for as many rows as have a weight.
void add_weighed_rows(std::span<lanes> sums,
                      const std::uint8_t* samples,
                      std::size_t row_bytes,
                      std::span<const std::uint16_t> weights)
{
    while (!weights.empty() && weights.back() == 0)
        weights = weights.first(weights.size() - 1);
    for (; weights.size() >= 4; weights = weights.subspan(4), samples += 4 * row_bytes)
        add_rows<4>(sums, samples, row_bytes, weights.data());
    if (weights.size() == 3)
        add_rows<3>(sums, samples, row_bytes, weights.data());
    if (weights.size() == 2)
        add_rows<2>(sums, samples, row_bytes, weights.data());
    if (weights.size() == 1)
        add_rows<1>(sums, samples, row_bytes, weights.data());
}

/// The mean of `Taps` neighbours, `step` apart; of `taps` where it is not known beforehand.
template <std::size_t Taps>
lanes mean_of(const lanes* samples, std::size_t step, const lanes* weights, std::size_t taps)
{
    const std::size_t count = Taps > 0 ? Taps : taps;
    lanes sum = lost_in(count);
#pragma GCC unroll 4
    for (std::size_t tap = 0; tap < count; ++tap)
        sum += upper_product(samples[tap * step], weights[tap]);
    return sum;
}

narrow_lanes rounded(lanes value)
{
    constexpr std::uint16_t half = 1U << (fraction_bits - 1);
    constexpr std::uint16_t most = 0xffffU - half;
    const lanes limited = value > most ? in_all_lanes(most) : value;
    return __builtin_convertvector((limited + half) >> fraction_bits, narrow_lanes);
}

/// Eight new rows on their way: first as wide as the old picture, one register for the eight rows
/// at each column, which is what the means along a row are then made of.
class row_block {
public:
    row_block(const sample_rows<const std::uint8_t>& from,
              std::size_t width,
              const area_axis& columns,
              const area_axis& rows)
        : from_(from), width_(width * from.channels), columns_(columns), rows_(rows),
          // Behind the last column, for weights of nothing.
          means_(width_ + ((lane_count + columns.taps()) * from.channels)),
          strip_(lane_count * strip_lanes)
    {
        for (std::size_t column = 0; column < columns.size(); ++column)
            for (const auto weight : columns.weights(column))
                weights_.push_back(in_all_lanes(weight));
    }

    void run(std::size_t first_row, const sample_rows<std::uint8_t>& to)
    {
        constexpr std::size_t most = strip_lanes * lane_count;
        const std::size_t whole = width_ / lane_count * lane_count;
        for (std::size_t at = 0; at < whole; at += most)
            average_down(first_row, at, std::min(most, whole - at) / lane_count);
        if (whole < width_)
            average_rest_down(first_row, whole);
        switch (columns_.taps()) {
        case 3:
            return average_along<3>(first_row, to);
        case 4:
            return average_along<4>(first_row, to);
        default:
            return average_along<0>(first_row, to);
        }
    }

private:
    std::size_t shown_row(std::size_t row) const { return std::min(row, rows_.size() - 1); }

    const std::uint8_t* samples_at(std::size_t row, std::size_t at) const
    {
        return from_.samples.data() + (row * from_.row_bytes) + at;
    }

    /// The means of `count` times eight columns from `at` on, for each of the eight rows.
    void average_down(std::size_t first_row, std::size_t at, std::size_t count)
    {
        std::ranges::fill(strip_, lost_in(rows_.taps()));
        const std::span sums(strip_);
        for (std::size_t i = 0; i < lane_count; ++i) {
            const std::size_t row = shown_row(first_row + i);
            add_weighed_rows(sums.subspan(i * strip_lanes, count), samples_at(rows_.first(row), at),
                             from_.row_bytes, rows_.weights(row));
        }
        for (std::size_t column = 0; column < count; ++column) {
            lane_square square{};
            for (std::size_t i = 0; i < lane_count; ++i)
                square[i] = sums[(i * strip_lanes) + column];
            square = transposed(square);
            std::ranges::copy(square, means_.data() + at + (column * lane_count));
        }
    }

    /// The same for the last columns, which do not fill a register.
    void average_rest_down(std::size_t first_row, std::size_t at)
    {
        lane_square square{};
        for (std::size_t i = 0; i < lane_count; ++i) {
            const std::size_t row = shown_row(first_row + i);
            square[i] = lost_in(rows_.taps());
            for (std::size_t tap = 0; tap < rows_.taps(); ++tap) {
                const auto weight = rows_.weights(row)[tap];
                if (weight == 0)
                    break;
                std::array<std::uint8_t, lane_count> rest{};
                std::copy_n(samples_at(rows_.first(row) + tap, at), width_ - at, rest.begin());
                square[i] += upper_product(loaded_above(rest.data()), in_all_lanes(weight));
            }
        }
        square = transposed(square);
        std::ranges::copy(square, means_.data() + at);
    }

    template <std::size_t Taps>
    void average_along(std::size_t first_row, const sample_rows<std::uint8_t>& to)
    {
        lane_square square{};
        std::size_t filled = 0;
        std::size_t written = 0;
        const std::size_t channels = from_.channels;
        const std::size_t taps = columns_.taps();
        for (std::size_t column = 0; column < columns_.size(); ++column) {
            const lanes* samples = means_.data() + (columns_.first(column) * channels);
            const lanes* weights = weights_.data() + (column * taps);
            for (std::size_t channel = 0; channel < channels; ++channel) {
                square[filled++] = mean_of<Taps>(samples + channel, channels, weights, taps);
                if (filled < lane_count)
                    continue;
                write(square, first_row, written, lane_count, to);
                written += lane_count;
                filled = 0;
            }
        }
        write(square, first_row, written, filled, to);
    }

    /// `count` new samples of each row, from `at` on.
    void write(const lane_square& columns,
               std::size_t first_row,
               std::size_t at,
               std::size_t count,
               const sample_rows<std::uint8_t>& to) const
    {
        const lane_square rows = transposed(columns);
        const auto shown = std::min(lane_count, rows_.size() - first_row);
        for (std::size_t row = 0; row < shown; ++row) {
            const narrow_lanes samples = rounded(rows[row]);
            auto* target = to.samples.data() + ((first_row + row) * to.row_bytes) + at;
            if (count == lane_count)
                std::memcpy(target, &samples, lane_count);
            else
                std::memcpy(target, &samples, count);
        }
    }

    sample_rows<const std::uint8_t> from_;
    std::size_t width_; // in samples of all channels
    const area_axis& columns_;
    const area_axis& rows_;
    std::vector<lanes> weights_; // of the columns
    std::vector<lanes> means_;
    std::vector<lanes> strip_;
};

} // namespace

void shrink(const sample_rows<const std::uint8_t>& from,
            std::size_t width,
            const area_axis& columns,
            const area_axis& rows,
            const sample_rows<std::uint8_t>& to)
{
    row_block block(from, width, columns, rows);
    for (std::size_t row = 0; row < rows.size(); row += lane_count)
        block.run(row, to);
}

} // namespace thimble::screen
