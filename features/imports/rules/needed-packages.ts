import { LANGUAGES, type Language } from '#platform/contract/languages.ts';

/** Modules that are part of Python. */
const PYTHON = new Set(
  (
    '__future__ __main__ abc aifc argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect builtins bz2 cProfile ' +
    'calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall concurrent configparser contextlib contextvars copy ' +
    'copyreg crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno ' +
    'faulthandler fcntl filecmp fileinput fnmatch formatter fractions ftplib functools gc getopt getpass gettext glob graphlib grp gzip hashlib ' +
    'heapq hmac html http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma ' +
    'mailbox mailcap marshal math mimetypes mmap modulefinder multiprocessing netrc nntplib numbers operator optparse os parser pathlib pdb ' +
    'pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc queue quopri ' +
    'random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr ' +
    'socket socketserver sqlite3 ssl stat statistics string stringprep struct subprocess sunau symbol symtable sys sysconfig syslog tabnanny ' +
    'tarfile telnetlib tempfile termios test textwrap this threading time timeit tkinter token tokenize tomllib trace traceback tracemalloc tty ' +
    'turtle types typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc ' +
    'zipapp zipfile zipimport zlib zoneinfo mpl_toolkits pylab'
  ).split(' '),
);
/** Packages that are part of R. */
const R = new Set(
  (
    'base compiler datasets graphics grDevices grid methods parallel splines stats stats4 tcltk tools utils boot class cluster codetools foreign ' +
    'KernSmooth lattice MASS Matrix mgcv nlme nnet rpart spatial survival knitr rmarkdown'
  ).split(' '),
);
/** Further modules of Python whose package has another name. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Bio: 'biopython',
    Crypto: 'pycryptodome',
    IPython: 'ipython',
    OpenSSL: 'pyopenssl',
    attr: 'attrs',
    dateutil: 'python-dateutil',
    fitz: 'pymupdf',
    pkg_resources: 'setuptools',
    serial: 'pyserial',
    umap: 'umap-learn',
  }),
);
/** Packages of tools that build a site from documents: no code of a lesson needs them. */
const TOOLS =
  /^(?:jupyter.*|notebook|nb.*|ipykernel|ipython|sphinx.*|myst.*|mkdocs.*|ghp-import|pytest.*|black|flake8|ruff|isort|mypy|pre-commit|pip|setuptools|wheel|python|nodejs|otter-grader|quarto.*|bookdown|rmarkdown|knitr|devtools|roxygen2|testthat|learnr|gradethis)$/i;

/** The same for all spellings of a package: PyPI takes `Scikit_Learn` for `scikit-learn`. */
export function packageKey(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** The modules of Python or packages of R that code imports, by the names in the code. */
export function importsOf(language: Language, code: string): string[] {
  return [...new Set(IMPORTS[language]?.find(code))];
}

function pythonImports(code: string): string[] {
  return code.split('\n').flatMap((line) => {
    const [, from, list = ''] =
      /^[ \t]{0,40}(?:from[ \t]{1,10}([A-Za-z_][\w.]{0,200})[ \t]{1,10}import\b|import[ \t]{1,10}([A-Za-z_][\w., \t]{0,1000}))/.exec(
        line,
      ) ?? [];
    const modules = from === undefined ? list.split(',').map((each) => each.trim().split(/\s/)[0] ?? '') : [from];
    return modules.map((module) => module.split('.')[0] ?? '').filter((module) => module !== '');
  });
}

function rImports(code: string): string[] {
  const loaded = [
    ...code.matchAll(/\b(?:library|require|requireNamespace|loadNamespace)\([ \t]{0,10}["']?([A-Za-z][\w.]{0,100})["']?[ \t]{0,10}[,)]/g),
  ];
  const used = [...code.matchAll(/(?<![\w.])([A-Za-z][\w.]{0,100}):::?(?=[A-Za-z.`])/g)];
  const many = [...code.matchAll(/\bp_load\(([^()]{0,1000})\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((each) => each.trim().replace(/["']/g, '')),
  );
  return [...[...loaded, ...used].map(([, name = '']) => name), ...many.filter((name) => /^[A-Za-z][\w.]{0,100}$/.test(name))];
}

/** How code of a language imports. */
interface Imports {
  /** The names that code imports, some of them several times. */
  readonly find: (code: string) => string[];
  /** What is part of the language. */
  readonly builtIn: ReadonlySet<string>;
  /** Packages with another name than their module, beyond those that the table of languages has. */
  readonly packages: ReadonlyMap<string, string>;
}

const IMPORTS: Partial<Readonly<Record<Language, Imports>>> = {
  python: { find: pythonImports, builtIn: PYTHON, packages: NAMED },
  r: { find: rImports, builtIn: R, packages: new Map() },
};

/** The package that has a module; null: it is in the language or in the base environment. */
export function packageOf(language: Language, module: string): string | null {
  const { basePackages, importedAs } = LANGUAGES[language];
  const imports = IMPORTS[language];
  if (imports?.builtIn.has(module)) return null;
  const other = Object.entries(importedAs).find(([, imported]) => imported === module)?.[0];
  const name = other ?? imports?.packages.get(module) ?? module;
  return (basePackages as readonly string[]).includes(name) || TOOLS.test(name) ? null : name;
}

/** What files such as `requirements.txt` ask for: versions, or null for any, by name. Tools that build the documents are left out. */
export function readRequirements(name: string, text: string): Map<string, string | null> {
  const lines = text.slice(0, 100_000).split(/\r?\n/);
  const found =
    name === 'DESCRIPTION'
      ? descriptionPackages(lines)
      : lines.flatMap((line): [string, string | null][] => {
          const [, named = '', version] =
            /^[ \t]{0,20}(?:-[ \t]{1,5})?([A-Za-z][\w.-]{0,100})(?:\[[\w,. -]{0,100}\])?[ \t]{0,5}(?:={1,3}[ \t]{0,5}([\w.]{1,50}))?[ \t]{0,5}(?:$|[<>=!~;,#])/.exec(
              line,
            ) ?? [];
          return named === '' ? [] : [[named.replace(/^(?:r|conda-forge)-/, ''), version ?? null]];
        });
  return new Map(found.filter(([each]) => !TOOLS.test(each) && !YAML_KEYS.has(each)));
}

const YAML_KEYS = new Set(['name', 'channels', 'dependencies', 'prefix', 'defaults', 'conda-forge', 'bioconda', 'variables']);

/** The fields of an R project that name packages. */
function descriptionPackages(lines: readonly string[]): [string, null][] {
  let isList = false;
  return lines.flatMap((line) => {
    if (/^\S/.test(line)) isList = /^(?:Imports|Depends|Suggests):/.test(line);
    if (!isList) return [];
    const names = line.replace(/^\w{1,20}:/, '').split(',');
    return names.flatMap((each): [string, null][] => {
      const name = /^[ \t]{0,20}([A-Za-z][\w.]{0,100})/.exec(each)?.[1];
      return name === undefined || name === 'R' || R.has(name) ? [] : [[name, null]];
    });
  });
}
