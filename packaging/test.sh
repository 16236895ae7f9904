#!/usr/bin/env bash
# Installs what is missing, builds everything with warnings as errors, brings the small models and runs every test
# but the full-size ones. A second run takes as long as the tests.
#
# usage: packaging/test.sh [CTEST OPTION ...]      for example: packaging/test.sh -R tokenizer
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

case ${1-} in
    -h | --help) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
esac

install_packages run test
build_preset ci
# The tests compare what the import makes with the pinned weights, so they need the GGUF files too.
"$moru_packaging/get-small-models.sh" --keep-gguf || say "Tests that need the small models will be skipped."

MORU_MODELS_DIR=$(moru_models_folder)
export MORU_MODELS_DIR
run_tests ci 'quick|real' "$@"
