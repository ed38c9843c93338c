// Requests of a host to lockdownd that pair it with the phone, ask whether it is paired, and end
// that.
#include "virtualphone/lockdown/lockdown_session.hpp"

#include <boost/uuid/random_generator.hpp>

#include <cstddef>

namespace thimble::virtualphone {
namespace {

constexpr std::size_t escrow_bag_size = 32;

/// Opaque to hosts; they give it back when they start services.
plist::value escrow_bag()
{
    boost::uuids::random_generator random;
    plist::bytes bag;
    while (bag.size() < escrow_bag_size) {
        const auto part = random();
        bag.insert(bag.end(), part.begin(), part.end());
    }
    return plist::data(bag);
}

} // namespace

lockdown_session::outcome lockdown_session::pair(const plist::value& request)
{
    auto paired = try_to_pair(request);
    if (!paired)
        state_.device.log.append(state_.device.clock.now(), "pairing_refused",
                                 {{"error", paired.error()}});
    return paired;
}

lockdown_session::outcome lockdown_session::try_to_pair(const plist::value& request)
{
    if (state_.device.faults.take("lockdown.pair"))
        return std::unexpected("PairingProhibitedOverThisConnection");
    const plist::value* record = plist::find(request, "PairRecord");
    if (!record)
        return std::unexpected("MissingPairRecord");
    auto host = parse_pair_record(*record, state_.key.get());
    if (!host)
        return std::unexpected(host.error());
    const trusted_host* known = state_.hosts.find(host->host_id);
    // A host that comes with the certificate that it is trusted by asks nobody again.
    if (!known || X509_cmp(known->host.get(), host->host.get()) != 0) {
        switch (state_.dialog.ask()) {
        case trust_answer::trusted:
            break;
        case trust_answer::denied:
            return std::unexpected("UserDeniedPairing");
        case trust_answer::pending:
            return std::unexpected("PairingDialogResponsePending");
        case trust_answer::locked:
            return std::unexpected("PasswordProtected");
        }
    }
    state_.hosts.add(std::move(*host));
    return plist::value{{"EscrowBag", escrow_bag()}};
}

lockdown_session::outcome lockdown_session::validate_pair(const plist::value& request)
{
    const plist::value* record = plist::find(request, "PairRecord");
    const auto host_id = record ? plist::string_at(*record, "HostID") : std::nullopt;
    if (!host_id)
        return std::unexpected(record ? "MissingHostID" : "MissingPairRecord");
    return state_.hosts.find(*host_id) ? done() : outcome(std::unexpected("InvalidHostID"));
}

lockdown_session::outcome lockdown_session::unpair(const plist::value& request)
{
    const plist::value* record = plist::find(request, "PairRecord");
    const auto host_id = record ? plist::string_at(*record, "HostID") : std::nullopt;
    if (!host_id)
        return std::unexpected(record ? "MissingHostID" : "MissingPairRecord");
    if (!state_.hosts.find(*host_id))
        return std::unexpected("InvalidHostID");
    state_.hosts.remove(*host_id);
    return done();
}

} // namespace thimble::virtualphone
