import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder of small packages made for tests, for `LESSONWRIGHT_RUNNER_PYPI`. */
export interface PackageIndex {
  readonly folder: string;
  remove(): void;
}

/**
 * - `tallies` 1.0.0 and 2.0.0: a module with `tally`; nothing else
 * - `reckoner` 1.2.0: needs `tallies<2`, has a command `reckon`
 * - `homemade` 0.5: a source without a wheel, which builds
 * - `brittle` 0.3: a source whose build fails with a message
 * - `prying` 0.1: a source whose build inspects its surroundings
 * - `confined` 1.0: a source whose build fails, and reports its limits and the networks it can reach
 * - `linked` 1.0: a wheel with a link to a file of the machine
 * - `sneaky` 1.0: a source whose build requests an option instead of a package
 * - `spilling` 1.0: a source whose build reports endlessly
 * - `scales` 1.0.0 and 2.0.0: the newer one lacks `weigh`, warns in `round_off`, prints `Weight` differently, and draws a taller bar
 * - `starter` 1.0: a wheel with code that runs whenever its Python starts
 * - `looker` 1.0: the same, and it records in `sys.looked` what it could see and do
 *
 * @param parent the folder in which it is made
 */
export function makePackageIndex(parent = tmpdir()): PackageIndex {
  const folder = mkdtempSync(join(parent, 'lessonwright-index-'));
  // As root, installers are another user.
  chmodSync(folder, 0o755);
  execFileSync('/usr/bin/python3', ['-I', '-c', MAKE, folder]);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const MAKE = String.raw`
import base64, hashlib, io, os, sys, tarfile, zipfile

def wheel_files(name, version, files, requires=(), entry_points=""):
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" + "".join(f"Requires-Dist: {need}\n" for need in requires)
    tags = "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    all_files = {**files, f"{info}/METADATA": metadata, f"{info}/WHEEL": tags}
    if entry_points:
        all_files[f"{info}/entry_points.txt"] = entry_points
    digest = lambda text: base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    all_files[f"{info}/RECORD"] = "".join(f"{path},sha256={digest(text)},{len(text)}\n" for path, text in all_files.items()) + f"{info}/RECORD,,\n"
    return all_files

def wheel(name, version, files, **more):
    with zipfile.ZipFile(f"{name}-{version}-py3-none-any.whl", "w") as archive:
        for path, text in wheel_files(name, version, files, **more).items():
            archive.writestr(path, text)

def source(name, version, backend):
    settings = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
    with tarfile.open(f"{name}-{version}.tar.gz", "w:gz") as archive:
        for path, text in {"pyproject.toml": settings, "backend.py": backend}.items():
            entry = tarfile.TarInfo(f"{name}-{version}/{path}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))

WRITE = """
import os, zipfile
FILES = {files!r}
def build_wheel(folder, config_settings=None, metadata_directory=None):
    {before}
    name = "{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as archive:
        for path, text in FILES.items():
            archive.writestr(path, text)
    return name
"""

def buildable(name, version, files, before="pass"):
    source(name, version, WRITE.format(files=wheel_files(name, version, files), name=name, version=version, before=before))

os.chdir(sys.argv[1])
os.umask(0o022)
tally = "def tally(things):\n    return len(things)\n"
wheel("tallies", "1.0.0", {"tallies.py": tally})
wheel("tallies", "2.0.0", {"tallies.py": tally})
wheel("reckoner", "1.2.0", {"reckoner.py": "import tallies\ndef main():\n    print('reckoned')\n"}, requires=["tallies>=1,<2"], entry_points="[console_scripts]\nreckon = reckoner:main\n")
scales = """
import warnings
class Weight:
    def __init__(self, grams):
        self.grams = grams
    def __repr__(self):
        return {form}
def label(grams):
    return {label}
def steady(grams):
    return grams * 2
"""
weigh = "def weigh(grams):\n    return Weight(grams)\n"
rounded = "def round_off(grams):\n    warnings.warn('round_off is deprecated, use round instead', FutureWarning, stacklevel=2)\n    return round(grams)\n"
wheel("scales", "1.0.0", {"scales.py": scales.format(form="f'{self.grams}'", label="f'{grams} g'") + weigh + "def round_off(grams):\n    return round(grams)\nHEIGHT = 1\n"})
wheel("scales", "2.0.0", {"scales.py": scales.format(form="f'Weight({self.grams})'", label="f'{grams} gram'") + rounded + "HEIGHT = 3\n"})
wheel("starter", "1.0", {"starter.py": "", "starter.pth": "import os; open('/tmp/lessonwright-starter-ran', 'w').close()\n"})
look = "import os, sys; sys.looked = [line for line in open('/proc/self/status').read().splitlines() if line.startswith(('Seccomp:', 'CapEff:', 'CapBnd:', 'NoNewPrivs:'))] + ['blobs ' + str(os.path.exists('/tmp/blobs')), 'work ' + str(sorted(os.listdir('/work'))), 'warm ' + str('waiting.py' in str(sys.orig_argv if hasattr(sys, 'orig_argv') else open('/proc/self/cmdline').read()))]\n"
wheel("looker", "1.0", {"looker.py": "", "looker.pth": look})
with zipfile.ZipFile("linked-1.0-py3-none-any.whl", "w") as archive:
    for path, text in wheel_files("linked", "1.0", {"linked.py": "", "linked_to.py": "/etc/passwd"}).items():
        entry = zipfile.ZipInfo(path)
        entry.create_system, entry.external_attr = 3, (0o120777 if path == "linked_to.py" else 0o100644) << 16
        archive.writestr(entry, text)
buildable("homemade", "0.5", {"homemade.py": "made = 'here'\n"})
buildable("prying", "0.1", {"prying.py": ""}, before="raise RuntimeError(' '.join(['net', str(os.listdir('/sys/class/net') if os.path.exists('/sys/class/net') else []), 'root', str(sorted(os.listdir('/')))]))")
source("confined", "1.0", """
import json, resource, socket
def attempt(work):
    try:
        return work()
    except OSError as error:
        return type(error).__name__
bounds = {name: resource.getrlimit(getattr(resource, "RLIMIT_" + name)) for name in ("NPROC", "AS", "FSIZE", "CORE")}
status = dict(line.split(":\\t") for line in open("/proc/self/status").read().splitlines() if ":\\t" in line)
reached = [attempt(lambda: bool(socket.create_connection(address, 2))) for address in (("127.0.0.1", 80), ("192.0.2.1", 443))]
reached.append(attempt(lambda: socket.socket(socket.AF_UNIX).connect("/opt/lessonwright/index.sock")))
raise RuntimeError("seen " + json.dumps({"bounds": bounds, "reached": reached, "status": {name: status[name] for name in ("CapEff", "CapBnd", "NoNewPrivs", "Seccomp")}}))
""")
source("sneaky", "1.0", "def get_requires_for_build_wheel(config_settings=None):\n    return ['-e /tmp/lessonwright-sneaky']\n")
source("spilling", "1.0", "import os\nwhile True:\n    os.write(4, b'x' * 65536)\n")
source("brittle", "0.3", "raise RuntimeError('the compiler is not to be found')\n")
`;
