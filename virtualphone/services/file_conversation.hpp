// One host's conversation with AFC: requests in, answers out, files that it has open.
#pragma once

#include "virtualphone/services/afc_packet.hpp"

#include <map>

namespace thimble::virtualphone {

/// Storage of the phone, as hosts may see it.
struct storage_facts {
    std::string model; // "iPhone16,1"
    std::uint64_t total_bytes = 0;
    std::uint64_t free_bytes = 0;
};

/// Home thread only; the files outlive it.
class file_conversation {
public:
    static constexpr std::size_t most_open_files = 256;
    static constexpr std::uint64_t most_read_at_once = 4U << 20U; // bytes

    file_conversation(packages::file_tree& files, storage_facts storage)
        : files_(files), storage_(std::move(storage))
    {
    }

    /// The answer, as it goes over the wire. Operations that are not known here are not supported.
    plist::bytes answer(const afc_request& request);

private:
    using status = packages::file_status;

    struct open_file {
        std::string path;
        std::uint64_t at = 0;
        bool may_write = false;
        bool appends = false;
    };

    plist::bytes read_folder(const afc_request& request) const;
    plist::bytes file_info(const afc_request& request) const;
    plist::bytes device_info(const afc_request& request) const;
    plist::bytes open(const afc_request& request);
    plist::bytes read(const afc_request& request);
    plist::bytes tell(const afc_request& request);
    status write(const afc_request& request);
    status seek(const afc_request& request);
    status resize(const afc_request& request);
    status change(const afc_request& request);

    open_file* file_of(const afc_request& request);

    packages::file_tree& files_;
    storage_facts storage_;
    std::map<std::uint64_t, open_file> open_;
    std::uint64_t last_handle_ = 0;
};

} // namespace thimble::virtualphone
