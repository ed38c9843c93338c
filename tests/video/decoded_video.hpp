// A decoder of HEVC that is another program's, for what clients are given.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace thimble::test {

/// libde265, of which the test is the only user.
class video_decoder {
public:
    /// From the content of hvcC.
    explicit video_decoder(std::span<const std::byte> configuration);
    video_decoder(const video_decoder&) = delete;
    video_decoder& operator=(const video_decoder&) = delete;
    ~video_decoder();

    struct picture {
        int width = 0;
        int height = 0;
        int corner = 0; // brightness of the pixel in the top left corner
    };

    /// Pictures that the unit (NAL units behind their lengths) has made ready. Throws for what is
    /// no HEVC, or needs a picture that has not come.
    std::vector<picture> decode(std::span<const std::byte> unit);

    /// The rest of them.
    std::vector<picture> finish();

private:
    struct implementation;
    std::unique_ptr<implementation> self_;
};

} // namespace thimble::test
