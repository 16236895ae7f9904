#!/usr/bin/env bash
# Runs check_goldens.py of ../shared; exit status 77 tells ctest that it was skipped.
# usage: check.sh PYTHON MORU_CLI quick|real OPTION ...
set -euo pipefail
python=$1 cli=$2 label=$3
shift 3

project=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
shared=${MORU_SHARED_DIR:-$(dirname -- "$project")/shared}
skip() { printf 'SKIP   : %s\n' "$*"; exit 77; }

[ -f "$shared/tools/check_goldens.py" ] || skip "check_goldens $*: ../shared is not here; set MORU_SHARED_DIR"
if [ "$label" = real ]; then
    models=${MORU_MODELS_DIR:-${XDG_DATA_HOME:-$HOME/.local/share}/moru/models}
    name=${!#} # the last option is --case NAME
    [ -f "$models/$name/model.safetensors" ] || skip "check_goldens $*: $models has no $name; run packaging/get-small-models.sh"
    set -- "$@" --models "$models"
fi
exec "$python" "$shared/tools/check_goldens.py" --cli "$cli" "$@"
