# shellcheck shell=bash
# Shared by run.sh, test.sh, get-small-models.sh and .ci/run; to be sourced, not run.
# Brings what packages.txt lists and builds a CMake preset. Asks nothing, needs no terminal, and does
# nothing when nothing is to be done.

moru_packaging=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
moru_root=$(dirname -- "$moru_packaging")

say() { printf '%s\n' "$@"; }
fail() { printf 'error: %s\n' "$*" >&2; exit 1; }

[ -n "${HOME-}" ] || export HOME=~

# Qt and the tests print Korean; a bare system's locale can only do ASCII.
case $(locale charmap 2>/dev/null) in UTF-8) ;; *) export LC_ALL=C.UTF-8 ;; esac

# packages_of GROUP… : the packages of these groups, one a line.
packages_of() {
    local group
    for group in "$@"; do
        awk -v group="$group" '$1 == group { print $2 }' "$moru_packaging/packages.txt"
    done
}

purpose_of() {
    awk -v package="$1" '$2 == package { $1 = $2 = ""; sub(/^ +/, ""); print }' "$moru_packaging/packages.txt"
}

# missing_of PACKAGE… : those that are not installed, one a line.
missing_of() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || say "$package"
    done
}

# unknown_of PACKAGE… : those that apt has no version of to install, one a line.
unknown_of() {
    local package
    for package in "$@"; do
        case $(LC_ALL=C apt-cache policy "$package" 2>/dev/null) in
            *'Candidate: (none)'* | '') say "$package" ;;
        esac
    done
}

# Sets system_kind to "debian" (12 or later), "derivative" or "other", and system_name to its name for people.
find_system() {
    local ID='' ID_LIKE='' VERSION_ID='' PRETTY_NAME=''
    # shellcheck disable=SC1091
    [ ! -r /etc/os-release ] || . /etc/os-release
    system_name=${PRETTY_NAME:-this system}
    system_kind=other
    if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
        case " $ID $ID_LIKE " in
            ' debian '*) system_kind=debian
                # testing and unstable have no number and are newer
                [ "${VERSION_ID:-99}" -ge 12 ] 2>/dev/null || system_kind=other ;;
            *' debian '* | *' ubuntu '*) system_kind=derivative ;;
        esac
    fi
}

# as_root COMMAND… : run as root, through sudo where needed. Only after can_be_root said yes.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

can_be_root() {
    [ "$(id -u)" -eq 0 ] || { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }
}

# apt_get ARGUMENT… : apt-get without questions, waiting for another one that runs; chatter goes to $setup_log.
apt_get() {
    as_root env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 \
        apt-get -y -q -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@" </dev/null >>"$setup_log" 2>&1
}

update_lists() {
    say "Updating the list of packages ..."
    apt_get update || say "  some lists could not be updated (see $setup_log); trying with what is there"
}

# install_packages GROUP… : make the packages of these groups present, or stop with what to do.
install_packages() {
    local wanted missing unknown package
    find_system
    mapfile -t wanted < <(packages_of "$@")
    if [ "$system_kind" = other ]; then
        say "$system_name is neither Debian 12 or later nor made from it: installing nothing, going on with what is here."
        say "  CMake names what is missing; packaging/packages.txt lists what Debian calls it."
        return
    fi
    mapfile -t missing < <(missing_of "${wanted[@]}")
    [ ${#missing[@]} -gt 0 ] || return 0
    if ! can_be_root; then
        say "These packages are missing, and installing them needs root. Run this, then start again:" >&2
        say "  su -c 'apt-get update && apt-get install --no-install-recommends ${missing[*]}'" >&2
        exit 1
    fi

    [ "$system_kind" = debian ] || say "$system_name is made from Debian: using Debian's package names."
    say "Installing ${#missing[@]} packages and what they depend on:"
    for package in "${missing[@]}"; do
        printf '  %-26s %s\n' "$package" "$(purpose_of "$package")"
    done
    setup_log=$(mktemp "${TMPDIR:-/tmp}/moru-setup.XXXXXX.log")
    local updated=no
    if [ -n "$(unknown_of "${missing[@]}")" ]; then
        update_lists
        updated=yes
        mapfile -t unknown < <(unknown_of "${missing[@]}")
        for package in "${unknown[@]}"; do
            say "  $system_name has no package $package; going on without it"
        done
        mapfile -t missing < <(comm -23 <(printf '%s\n' "${missing[@]}" | sort) <(printf '%s\n' "${unknown[@]}" | sort))
        [ ${#missing[@]} -gt 0 ] || return 0
    fi
    say "Downloading and installing; this takes a few minutes ..."
    if ! apt_get install --no-install-recommends "${missing[@]}"; then
        [ "$updated" = no ] && update_lists && apt_get install --no-install-recommends "${missing[@]}" || {
            tail -n 5 "$setup_log" >&2
            fail "apt-get could not install the packages; all it said is in $setup_log"
        }
    fi
    rm -f "$setup_log"
    say "Installed."
}

# build_preset PRESET [TARGET…] : configure and build. Quiet unless something is done or fails.
build_preset() {
    local preset=$1 log=$moru_root/build/$1/configure.log jobs memory
    shift
    command -v cmake >/dev/null || fail "cmake is not here"
    # A build folder knows its own path; after a move it has to start anew.
    if grep -qs '^CMAKE_HOME_DIRECTORY:' "$moru_root/build/$preset/CMakeCache.txt" &&
        ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$moru_root" "$moru_root/build/$preset/CMakeCache.txt"; then
        say "The folder has moved; building from the start."
        rm -rf "${moru_root:?}/build/$preset"
    fi
    mkdir -p "$moru_root/build/$preset"
    (cd "$moru_root" && cmake --preset "$preset") >"$log" 2>&1 || {
        cat "$log" >&2
        fail "CMake could not configure the preset $preset"
    }
    # A compiler at work on this code wants up to 1 GiB; more of them than fit would swap.
    jobs=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    [ "${memory:-$jobs}" -ge "$jobs" ] || jobs=$((memory > 1 ? memory : 1))
    say "Building (preset $preset, $jobs at a time) ..."
    local build=(env -C "$moru_root" NINJA_STATUS='[%f/%t, %es] '
        cmake --build --preset "$preset" --parallel "$jobs" ${1+--target "$@"})
    if [ -t 1 ]; then
        "${build[@]}"
    else # in a log every fiftieth step is enough
        "${build[@]}" | { grep --line-buffered -vE '^\[([0-9]*[1-9]|[0-9]*[1-46-9]0)/[0-9]+, ' || true; }
    fi
}

# Where the window, moru-cli and the tests look for models.
moru_models_folder() {
    say "${MORU_MODELS_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/moru/models}"
}

# Prints the moru-cli to use: the one named by $MORU_CLI, else the newest that is built here.
find_moru_cli() {
    if [ -n "${MORU_CLI-}" ]; then
        say "$MORU_CLI"
        return
    fi
    local newest='' candidate
    for candidate in "$moru_root"/build/*/bin/moru-cli; do
        [ -x "$candidate" ] && { [ -z "$newest" ] || [ "$candidate" -nt "$newest" ]; } && newest=$candidate
    done
    [ -n "$newest" ] && say "$newest"
}

# run_tests PRESET LABELS [CTEST OPTION…] : run the tests that carry one of the labels, then name those that
# skipped something and why. Fails when a test fails, or when there is none.
run_tests() {
    local preset=$1 labels=$2 folder=$moru_root/build/$1 status=0 skipped
    shift 2
    QT_QPA_PLATFORM=offscreen ctest --test-dir "$folder" --label-regex "^($labels)\$" --label-exclude full-size \
        --no-tests=error --output-on-failure --parallel "$(nproc)" "$@" </dev/null || status=$?
    # Qt Test writes "SKIP   : Class::claim() reason".
    skipped=$(sed -n 's/^SKIP *: */  /p' "$folder/Testing/Temporary/LastTest.log" 2>/dev/null) || true
    [ -z "$skipped" ] || say "Skipped:" "" "$skipped"
    return "$status"
}
