// Pictures as rows of the store, for all nodes that share it.
#pragma once

#include "service/jobs/picture_store.hpp"
#include "store/database.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/describe/enum.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace thimble::service {

/// Purpose of pictures. Each shelf has limits of its own.
enum class picture_shelf : std::uint8_t { jobs, sessions };
BOOST_DESCRIBE_ENUM(picture_shelf, jobs, sessions)

/// Home thread. The limits hold for all nodes together. How much there is, is looked at with every
/// 32nd part of them that this node has kept: between two looks there may be as much more.
class picture_rows final : public picture_store {
public:
    /// The database outlives this, and has connections of its own: pictures are large, and a job's
    /// row would wait behind them.
    picture_rows(store::database& in, picture_shelf shelf, picture_limits granted);

    boost::asio::awaitable<std::string> keep(std::string account_id,
                                             std::shared_ptr<const screen::bytes> content) override;
    boost::asio::awaitable<bool> keep_as(std::string account_id,
                                         std::string name,
                                         std::shared_ptr<const screen::bytes> content) override;
    boost::asio::awaitable<std::shared_ptr<const screen::bytes>> load(std::string account_id,
                                                                      std::string name) override;
    boost::asio::awaitable<void> prune() override;

private:
    using usage = std::vector<std::pair<std::string, std::size_t>>; // bytes of each account

    boost::asio::awaitable<void> note_kept(std::size_t bytes);
    boost::asio::awaitable<void> forget_old();
    boost::asio::awaitable<void> make_room();
    boost::asio::awaitable<void> shrink(std::string account_id, std::size_t used, std::size_t most);
    std::size_t share(const usage& of_all) const;
    std::size_t look_after() const noexcept { return limits_.bytes / 32; }

    store::database& in_;
    std::string shelf_;
    picture_limits limits_;
    std::size_t waiting_ = 0;     // calls; each may hold a picture
    std::size_t kept_since_look_; // bytes
};

} // namespace thimble::service
