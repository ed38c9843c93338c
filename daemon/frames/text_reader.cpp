#include "daemon/frames/text_reader.hpp"

#include "async/one_shot_channel.hpp"

#include <boost/asio/post.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

namespace thimble::daemon {

namespace {

constexpr auto read_language = "eng";

/// Result of one reading: lines, or what went wrong.
struct reading {
    std::optional<text_reader::lines> read;
    std::string problem;
    bool hopeless = false; // it will go wrong the next time, too
};

/// Says that nobody waits any more, however whoever waited has gone.
class waiting_reader {
public:
    waiting_reader() = default;
    waiting_reader(const waiting_reader&) = delete;
    waiting_reader& operator=(const waiting_reader&) = delete;
    ~waiting_reader() { *gone_ = true; }

    std::shared_ptr<const std::atomic<bool>> gone() const { return gone_; }

private:
    std::shared_ptr<std::atomic<bool>> gone_ = std::make_shared<std::atomic<bool>>(false);
};

} // namespace

/// Those that no thread uses now. Any thread.
struct text_reader::engines {
    std::mutex mutex;
    std::vector<screen::text_recogniser> idle;

    std::optional<screen::text_recogniser> take()
    {
        const std::scoped_lock lock(mutex);
        if (idle.empty())
            return std::nullopt;
        auto out = std::move(idle.back());
        idle.pop_back();
        return out;
    }

    void give_back(screen::text_recogniser used)
    {
        const std::scoped_lock lock(mutex);
        idle.push_back(std::move(used));
    }

    reading read(const std::filesystem::path& data,
                 const screen::picture& what,
                 const screen::recognition_limits& until)
    {
        auto engine = take();
        if (!engine) {
            auto made = screen::text_recogniser::open(data, read_language);
            if (!made)
                return {.read = {}, .problem = made.error(), .hopeless = true};
            engine = std::move(*made);
        }
        auto lines = engine->recognise(what, until);
        give_back(std::move(*engine));
        if (!lines)
            return {.read = {}, .problem = lines.error()};
        return {.read = std::move(*lines), .problem = {}};
    }
};

text_reader::text_reader(boost::asio::any_io_executor home,
                         std::optional<std::filesystem::path> data,
                         std::shared_ptr<spdlog::logger> log,
                         std::chrono::milliseconds limit)
    : home_(std::move(home)), data_(std::move(data)), log_(std::move(log)), limit_(limit),
      engines_(std::make_shared<engines>()),
      threads_(std::max(1U, std::thread::hardware_concurrency() / 2))
{
}

text_reader::~text_reader() = default;

boost::asio::awaitable<std::optional<text_reader::lines>> text_reader::read(screen::picture what)
{
    if (!data_)
        co_return std::nullopt;
    const waiting_reader waiting;
    const screen::recognition_limits until{.deadline = std::chrono::steady_clock::now() + limit_,
                                           .given_up = waiting.gone()};
    auto box = std::make_shared<async::one_shot_channel<reading>>();
    boost::asio::post(threads_, [box, with = engines_, data = *data_, what, until] {
        try {
            box->deliver(with->read(data, what, until));
        } catch (const std::exception& problem) {
            box->deliver({.read = {}, .problem = problem.what()});
        }
    });
    auto how = co_await box->receive_until(until.deadline, home_);
    if (!how)
        how = reading{.read = {}, .problem = "it took too long"};
    if (how->hopeless)
        data_.reset();
    if (!how->read)
        log_->warn("the text on a picture was not read: {}", how->problem);
    co_return std::move(how->read);
}

} // namespace thimble::daemon
