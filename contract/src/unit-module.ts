// How test files name the submission that they import. Free of zod, for light pages.

/** Modules that tests import besides the submission. */
const OTHER_MODULES = new Set(
  (
    'unittest pytest doctest hypothesis mock pytest_mock conftest __future__ abc argparse array ast asyncio base64 bisect builtins ' +
    'cmath collections concurrent contextlib copy csv ctypes dataclasses datetime decimal difflib dis email enum faulthandler fractions ' +
    'functools gc getpass glob gzip hashlib heapq html http importlib inspect io ipaddress itertools json keyword linecache locale ' +
    'logging math multiprocessing numbers operator os pathlib pickle platform pprint queue random re secrets shutil signal socket ' +
    'sqlite3 stat statistics string struct subprocess sys tempfile textwrap threading time timeit tokenize traceback types typing ' +
    'typing_extensions unicodedata urllib uuid warnings weakref xml zipfile zoneinfo ' +
    'numpy pandas matplotlib scipy sklearn seaborn requests bs4 yaml parameterized freezegun pycheck'
  ).split(' '),
);

const PYTHON_IMPORT =
  /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([\w., \t]+))|(?:import_module|__import__)\(\s*['"]([\w.]+)['"]/gm;

/** The file of the first module that isn't known to be another one: `from two_fer import …` names `two_fer.py`. */
export function pythonModule(code: string): string | null {
  for (const [, from, list, called] of code.matchAll(PYTHON_IMPORT)) {
    const names = [from, called, ...(list ?? '').split(',').map((name) => name.trim().split(/[ \t]+/)[0])];
    const found = names.find((name) => name && !name.startsWith('.') && !OTHER_MODULES.has(name.split('.')[0] ?? ''));
    if (found) return `${found.replaceAll('.', '/')}.py`;
  }
  return null;
}

/** The first file that is sourced: `source("two-fer.R")`. */
export function rModule(code: string): string | null {
  const found = /^[^#\n]*?\b(?:source|sys\.source)\s*\(\s*(?:file\s*=\s*)?['"](?:\.\/)?([^'"]+)['"]/m.exec(code);
  return found?.[1] ?? null;
}

/** The first script that is run or sourced: `run bash two_fer.sh`, `run ./two_fer.sh`. What is loaded is a helper of the tests. */
export function shellModule(code: string): string | null {
  const lines = code.split('\n').filter((line) => !/^\s*(?:#|load\s|bats_load_library\s)/.test(line));
  const found =
    /(?:^|[\s"'/(=])(?:\$\{?BATS_TEST_DIRNAME\}?\/|\.\/)?((?:[A-Za-z_][\w-]*\/){0,3}[A-Za-z_][\w-]*\.(?:sh|bash))(?![\w./-])/m.exec(
      lines.join('\n'),
    );
  return found?.[1] ?? null;
}
