# A clean Debian 12 to install packages in, and to boot: read by test_install, which has set `here`,
# `work` (a folder of its own), `root` (where the Debian will be) and `cache` (what outlives a run).
# shellcheck shell=bash disable=SC2154

boot="" # the process that boots it
init="" # its systemd

make_root() {
    mkdir -p "$cache/archives/partial"
    if [[ ! -e "$cache/debian/etc/debian_version" ]]; then
        printf 'making a clean Debian 12 …\n'
        debootstrap --variant=minbase --include=systemd,systemd-sysv,curl,ca-certificates \
            bookworm "$cache/debian" http://deb.debian.org/debian > "$work/debootstrap.log"
    fi
    cp -a --reflink=auto "$cache/debian" "$root"
}

# Each of these runs a command in the root: plainly, with network for apt, and where systemd runs.
in_root() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 chroot "$root" "$@"; }
# shellcheck disable=SC2016 # the inner shell expands these
with_network() {
    unshare --mount --pid --fork bash -c '
        mount --make-rprivate /
        mount -t proc proc "$1/proc"
        mount --bind /etc/resolv.conf "$1/etc/resolv.conf"
        mount --bind "$2" "$1/var/cache/apt/archives"
        root="$1"; shift 2
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
            DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"' \
        with_network "$root" "$cache/archives" "$@"
}
in_booted() {
    nsenter --target "$init" --mount --uts --ipc --net --pid --cgroup --root --wdns=/ \
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
}
as_user() { in_booted runuser --user "$1" -- "${@:2}"; }

# eventually SECONDS COMMAND…
eventually() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.2
    done
}

booted() { in_booted systemctl is-system-running 2> /dev/null | grep -qE 'running|degraded'; }
boot() {
    : > "$work/boot.log"
    "$here/boot_root" "$root" > "$work/boot.log" 2>&1 &
    boot=$!
    eventually 20 grep -q '^init ' "$work/boot.log" || return 1
    init="$(sed -n 's/^init //p' "$work/boot.log")"
    eventually 30 booted
}
end_boot() {
    [[ -n "$boot" ]] || return 0
    kill "$boot" 2> /dev/null || true
    wait "$boot" 2> /dev/null || true
    boot=""
}

# State of a unit, as systemd knows it.
state_of() { in_booted systemctl show --value --property="$2" "$1"; }
has_state() { [[ "$(state_of "$1" "$2")" == "$3" ]]; }
says() { in_booted journalctl --no-pager --unit "$1" | grep -q -- "$2"; }
