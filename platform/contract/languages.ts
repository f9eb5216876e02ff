import { pythonModules, rModules, shellModules } from './unit-module.ts';

/** What the product knows of a language. Everything that depends on the language of a lesson asks here. */
interface LanguageEntry {
  readonly label: string;
  readonly files: {
    /** The ending of the files that hold the code of screens. */
    readonly code: string;
    /** The mode of data files in this language: as it is stored, as people read it, and the endings that have it. */
    readonly mode: string;
    readonly modeLabel: string;
    readonly endings: readonly string[];
  };
  /** What fenced code blocks call it, and by which other names notebooks, magics and fences may know it. */
  readonly fence: string;
  readonly aliases: readonly string[];
  /** Begins a comment of one line. */
  readonly comment: string;
  /** The versions that a lesson can choose from, oldest first. */
  readonly versions: readonly string[];
  /** The versions that forms list even if no runner has them. */
  readonly listedVersions: readonly string[];
  /** The version of a new lesson, if a runner has it ({@link versionFor}). */
  readonly defaultVersion: string | null;
  /** Custom checks, written in Python with pycheck. */
  readonly hasCustomChecks: boolean;
  /** Whether lessons with custom checks list pycheck among their packages. False where checks run outside the learner's machine. */
  readonly listsPycheck: boolean;
  /** Checks as plain assertions in the language itself. */
  readonly hasLegacyChecks: boolean;
  /** The frameworks of unit tests that can check its screens: the usual one first; the others are recognized in the text. */
  readonly unitFrameworks: readonly ('unittest' | 'pytest' | 'testthat' | 'bats')[];
  /** Names of its test files in folders of exercises; null: it has none. */
  readonly unitTestName: RegExp | null;
  /** The files that a test file imports beside those of its language: the submission is the first, helpers may follow. */
  readonly unitModules: (code: string) => readonly string[];
  /** A runner can install packages for it. */
  readonly hasPackages: boolean;
  /** The packages that all of its environments have. */
  readonly basePackages: readonly string[];
  /** Packages that code imports by another name, as their documentation does. */
  readonly importedAs: Readonly<Record<string, string>>;
  /** Code names the columns of a table without quotes: `filter(birds, weight > 2)`. */
  readonly namesColumns: boolean;
  /** Settings of how values print can run before the code of a screen. */
  readonly hasFormatCode: boolean;
  /** Editors can format its code. */
  readonly hasFormatter: boolean;
  /** Which values a run shows without a print: of all expressions at top level, of the last one if the lesson says so, or none. */
  readonly shownValues: 'all' | 'last' | 'none';
  /** What the code of a screen leaves to code that runs after it: a part of a sentence. */
  readonly leaves: string;
  /**
   * Finds code that changes what code after it works with; null: any code may. The screens of an imported document without such code
   * don't run after each other.
   */
  readonly changesState: RegExp | null;
  /** Learners type in a terminal, which setup scripts prepare. No code of the screen is run for them. */
  readonly isTerminal: boolean;
  /** The code queries a database, and its output is a table. */
  readonly isQuery: boolean;
  /** An interpreter can stay between runs (the feature Stateful). */
  readonly hasSessions: boolean;
  readonly hasJupyterLab: boolean;
  /** The kernel that runs its code in plain Jupyter; null: there is none. */
  readonly kernel: { readonly name: string; readonly label: string; readonly needs: string | null } | null;
  /** What makes one run differ from the next: code that draws random numbers, that fixes which ones, and that reads the clock. */
  readonly varies: { readonly draws: RegExp; readonly seeds: RegExp; readonly clock: RegExp };
  /** How code sets a variable to a constant: what assigns it, and the truth values; null: it has no variables. */
  readonly constants: { readonly assigns: string; readonly yes: string; readonly no: string } | null;
  /** Code that reads a typed line, outside of comments and quoted texts; null: it can't. */
  readonly readsInput: RegExp | null;
  /** What of the circumstances of a run can differ, to see whether checks depend on it. */
  readonly circumstances: readonly ('hash_seed' | 'time_zone' | 'locale' | 'date')[];
  /** Code that reads a date which stays as it is when that of a run is another: of files, and of programs that it starts. */
  readonly otherClocks: RegExp | null;
  /** Lines of code that fix the random numbers of a call that matched `varies.draws`; empty: there is no simple way. */
  readonly seedFor: (draw: string) => string;
}

/** The languages of lessons, in the order in which they are offered. The runner has a folder for each. Free of zod, for light pages. */
export const LANGUAGES = {
  python: {
    label: 'Python',
    files: { code: 'py', mode: 'python', modeLabel: 'Python', endings: ['py', 'pyi'] },
    fence: 'python',
    aliases: ['python3', 'python2', 'py', 'ipython', 'ipython3', 'pycon'],
    comment: '#',
    versions: ['3.8', '3.9', '3.10', '3.11', '3.12', '3.13', '3.14', '3.15'],
    listedVersions: ['3.8', '3.9', '3.11'],
    defaultVersion: '3.11',
    hasCustomChecks: true,
    listsPycheck: true,
    hasLegacyChecks: true,
    unitFrameworks: ['unittest', 'pytest'],
    unitTestName: /(?:^|\/)(?:tests?\/)?(?:test[_-][\w-]+|[\w-]+[_-]test|tests?)\.py$/,
    unitModules: pythonModules,
    hasPackages: true,
    basePackages: ['matplotlib', 'numpy', 'pandas'],
    importedAs: {
      beautifulsoup4: 'bs4',
      'opencv-python': 'cv2',
      'opencv-python-headless': 'cv2',
      pillow: 'PIL',
      'python-dateutil': 'dateutil',
      'python-dotenv': 'dotenv',
      pyyaml: 'yaml',
      'scikit-image': 'skimage',
      'scikit-learn': 'sklearn',
    },
    namesColumns: false,
    hasFormatCode: true,
    hasFormatter: true,
    shownValues: 'last',
    leaves: 'names',
    changesState: null,
    isTerminal: false,
    isQuery: false,
    hasSessions: true,
    hasJupyterLab: true,
    kernel: { name: 'python3', label: 'Python 3', needs: null },
    varies: {
      draws:
        /\b(?:np|numpy)\.random\.(?!seed\b|default_rng\(\s*\w|RandomState\(\s*\w|Generator\b|SeedSequence\b)\w+\(|(?<![\w.])random\.(?!seed\b|Random\(\s*\w)\w+\(|\.sample\((?![^)\n]*random_state)|\btrain_test_split\((?![^)]*random_state)/,
      seeds: /\brandom\.seed\(/,
      clock: /\b(?:datetime|date|Timestamp)\.(?:now|today|utcnow)\(|\btime\.(?:time|time_ns|localtime|gmtime|ctime)\(/,
    },
    constants: { assigns: '=', yes: 'True', no: 'False' },
    readsInput: /(?<![\w.]|def )input\(|\bsys\.stdin\b/,
    circumstances: ['hash_seed', 'time_zone', 'locale', 'date'],
    otherClocks: /\b(?:subprocess|os\.system|popen|getmtime|getctime|getatime|st_[acm]time\w*|l?stat\()/,
    seedFor: (draw) =>
      draw.startsWith('random.') ? 'random.seed(0)' : /^(np|numpy)\./.test(draw) ? `${draw.split('.')[0]}.random.seed(0)` : '',
  },
  r: {
    label: 'R',
    files: { code: 'R', mode: 'r', modeLabel: 'R', endings: ['r', 'rmd'] },
    fence: 'r',
    aliases: ['ir'],
    comment: '#',
    versions: [],
    listedVersions: [],
    defaultVersion: null,
    hasCustomChecks: false,
    listsPycheck: false,
    hasLegacyChecks: true,
    unitFrameworks: ['testthat'],
    unitTestName: /(?:^|\/)(?:tests?\/(?:testthat\/)?)?(?:test[_-][\w-]+|[\w-]+[_-]test|tests?)\.r$/i,
    unitModules: rModules,
    hasPackages: true,
    basePackages: [],
    importedAs: {},
    namesColumns: true,
    hasFormatCode: true,
    hasFormatter: true,
    shownValues: 'all',
    leaves: 'names',
    changesState: null,
    isTerminal: false,
    isQuery: false,
    hasSessions: false,
    hasJupyterLab: false,
    kernel: { name: 'ir', label: 'R', needs: 'IRkernel' },
    varies: {
      draws: /(?<![\w.])(?:sample|sample\.int|slice_sample|r(?:norm|unif|binom|pois|exp|gamma|beta|geom|t|chisq))\(/,
      seeds: /\bset\.seed\(/,
      clock: /\bSys\.(?:time|Date)\(/,
    },
    constants: { assigns: '<-', yes: 'TRUE', no: 'FALSE' },
    readsInput: /(?<![\w.])(?:readline\(|stdin\(\)|(?:file|readLines|scan)\(\s*["']stdin["']|scan\(\s*\))/,
    circumstances: [],
    otherClocks: null,
    seedFor: () => 'set.seed(1)',
  },
  sql: {
    label: 'SQL',
    files: { code: 'sql', mode: 'sql', modeLabel: 'SQL', endings: ['sql'] },
    fence: 'sql',
    aliases: ['postgresql', 'postgres', 'sqlite', 'sqlite3', 'xsql'],
    comment: '--',
    versions: [],
    listedVersions: [],
    defaultVersion: null,
    hasCustomChecks: true,
    listsPycheck: true,
    hasLegacyChecks: true,
    unitFrameworks: [],
    unitTestName: null,
    unitModules: () => [],
    hasPackages: false,
    basePackages: [],
    importedAs: {},
    namesColumns: true,
    hasFormatCode: false,
    hasFormatter: true,
    shownValues: 'none',
    leaves: 'tables and rows',
    changesState:
      /(?:^|;)[ \t]*(?:create|insert|replace|update|delete|drop|alter|truncate|merge|with\b[^;]{0,2000}\b(?:insert|update|delete))\b(?![ \t]*\()/im,
    isTerminal: false,
    isQuery: true,
    hasSessions: false,
    hasJupyterLab: false,
    kernel: null,
    varies: {
      draws: /\b(?:random|rand|gen_random_uuid)\(\s*\)/i,
      seeds: /\bsetseed\(/i,
      clock: /\b(?:now|clock_timestamp|getdate)\(\s*\)|\bcurrent_(?:date|time|timestamp)\b|\b(?:date|datetime)\(\s*'now'/i,
    },
    constants: null,
    readsInput: null,
    circumstances: ['time_zone', 'date'],
    otherClocks: null,
    seedFor: () => '',
  },
  cli: {
    label: 'Command line',
    files: { code: 'sh', mode: 'sh', modeLabel: 'Shell', endings: ['sh', 'bash'] },
    fence: 'bash',
    aliases: ['sh', 'shell', 'zsh', 'console', 'shell-session'],
    comment: '#',
    versions: [],
    listedVersions: [],
    defaultVersion: null,
    hasCustomChecks: true,
    listsPycheck: false,
    hasLegacyChecks: false,
    unitFrameworks: ['bats'],
    unitTestName: /(?:^|\/)(?:tests?\/)?[\w-]+\.bats$/,
    unitModules: shellModules,
    hasPackages: true,
    basePackages: [],
    importedAs: {},
    namesColumns: false,
    hasFormatCode: false,
    hasFormatter: false,
    shownValues: 'none',
    leaves: 'files, variables and the working folder',
    changesState: null,
    isTerminal: true,
    isQuery: false,
    hasSessions: false,
    hasJupyterLab: false,
    kernel: { name: 'bash', label: 'Bash', needs: 'bash_kernel' },
    varies: {
      draws: /\$\{?RANDOM\b|\bshuf\b|\bsort\s+(?:-\w+\s+)*-\w*R/,
      seeds: /\bRANDOM=|--random-source/,
      clock: /(?:^|[;|&(`]\s*)date(?:\s|$|\)|`)/m,
    },
    constants: null,
    // Not in a loop or with `<`: there it reads a file or what a command prints.
    readsInput: /(?:^|[;&])[ \t]*read(?:[ \t]+(?:-\w+|"[^"\n]*"|'[^'\n]*'|\w+))*[ \t]*(?=$|[;#])/m,
    circumstances: ['time_zone', 'locale'],
    otherClocks: null,
    seedFor: () => '',
  },
} as const satisfies Readonly<Record<string, LanguageEntry>>;

export type Language = keyof typeof LANGUAGES;
export type LanguageVersion = (typeof LANGUAGES)[Language]['versions'][number];

type Trait = { [K in keyof LanguageEntry]: LanguageEntry[K] extends boolean ? K : never }[keyof LanguageEntry];
type LanguageWith<T extends Trait> = { [L in Language]: (typeof LANGUAGES)[L][T] extends true ? L : never }[Language];

type TerminalLanguage = LanguageWith<'isTerminal'>;

/** Languages whose code editors can format. */
export type FormattedLanguage = LanguageWith<'hasFormatter'>;
/** Languages whose packages a runner installs. */
export type PackagedLanguage = LanguageWith<'hasPackages'>;
/** Languages whose runs custom checks can judge. */
export type CustomCheckedLanguage = LanguageWith<'hasCustomChecks'>;

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as [Language, ...Language[]];
export const LANGUAGE_VERSIONS = LANGUAGE_NAMES.flatMap((language) => [...LANGUAGES[language].versions]) as [
  LanguageVersion,
  ...LanguageVersion[],
];
export const PACKAGED_LANGUAGES = LANGUAGE_NAMES.filter(canHavePackages) as [PackagedLanguage, ...PackagedLanguage[]];
export const FORMATTED_LANGUAGES = LANGUAGE_NAMES.filter(hasFormatter) as [FormattedLanguage, ...FormattedLanguage[]];
export const CUSTOM_CHECKED_LANGUAGES = LANGUAGE_NAMES.filter(canCheckCustom) as [CustomCheckedLanguage, ...CustomCheckedLanguage[]];

/** The language of custom checks, whatever that of the lesson. */
export const CHECK_LANGUAGE: Language = 'python';

/** The language of a new lesson. */
export const DEFAULT_LANGUAGE: Language = 'python';

function has(language: Language | null, trait: Trait): boolean {
  return language !== null && LANGUAGES[language][trait];
}

/** Custom answer checking is not offered for R. */
export function canCheckCustom(language: Language | null): language is CustomCheckedLanguage {
  return has(language, 'hasCustomChecks');
}

/** Legacy answer checking is offered for Python, SQL and R. */
export function canCheckLegacy(language: Language | null): boolean {
  return has(language, 'hasLegacyChecks');
}

/** Checkers of the command line run outside the learner's machine: its list of packages never shows them. */
export function hasPycheckPackage(language: Language | null): boolean {
  return has(language, 'listsPycheck');
}

/** Whether code can read the input of its screen. */
export function canReadInput(language: Language | null): boolean {
  return language !== null && LANGUAGES[language].readsInput !== null;
}

/** Packages that are installed, beyond our own checkers. A SQL lesson has none. */
export function canHavePackages(language: Language | null): language is PackagedLanguage {
  return has(language, 'hasPackages');
}

/** Whether editors can format code of this language. */
export function hasFormatter(language: Language | null): language is FormattedLanguage {
  return has(language, 'hasFormatter');
}

export function canFormatCode(language: Language | null): boolean {
  return has(language, 'hasFormatCode');
}

/** Whether lessons have the setting that shows the value of the last expression. */
export function canShowLastValue(language: Language | null): boolean {
  return shownValues(language) === 'last';
}

/** The values that a run of a lesson with this setting shows. */
export function shownValues(language: Language | null): 'all' | 'last' | 'none' {
  return language === null ? 'none' : LANGUAGES[language].shownValues;
}

/** What the code of a screen leaves to the code of later screens, in words; null: no code. */
export function leavesOf(language: Language | null): string | null {
  return language === null ? null : LANGUAGES[language].leaves;
}

/** Whether one of these codes may change what the others work with. */
export function mayChangeState(language: Language | null, codes: readonly string[]): boolean {
  if (language === null) return false;
  const { changesState }: Pick<LanguageEntry, 'changesState'> = LANGUAGES[language];
  return changesState === null || codes.some((code) => changesState.test(code));
}

export function isTerminal(language: Language | null): language is TerminalLanguage {
  return has(language, 'isTerminal');
}

export function isQuery(language: Language | null): boolean {
  return has(language, 'isQuery');
}

/** Whether interpreters of this language can stay between runs. */
export function canHaveSessions(language: Language | null): boolean {
  return has(language, 'hasSessions');
}

export function canHaveJupyterLab(language: Language | null): boolean {
  return has(language, 'hasJupyterLab');
}

/** The Jupyter kernel for code of this language; null: none, or no code. */
export function kernelFor(language: Language | null): LanguageEntry['kernel'] {
  return language === null ? null : LANGUAGES[language].kernel;
}

interface Versioned {
  readonly versions: readonly LanguageVersion[];
  readonly listedVersions: readonly LanguageVersion[];
  readonly defaultVersion: LanguageVersion | null;
}

/** The versions of each language that runners can run; empty: no runner responds. */
export type OfferedVersions = Readonly<Partial<Record<Language, readonly string[]>>>;

/**
 * The version of its language that a new lesson gets: the wanted one; else the default, or the newest that runners offer if they don't
 * offer the default; null for languages without versions.
 */
export function versionFor(
  language: Language | null,
  wanted: LanguageVersion | null,
  offered: OfferedVersions = {},
): LanguageVersion | null {
  if (language === null) return null;
  const { versions, defaultVersion }: Versioned = LANGUAGES[language];
  const own = offered[language] ?? [];
  if (wanted !== null && versions.includes(wanted)) return wanted;
  if (defaultVersion !== null && own.includes(defaultVersion)) return defaultVersion;
  return versions.findLast((version) => own.includes(version)) ?? defaultVersion;
}

/** The version as it is if the language has it; otherwise null, which leaves the choice to the runner. */
export function ownVersion(language: Language | null, version: LanguageVersion | null): LanguageVersion | null {
  if (language === null || version === null) return null;
  const { versions }: Versioned = LANGUAGES[language];
  return versions.includes(version) ? version : null;
}

/** The versions that a form offers, oldest first: those that it always lists, those of runners, and the current one. */
export function versionChoices(language: Language | null, offered: OfferedVersions, current: string | null): LanguageVersion[] {
  if (language === null) return [];
  const { versions, listedVersions }: Versioned = LANGUAGES[language];
  const own = offered[language] ?? [];
  return versions.filter((version) => listedVersions.includes(version) || own.includes(version) || version === current);
}

/** The version that a run asks for; null: the runner's own choice. */
export function versionOf({ language, language_version }: { language: Language | null; language_version: string | null }): string | null {
  return language !== null && LANGUAGES[language].versions.length > 0 ? language_version : null;
}

/** The language that is called by this name in fences, notebooks and magics; null: none of ours. */
export function languageNamed(name: string): Language | null {
  return BY_NAME.get(name.trim().toLowerCase()) ?? null;
}

const BY_NAME: ReadonlyMap<string, Language> = new Map(
  LANGUAGE_NAMES.flatMap((language) => {
    const { fence, aliases } = LANGUAGES[language];
    return [fence, ...aliases].map((name) => [name, language] as const);
  }),
);
