import { z } from 'zod';
import { type Language, LANGUAGE_NAMES, PACKAGED_LANGUAGES } from './languages.ts';
import { RunOutcome } from './run-outcome.ts';
import { UNIT_FRAMEWORKS, UNIT_MODULE } from './unit-tests.ts';

/**
 * The protocol between server and runner: HTTP with a bearer token per runner. Streamed bodies are newline-delimited JSON. The
 * runner knows no lesson and no database: a request contains everything it needs.
 *
 *     GET    /health                            RunnerHealth
 *     PUT    /blobs/{sha256}                    stores a file by its content; 204
 *     POST   /runs                              RunnerRunRequest → stream of RunnerEvent, until `finished`, `stopped`,
 *     `failed` or `returned`;
 *                                               409 { missing: sha256[] } if files must be sent first; 503 { error } if it cannot
 *                                               run here
 *     GET    /runs/{id}                         joins a run with `keep_seconds`: the stream of its events from the first one on
 *     DELETE /runs/{id}                         stops a run; 204. Closing the connection of POST /runs stops a run that isn't
 *     kept
 *     POST   /repeats                           RepeatRequest → stream of RepeatEvent; 409 as for runs. Closing the connection stops it
 *     POST   /environments                      EnvironmentRequest → stream of EnvironmentEvent, until `built` or `failed`
 *     GET    /environments/{key}                204 if it is installed, otherwise 404; `x-environment-platform` in both
 *     POST   /environments/{key}                EnvironmentRef → its archive, for other runners of the platform; 404
 *     PUT    /environments/{key}                installs an archive, whose hash is in `x-archive-sha256`; 204
 *     POST   /sessions                          SessionRequest → 201 SessionState; replies once the program is up
 *     GET    /sessions/{id}                     SessionState
 *     DELETE /sessions/{id}                     ends it; 204
 *     any    /sessions/{id}/ports/{port}        forwards to the application on that port, WebSockets as well; `x-session-path`
 *                                               is the path and query for the application, exactly as its visitor sent them
 *     POST   /terminals                         TerminalRequest → 201 { id }
 *     GET    /terminals/{id}/socket?after=N     WebSocket (terminals.ts); repeats the output after byte N
 *     POST   /terminals/{id}/checks             TerminalCheckRequest → RunOutcome of the checks in the terminal's sandbox
 *     DELETE /terminals/{id}                    ends it; 204
 *
 * Every path of the runner consists of letters, digits, `_` and `-`, so nothing in it is decoded or resolved; any other path is a
 * 400. Input from visitors of an application never becomes part of one.
 */
export const SESSION_PATH_HEADER = 'x-session-path';
export const PLATFORM_HEADER = 'x-environment-platform';
export const ARCHIVE_HASH_HEADER = 'x-archive-sha256';

/** Identifies a run, a session or a terminal in a path. */
const RunnerId = z.string().regex(/^[\w-]{1,100}$/);

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Limits of one run. Bytes, seconds, counts. */
export const RunLimits = z.object({
  wall_seconds: z.number().positive(),
  cpu_seconds: z.number().positive(),
  memory_bytes: z.number().int().positive(),
  processes: z.number().int().positive(),
  disk_bytes: z.number().int().positive(),
  files: z.number().int().positive(),
  stream_bytes: z.number().int().positive(),
  result_bytes: z.number().int().positive(),
});
export type RunLimits = z.infer<typeof RunLimits>;

export const DEFAULT_RUN_LIMITS: RunLimits = {
  wall_seconds: 15,
  cpu_seconds: 15,
  memory_bytes: 1024 * 1024 * 1024,
  processes: 64,
  disk_bytes: 64 * 1024 * 1024,
  files: 4096,
  stream_bytes: 1024 * 1024,
  result_bytes: 4 * 1024 * 1024,
};

/**
 * Read-only files of a work folder: by plain name, or with folders separated by '/'. `own`: a data file of the lesson, so that code may
 * write other files into its folder; runners of earlier versions ignore it. Others in folders are of datasets, where it may not.
 */
export const RunFiles = z
  .array(z.object({ name: z.string().min(1).max(1_200), sha256: Sha256, own: z.literal(true).optional() }))
  .max(50_000);
export type WorkFile = z.infer<typeof RunFiles>[number];

/**
 * Installed packages: `key` is the SHA-256 of `lock`. Only the runner parses the lock; a runner without the environment first
 * builds it from the lock and reports that with `preparing`.
 */
export const EnvironmentRef = z.object({ key: Sha256, lock: z.string().max(1_000_000) });
export type EnvironmentRef = z.infer<typeof EnvironmentRef>;

const UnitFile = z.string().regex(UNIT_MODULE).min(1).max(200);

/** Unit tests of a submission. Nothing else runs in their sandbox: the code of their request is empty. */
export const UnitTests = z.object({
  framework: z.enum(UNIT_FRAMEWORKS),
  /** The file that the tests import. */
  module: UnitFile,
  /** Null: the file in the work folder of a terminal. */
  submission: z.string().nullable(),
  /** Run in the module's name space before the submission. */
  before: z.array(z.string()),
  /** How many of `before` are code of earlier screens: an error ends only that code. Missing: none. */
  earlier_count: z.number().int().min(0).optional(),
  /** The name of the test file, and its text. */
  file: UnitFile,
  code: z.string(),
  /** Files of the author's that the tests load. */
  helpers: z.array(z.object({ name: UnitFile, text: z.string() })).default([]),
});
export type UnitTests = z.infer<typeof UnitTests>;

/** What runs after the code, in its sandbox, on the results of the code. */
export const RunChecks = z.object({
  /** Python with pycheck; null: no custom check. */
  custom: z.string().nullable(),
  /** Plain assertions in the lesson's language; null: no legacy check. */
  legacy: z.string().nullable(),
  /** Null: no unit tests. */
  unit: UnitTests.nullable().default(null),
  /** For checks that compare with the answer: runs apart from the submission, and only if a check needs it. */
  answer_code: z.string(),
});
export type RunChecks = z.infer<typeof RunChecks>;

/** How an SQL run reads its database. */
export const SqlSettings = z.object({
  engine: z.enum(['sqlite', 'postgres']),
  /** Rows of a result that are kept; the rest is cut, which is reported (`cut: rows`). */
  max_rows: z.number().int().positive(),
});

/** An interpreter that stays between runs. Created by its first run or by POST /sessions. */
export const SessionSettings = z.object({
  id: RunnerId,
  /** Ends after this long without a run or a request. */
  idle_seconds: z.number().positive(),
  total_seconds: z.number().positive(),
  /** Ports that may be reached from outside. */
  ports: z.array(z.number().int().min(1).max(65_535)).max(20),
});
export type SessionSettings = z.infer<typeof SessionSettings>;

/** One code of earlier screens. */
const EarlierCell = z.object({
  /** What tracebacks and `earlier_errors` call it. */
  name: z.string().max(200),
  code: z.string(),
  /** Its errors aren't reported. In any case, an error ends only this code, not the run. */
  may_fail: z.boolean(),
  /** For cli: a setup script, which leaves files alone; other code also leaves the working folder, variables and functions. */
  is_setup: z.boolean().optional(),
});
export type EarlierCell = z.infer<typeof EarlierCell>;

/** What can differ between runs of the same code. Null or 0: as in every run of a learner. */
export const Circumstances = z.object({
  /** Decides about the order of sets in Python. */
  hash_seed: z.number().int().min(0).max(4_294_967_295).nullable(),
  time_zone: z
    .string()
    .regex(/^[A-Za-z][\w+/-]{0,60}$/)
    .nullable(),
  locale: z
    .string()
    .regex(/^[A-Za-z][\w.@-]{0,60}$/)
    .nullable(),
  /** Added to the date that the code sees. */
  shift_seconds: z.number().int().min(-2_147_483_647).max(2_147_483_647),
});
export type Circumstances = z.infer<typeof Circumstances>;

export const RunnerRunRequest = z.object({
  id: RunnerId,
  /** Owners take turns in the queue, so that one owner's hundred runs don't hold up others. */
  owner: z.string().max(100),
  /** No user is waiting for it: it runs while no other run waits, and leaves one slot free. */
  is_background: z.boolean().default(false),
  language: z.enum(LANGUAGE_NAMES),
  language_version: z.string().nullable(),
  /** Null: the base environment. */
  environment: EnvironmentRef.nullable(),
  /** Code of earlier screens, which runs first and silently, with a separate time limit. */
  earlier: z.array(EarlierCell).default([]),
  /** For cli: scripts that prepare the work folder before the code of earlier screens. */
  setup: z.array(z.string()).default([]),
  /** Run in this order in one namespace; only errors of the last one have lines. For cli: what runs before the code. */
  preamble: z.array(z.string()),
  code: z.string(),
  /** The lines that the code reads as its input, in languages that read one; empty: none. */
  input: z.string().default(''),
  files: RunFiles,
  /** Variables whose values are requested as data; `all`: every one. */
  values: z.union([z.literal('all'), z.array(z.string())]),
  /** Variables that are compared with the answer: reported first, so that others can't crowd them out. */
  compared: z.array(z.string()).default([]),
  limits: RunLimits,
  /** Requirements of the lesson's features, such as `GPU`; a runner that lacks them rejects the run. */
  requirements: z.array(z.string()),
  /** Null: nothing is checked inside. */
  checks: RunChecks.nullable(),
  /** Only for language sql. */
  sql: SqlSettings.nullable(),
  /** Null: a new interpreter for this run. */
  session: SessionSettings.nullable(),
  /** The code is an application of `session` and keeps running; the run finishes once one of the ports is listened on. */
  deploy: z.boolean(),
  /** Report the files that the run leaves in its work folder. */
  wants_files: z.boolean(),
  /** Only for languages with this setting: show the value of the last expression of `code`. */
  shows_last_value: z.boolean().default(false),
  /** Null: the usual ones. Others need a runner that offers them (`varies`). */
  circumstances: Circumstances.nullable().default(null),
  /** The server that sent it: a runner reports how many runs each server has there. */
  client: z.string().max(100).default(''),
  /** The step of a trace (trace-context.ts) that the run belongs to; null: it isn't traced. */
  traceparent: z.string().max(55).nullable().default(null),
  /** If above zero, the run continues without clients, and its events stay available for this long after its end. */
  keep_seconds: z.number().min(0),
});
export type RunnerRunRequest = z.infer<typeof RunnerRunRequest>;

/** Defaults of a request without special needs. */
export const RUN_DEFAULTS = {
  is_background: false,
  environment: null,
  earlier: [],
  setup: [],
  preamble: [],
  input: '',
  files: [],
  requirements: [],
  checks: null,
  sql: null,
  session: null,
  deploy: false,
  wants_files: false,
  compared: [],
  shows_last_value: false,
  circumstances: null,
  client: '',
  traceparent: null,
  keep_seconds: 0,
} as const satisfies Partial<RunnerRunRequest>;

/** The steps of a run on its runner, for traces. */
const RunnerSpan = z.object({
  name: z.enum(['runner', 'runner.wait', 'runner.slot', 'runner.run', 'runner.check']),
  span_id: z.string().regex(/^[0-9a-f]{16}$/),
  parent_id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Milliseconds since 1970. */
  started_at: z.number(),
  ended_at: z.number(),
});
export type RunnerSpan = z.infer<typeof RunnerSpan>;

export const RunnerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('queued'), position: z.number().int() }),
  /** Preparation before the code can run, for people: an environment is being built. */
  z.object({ type: z.literal('preparing'), text: z.string() }),
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('stdout'), text: z.string() }),
  z.object({ type: z.literal('stderr'), text: z.string() }),
  /** Only of a run with `traceparent`. */
  z.object({ type: z.literal('traced'), spans: z.array(RunnerSpan) }),
  z.object({ type: z.literal('finished'), outcome: RunOutcome }),
  z.object({ type: z.literal('stopped'), outcome: RunOutcome }),
  z.object({ type: z.literal('failed'), error: z.string() }),
  /** The runner is leaving before the run began: it can be started on another runner. */
  z.object({ type: z.literal('returned') }),
]);
export type RunnerEvent = z.infer<typeof RunnerEvent>;

/** Most repeats in one request. */
const REPEATS_AT_MOST = 300;

/** The same run many times, each from the beginning, in what is free. It gives way to everything else. */
export const RepeatRequest = z.object({
  run: RunnerRunRequest,
  count: z.number().int().min(1).max(REPEATS_AT_MOST),
  /** The run is known to end within moments, so the first one may take the last free slot too. */
  is_brief: z.boolean().default(false),
});
export type RepeatRequest = z.infer<typeof RepeatRequest>;

/** `failed` ends the stream, as does the last repeat. */
export const RepeatEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('repeated'),
    /** From 0, in the order of their ends. */
    number: z.number().int(),
    /** Null: that of `same_as`, which may only have taken another time. */
    outcome: RunOutcome.nullable(),
    same_as: z.number().int().nullable(),
  }),
  z.object({ type: z.literal('failed'), error: z.string() }),
]);
export type RepeatEvent = z.infer<typeof RepeatEvent>;

/** A requested package; a version of null means the newest compatible one. */
export const RequestedPackage = z.object({ name: z.string().min(1).max(200), version: z.string().max(200).nullable() });
export type RequestedPackage = z.infer<typeof RequestedPackage>;

export const EnvironmentRequest = z.object({
  language: z.enum(PACKAGED_LANGUAGES),
  version: z.string().nullable(),
  packages: z.array(RequestedPackage).max(500),
  /** Installs exactly this, and resolves nothing. An older runner ignores it, which the server notices by the lock of the reply. */
  lock: z.string().max(1_000_000).optional(),
});
export type EnvironmentRequest = z.infer<typeof EnvironmentRequest>;

export const EnvironmentEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('log'), text: z.string() }),
  /** `installed`: every package with its version, dependencies included. */
  z.object({
    type: z.literal('built'),
    environment: EnvironmentRef,
    installed: z.array(z.object({ name: z.string(), version: z.string() })),
  }),
  /** `error`: the installer's message. */
  z.object({ type: z.literal('failed'), error: z.string() }),
]);
export type EnvironmentEvent = z.infer<typeof EnvironmentEvent>;

export const SessionRequest = z.object({
  owner: z.string().max(100),
  session: SessionSettings,
  /** `interpreter`: waits for runs. `jupyterlab`: a JupyterLab on the first port, below `base_path`. */
  program: z.enum(['interpreter', 'jupyterlab']),
  /** The path under which the browser sees the application. */
  base_path: z.string().max(500),
  language: z.enum(LANGUAGE_NAMES),
  language_version: z.string().nullable(),
  environment: EnvironmentRef.nullable(),
  files: RunFiles,
  limits: RunLimits,
  requirements: z.array(z.string()),
});
export type SessionRequest = z.infer<typeof SessionRequest>;

export const SessionState = z.object({
  id: z.string(),
  /** Those of its ports that are listened on. */
  listening: z.array(z.number().int()),
  /** Since its start. */
  age_seconds: z.number(),
  /** Until it ends by itself if it stays idle. */
  ends_in_seconds: z.number(),
  /** The last 64 kB of output outside of runs. */
  log: z.string(),
});
export type SessionState = z.infer<typeof SessionState>;

const SetupScripts = z.array(z.object({ name: z.string().max(255), code: z.string() })).max(10);

export const TerminalRequest = z.object({
  id: RunnerId,
  owner: z.string().max(100),
  environment: EnvironmentRef.nullable(),
  files: RunFiles,
  /** Shell scripts that run first, in this order: custom_setup.sh, and without earlier code also the screen's setup code. */
  setup: SetupScripts,
  /** Code of earlier screens, which runs silently after `setup`, within the time limit: the terminal opens in the state that it leaves. */
  earlier: z.array(EarlierCell).default([]),
  /** Shell scripts that run after the earlier code: the screen's setup code. */
  late_setup: SetupScripts.default([]),
  limits: RunLimits,
  requirements: z.array(z.string()),
  /** Without a connection. */
  grace_seconds: z.number().positive(),
  /** Without input. */
  idle_seconds: z.number().positive(),
  total_seconds: z.number().positive(),
  columns: z.number().int().min(2).max(500),
  rows: z.number().int().min(2).max(300),
});
export type TerminalRequest = z.infer<typeof TerminalRequest>;

export const TerminalCheckRequest = z.object({
  checks: RunChecks,
  /** What the terminal shows, as the page read it: for checks of typed commands and their output. It can be forged. */
  terminal_lines: z.array(z.string()).max(20_000),
  limits: RunLimits,
});
export type TerminalCheckRequest = z.infer<typeof TerminalCheckRequest>;

/** Whether a runner runs a language, and why not. */
const LanguageState = z.object({
  available: z.boolean(),
  versions: z.array(z.string()),
  /** What exactly each version is, such as `3.11.2`. Runners of earlier versions don't report it. */
  builds: z.record(z.string(), z.string()).default({}),
  reason: z.string().nullable(),
});
export type LanguageState = z.infer<typeof LanguageState>;

const UNKNOWN: LanguageState = {
  available: false,
  versions: [],
  builds: {},
  reason: 'The runner is of a version that does not know this language.',
};

/** The same for each language, in the order in which languages are offered. */
export function eachLanguage<T>(valueOf: (language: Language) => T): Record<Language, T> {
  return Object.fromEntries(LANGUAGE_NAMES.map((language) => [language, valueOf(language)])) as Record<Language, T>;
}

/** The name of a runner, in settings and announcements. */
export const RunnerName = z.string().regex(/^[A-Za-z0-9._-]{1,100}$/);

export const RunnerHealth = z.object({
  name: z.string(),
  version: z.string(),
  /** `not_enforced`: limits that this machine doesn't support, in words. */
  sandbox: z.object({ ok: z.boolean(), reason: z.string().nullable(), not_enforced: z.array(z.string()).default([]) }),
  /** What can run here, by language; versions where the language has them. A missing one says why in `reason`. */
  languages: z.record(z.string(), LanguageState).transform((known) => eachLanguage((language) => known[language] ?? UNKNOWN)),
  /** Needs of features that this runner can meet. */
  requirements: z.array(z.string()),
  capacity: z.number().int(),
  running: z.number().int(),
  queued: z.number().int(),
  /** How many of these each server sent (`client` of the request). */
  clients: z.record(z.string(), z.number().int()).default({}),
  /** Warm interpreters that are waiting, by environment: `base 3.11`, or the start of a key. */
  slots: z.array(z.object({ environment: z.string(), idle: z.number().int(), busy: z.number().int() })),
  sessions: z.number().int(),
  terminals: z.number().int(),
  /** Installed environments, and what they take of the disk. Runners of earlier versions don't report it. */
  environments: z.object({ count: z.number().int(), bytes: z.number().int() }).optional(),
  /** Runners of earlier versions can neither repeat runs nor vary their circumstances. */
  varies: z
    .object({
      /** Locales of this machine that differ from the usual one. */
      locales: z.array(z.string()),
      /** Whether code can be shown another date. */
      dates: z.boolean(),
    })
    .optional(),
  /** It is leaving: it finishes what is running and accepts nothing new. */
  draining: z.boolean().default(false),
});
export type RunnerHealth = z.infer<typeof RunnerHealth>;

/** How often a runner announces itself to the servers. */
export const ANNOUNCE_EVERY_MS = 1_000;

/** What a runner that is not in the settings of the servers announces. */
export const RunnerAnnouncement = z.object({
  /** Where servers reach it. */
  url: z.url({ protocol: /^https?$/ }).max(500),
  /** Chosen at its start: another one under the same name is another process. */
  instance: z.uuid(),
  /** Null: it has stopped. */
  health: RunnerHealth.nullable(),
});
export type RunnerAnnouncement = z.infer<typeof RunnerAnnouncement>;
