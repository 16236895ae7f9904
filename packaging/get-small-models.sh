#!/usr/bin/env bash
# Brings two small real models, so that there is something to talk to and to test with.
#
# usage: packaging/get-small-models.sh [--keep-gguf] [--strict] [--list] [NAME ...]
#   NAME         only these models (--list names all with size and licence)
#   --keep-gguf  keep the GGUF files too, in gguf/ beside the models; the tests of `moru-cli import` read them
#   --strict     a machine without network is an error (default: it is said, and the exit status is 0)
#
# They go to $MORU_MODELS_DIR, else $XDG_DATA_HOME/moru/models, where the window and moru-cli look.
# A model that is there already is left alone. MORU_CLI names the moru-cli to import with.
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

keep=() names=() strict=no
for argument in "$@"; do
    case $argument in
        --keep-gguf) keep=(--keep-gguf) ;;
        --strict) strict=yes ;;
        --list) exec python3 "$moru_packaging/small_models.py" list ;;
        -h | --help) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
        -*) say "unknown option $argument; see --help" >&2; exit 2 ;;
        *) names+=("$argument") ;;
    esac
done

# Prints a Python that has pip: the system's, else that of a private environment.
python_with_pip() {
    local private="${XDG_CACHE_HOME:-$HOME/.cache}/moru/python"
    if python3 -m pip --version >/dev/null 2>&1; then
        say python3
        return
    fi
    if ! "$private/bin/python3" -m pip --version >/dev/null 2>&1; then
        rm -rf "$private"
        mkdir -p "$(dirname "$private")"
        python3 -m venv "$private" >/dev/null 2>&1 || { rm -rf "$private"; return 1; }
    fi
    say "$private/bin/python3"
}

command -v python3 >/dev/null || fail "python3 is not here; packaging/run.sh installs it"
models=$(moru_models_folder)
mapfile -t names < <(python3 "$moru_packaging/small_models.py" missing --into "$models" "${keep[@]}" "${names[@]}")
wait "$!"   # an unknown name ends here with its message
if [ ${#names[@]} -eq 0 ]; then
    say "The small models are in $models."
    exit 0
fi

cli=$(find_moru_cli) || fail "moru-cli is not built yet, and importing needs it; packaging/run.sh builds it"
python=$(python_with_pip) || fail "python3 has no pip and cannot make an environment; install python3-venv"
say "Getting ${#names[@]} small model(s) into $models"
status=0
"$python" "$moru_packaging/small_models.py" get --into "$models" --cli "$cli" "${keep[@]}" "${names[@]}" || status=$?
if [ "$status" -eq 3 ] && [ "$strict" = no ]; then
    say "Going on without the small models; run packaging/get-small-models.sh when there is network."
    exit 0
fi
exit "$status"
