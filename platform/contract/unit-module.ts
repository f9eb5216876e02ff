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

/** The files of modules that aren't known to be others, in their order: `from two_fer import …` names `two_fer.py`. */
export function pythonModules(code: string): string[] {
  const found = [...code.matchAll(PYTHON_IMPORT)].flatMap(([, from, list, called]) => {
    const names = [from, called, ...(list ?? '').split(',').map((name) => name.trim().split(/[ \t]+/)[0])];
    return names.filter(
      (name) => name !== undefined && name !== '' && !name.startsWith('.') && !OTHER_MODULES.has(name.split('.')[0] ?? ''),
    );
  });
  return once(found.map((name) => `${name?.replaceAll('.', '/')}.py`));
}

/** The files that are sourced, in their order: `source("two-fer.R")`. */
export function rModules(code: string): string[] {
  const found = code.matchAll(/^[^#\n]*?\b(?:source|sys\.source)\s*\(\s*(?:file\s*=\s*)?['"](?:\.\/)?([^'"]+)['"]/gm);
  return once([...found].map(([, file = '']) => file));
}

/** The scripts that are run or sourced, in their order: `run bash two_fer.sh`, `run ./two_fer.sh`. What is loaded is a helper of the tests. */
export function shellModules(code: string): string[] {
  const lines = code.split('\n').filter((line) => !/^\s*(?:#|load\s|bats_load_library\s)/.test(line));
  const found = lines
    .join('\n')
    .matchAll(/(?:^|[\s"'/(=])(?:\$\{?BATS_TEST_DIRNAME\}?\/|\.\/)?((?:[A-Za-z_][\w-]*\/){0,3}[A-Za-z_][\w-]*\.(?:sh|bash))(?![\w./-])/gm);
  return once([...found].map(([, file = '']) => file));
}

function once(names: readonly string[]): string[] {
  return [...new Set(names)];
}
