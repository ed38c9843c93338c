// The way of a command beside itself and its result: what each end says about it.
#pragma once

#include <boost/describe/enum.hpp>

#include <cstdint>
#include <string>

namespace thimble::link {

/// Up: the command is here, and in the journal if it touches the phone.
struct ack {
    std::string job_id;

    friend bool operator==(const ack&, const ack&) = default;
};

/// Up: the command's turn has come. At most once, and never after the result.
struct started {
    std::string job_id;

    friend bool operator==(const started&, const started&) = default;
};

/// Down: the result is stored and need not be sent again.
struct settled {
    std::string job_id;

    friend bool operator==(const settled&, const settled&) = default;
};

/// Down: the command is not wanted any more. It has a result all the same.
struct cancel {
    enum class kind : std::uint8_t {
        withdraw, // only if its turn has not come
        stop,     // in any case; a finger that is down is lifted
    };
    BOOST_DESCRIBE_NESTED_ENUM(kind, withdraw, stop)

    std::string job_id;
    cancel::kind how = kind::withdraw;

    friend bool operator==(const cancel&, const cancel&) = default;
};

} // namespace thimble::link
