// The program x265, which makes HEVC of frames.
#pragma once

#include "virtualphone/media/protocol/bytes.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>

#include <expected>
#include <memory>
#include <string>
#include <sys/types.h>

namespace thimble::virtualphone::media {

/// The program that a phone needs for encoding what it shows and this machine lacks, as a sentence;
/// empty: none.
std::string missing_for_encoder();

/// One run of the program, ended by force when it is destroyed. Frames go in by a pipe, pictures
/// come out by another, each with its hash. Home thread only.
class encoder_process {
public:
    static std::expected<std::unique_ptr<encoder_process>, std::string>
    start(const boost::asio::any_io_executor& home);

    encoder_process(const encoder_process&) = delete;
    encoder_process& operator=(const encoder_process&) = delete;
    ~encoder_process();

    /// Throw boost::system::system_error when the program has ended.
    boost::asio::awaitable<void> write(byte_view frames);
    boost::asio::awaitable<std::size_t> read_some(std::span<std::uint8_t> to);

private:
    encoder_process(const boost::asio::any_io_executor& home, pid_t id, int to, int from);

    pid_t id_;
    boost::asio::posix::stream_descriptor to_;
    boost::asio::posix::stream_descriptor from_;
};

} // namespace thimble::virtualphone::media
