// Queue for the one thread that compares passwords.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace thimble::service {

struct queue_limits {
    std::size_t unproven = 16;  // about two seconds
    std::size_t of_address = 8; // among them, so that one place cannot shut everybody else out
    std::size_t known = 16;     // beside them
};

/// Those who have given the right password lately wait in places of their own, which unproven
/// cannot take. Places are given out on the home thread and given back on any.
class hashing_queue {
    struct counts {
        std::mutex guard;
        std::map<std::string, std::size_t> of_address;
        std::size_t unproven = 0;
        std::size_t known = 0;
    };

public:
    /// Held until the comparison has been made: nobody gets more of them by hanging up.
    class place {
    public:
        place(std::shared_ptr<counts> of, std::string network, bool known);
        place(place&&) = default;
        place& operator=(place&&) = delete;
        ~place();

    private:
        std::shared_ptr<counts> of_; // nullptr: moved from
        std::string network_;
        bool known_;
    };

    explicit hashing_queue(queue_limits granted = {}) : granted_(granted) {}

    /// Nothing where all places are taken.
    std::optional<place> enter(std::string network, bool known);

private:
    queue_limits granted_;
    std::shared_ptr<counts> counts_ = std::make_shared<counts>();
};

} // namespace thimble::service
