#!/usr/bin/env bash
# From a fresh Debian 12 to a conversation: installs what is missing, builds Moru, brings two small models and
# opens the window. Without a display it talks in the terminal, without a terminal it asks one sample question.
#
# usage: packaging/run.sh [MODEL]      MODEL: a folder or a name to open (default: SmolLM2)
# A second run takes seconds. Asks nothing.
set -euo pipefail
# shellcheck source=packaging/setup.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/setup.sh"

case ${1-} in
    -h | --help) sed -n '2,/^set/{/^set/!s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"; exit 0 ;;
    -*) say "unknown option $1; see --help" >&2; exit 2 ;;
esac

install_packages run
build_preset release
"$moru_packaging/get-small-models.sh" || say "Going on without all of the small models."

programs=$moru_root/build/release/bin
model=${1-}
if [ -z "$model" ]; then
    model=$(moru_models_folder)/smollm2-135m-instruct
    [ -d "$model" ] || model=
fi

if [ -n "${DISPLAY-}${WAYLAND_DISPLAY-}" ]; then
    say "Opening the window."
    exec "$programs/moru" ${model:+"$model"}
fi

say "There is no display here (neither DISPLAY nor WAYLAND_DISPLAY is set), so no window opens."
if [ -z "$model" ]; then
    say "There is no model either. Give a folder: packaging/run.sh FOLDER"
elif [ -t 0 ] && [ -t 1 ]; then
    exec "$programs/moru-cli" chat "$model"
else
    question="What is the capital of France?"
    say "There is no terminal either; asking one sample question: $question"
    exec "$programs/moru-cli" generate "$model" --greedy --max-tokens 64 --user "$question"
fi
