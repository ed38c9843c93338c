#include "http/file_receiver.hpp"

#include "program/whole_write.hpp"
#include "text/hexadecimal.hpp"
#include "text/uuid.hpp"

#include <openssl/evp.h>

#include <array>
#include <fcntl.h>
#include <span>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace thimble::service::http {

namespace asio = boost::asio;

namespace {

struct digest_freed {
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

} // namespace

received_file::~received_file()
{
    std::error_code gone; // or it was never made
    std::filesystem::remove(path_, gone);
}

/// Of the disk's thread once the first part has come; shared with calls that are still under way
/// when the receiver has gone.
struct file_receiver::target {
    explicit target(const std::filesystem::path& path)
        : file(std::make_shared<received_file>(path)), digest(EVP_MD_CTX_new()),
          fine(digest && EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) == 1)
    {
    }
    target(const target&) = delete;
    target& operator=(const target&) = delete;
    ~target() { close(); }

    void open()
    {
        if (!fine || descriptor >= 0)
            return;
        descriptor = ::open(file->path().c_str(),
                            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        fine = descriptor >= 0;
    }

    bool take(std::string_view part)
    {
        open();
        fine = fine && write_all(descriptor, part) &&
               EVP_DigestUpdate(digest.get(), part.data(), part.size()) == 1;
        file->bytes += part.size();
        return fine;
    }

    std::shared_ptr<const received_file> finish()
    {
        open();
        std::array<unsigned char, EVP_MAX_MD_SIZE> sum{};
        unsigned length = 0;
        fine = fine && EVP_DigestFinal_ex(digest.get(), sum.data(), &length) == 1;
        fine = close() && fine;
        if (!fine)
            return nullptr;
        file->digest = hexadecimal(std::span(sum).first(length));
        return file;
    }

    /// Of a network's file system it may say that the disk is full as late as here.
    bool close()
    {
        const bool closed = descriptor < 0 || ::close(descriptor) == 0;
        descriptor = -1;
        return closed;
    }

    std::shared_ptr<received_file> file;
    std::unique_ptr<EVP_MD_CTX, digest_freed> digest;
    int descriptor = -1;
    bool fine;
};

file_receiver::file_receiver(const asio::any_io_executor& home,
                             const std::filesystem::path& folder,
                             std::uint64_t most,
                             std::shared_ptr<void> place)
    : most_(most), place_(std::move(place)),
      to_(std::make_shared<target>(folder / (random_uuid() + ".part"))), disk_(home)
{
}

asio::awaitable<bool> file_receiver::write(std::string part)
{
    co_return co_await disk_.run([to = to_, part = std::move(part)] { return to->take(part); });
}

asio::awaitable<std::shared_ptr<const received_file>> file_receiver::take()
{
    co_return co_await disk_.run([to = to_] { return to->finish(); });
}

} // namespace thimble::service::http
