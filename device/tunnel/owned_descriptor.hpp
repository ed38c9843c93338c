// A file descriptor that is closed when nobody has it any more.
#pragma once

#include <unistd.h>
#include <utility>

namespace thimble::device::tunnel {

class owned_descriptor {
public:
    owned_descriptor() = default;
    explicit owned_descriptor(int descriptor) noexcept : descriptor_(descriptor) {}
    owned_descriptor(owned_descriptor&& other) noexcept : descriptor_(other.release()) {}
    owned_descriptor& operator=(owned_descriptor&& other) noexcept
    {
        std::swap(descriptor_, other.descriptor_);
        return *this;
    }
    ~owned_descriptor()
    {
        if (descriptor_ >= 0)
            ::close(descriptor_);
    }

    int get() const noexcept { return descriptor_; }
    int release() noexcept { return std::exchange(descriptor_, -1); }

private:
    int descriptor_ = -1;
};

} // namespace thimble::device::tunnel
