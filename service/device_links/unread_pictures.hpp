// Pictures that have come over links before the results that they belong to.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace thimble::service {

/// Home thread. Their bytes, of all desktops of an account.
class unread_pictures {
public:
    explicit unread_pictures(std::size_t most) : most_(most) {}

    /// Given back by the destructor.
    class room {
    public:
        room(std::shared_ptr<unread_pictures> of, std::size_t bytes)
            : of_(std::move(of)), bytes_(bytes)
        {
            of_->bytes_ += bytes_;
        }
        room(const room&) = delete;
        room& operator=(const room&) = delete;
        ~room() { of_->bytes_ -= bytes_; }

    private:
        std::shared_ptr<unread_pictures> of_;
        std::size_t bytes_;
    };

    /// Nothing where that would be more than the account may have.
    static std::unique_ptr<room> take(const std::shared_ptr<unread_pictures>& of, std::size_t bytes)
    {
        if (bytes > of->most_ - of->bytes_)
            return nullptr;
        return std::make_unique<room>(of, bytes);
    }

    std::size_t bytes() const noexcept { return bytes_; }

private:
    std::size_t most_;
    std::size_t bytes_ = 0;
};

} // namespace thimble::service
