import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { RunnerSetting } from '#platform/contract/runner-settings.ts';
import { wholeNumber } from '#platform/contract/whole-number.ts';

/** Limits for one owner (a person or a share link) and for all together. */
export interface Shares {
  /** Concurrent runs of one owner; fewer than the capacity if that is more than one. */
  readonly ownerRuns: number;
  /** Waiting runs of one owner. */
  readonly ownerWaiting: number;
  /** Request bytes of all waiting runs. */
  readonly waitingBytes: number;
}

/** All settings of a runner, parsed. No other file reads the environment. */
export interface Settings {
  readonly name: string;
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute; the runner's own folder for blobs and caches. */
  readonly folder: string;
  /** Null: read from the first line of standard input (`attached`). */
  readonly token: string | null;
  /** Started by a server: the token arrives on standard input, and the runner exits when that closes. */
  readonly attached: boolean;
  /** Where it announces itself, and the address by which servers reach it; null: it doesn't. */
  readonly announce: { readonly server: string; readonly url: string | null } | null;
  /** How long it waits for running code when it is asked to stop; 0: it stops at once. */
  readonly drainSeconds: number;
  /** Concurrent runs. */
  readonly capacity: number;
  /** Limits for one owner and for all; see `RunQueue`. */
  readonly shares: Shares;
  readonly bubblewrap: string;
  /** Warm slots: `auto` uses one if available, `only` waits for one, `off` starts every run cold. */
  readonly warm: 'auto' | 'only' | 'off';
  /** Interpreters to consider besides the system's. */
  readonly pythons: readonly string[];
  /** Memory limit for the runner and everything it starts, if control groups exist. */
  readonly memoryBytes: number;
  /** Size of the file cache in bytes. */
  readonly blobBytes: number;
  /** Source of Python packages: the address of an index, or the absolute path of a folder; null: PyPI. */
  readonly pypi: string | null;
  /** Address of the R package repository. */
  readonly cran: string;
  /** `host:port` where indexes keep files, besides the indexes' own hosts. */
  readonly packageHosts: readonly string[];
  /** Bytes of installed environments that are kept besides those in use. */
  readonly environmentBytes: number;
  /** Build an environment with numpy, pandas and matplotlib for Pythons that lack them. */
  readonly preparesBase: boolean;
  /** Requirements of lesson features that this machine meets, such as `GPU`. */
  readonly offers: readonly string[];
  /** As root: first of the user ids for sandboxes; each sandbox gets its own. */
  readonly firstUserId: number;
  readonly userCount: number;
}

const TOKEN_LENGTH = 16;
/** Share of the machine's memory for the runner and everything it starts; the rest is for the server and its database. */
const SHARE_OF_MEMORY = 0.75;
/** Longer than most runs. */
const DRAIN_SECONDS = 60;
/** Ids from systemd's range for transient services, which people never have. Two runners rarely collide. */
const USER_COUNT = 1_000;
const USER_IDS = { first: 61_184, last: 65_400 };

const Environment = z
  .object({
    LESSONWRIGHT_RUNNER_NAME: z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,100}$/)
      .default('local'),
    LESSONWRIGHT_RUNNER_HOST: z.string().min(1).default('127.0.0.1'),
    LESSONWRIGHT_RUNNER_PORT: wholeNumber(0, 65_535).default(0),
    LESSONWRIGHT_RUNNER_FOLDER: z.string('must name its own folder').min(1),
    LESSONWRIGHT_RUNNER_TOKEN: z.string().min(TOKEN_LENGTH).optional(),
    LESSONWRIGHT_RUNNER_TOKEN_FILE: z.string().min(1).optional(),
    LESSONWRIGHT_RUNNER_ATTACHED: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
    LESSONWRIGHT_RUNNER_SERVER: z.url({ protocol: /^https?$/, error: 'must be the http or https address of a server' }).optional(),
    LESSONWRIGHT_RUNNER_URL: z.url({ protocol: /^https?$/, error: 'must be the http or https address of this runner' }).optional(),
    LESSONWRIGHT_RUNNER_DRAIN_SECONDS: wholeNumber(0, 86_400).optional(),
    LESSONWRIGHT_RUNNER_CAPACITY: wholeNumber(1, 256).default(2),
    LESSONWRIGHT_RUNNER_RUNS_PER_PERSON: wholeNumber(1).default(256),
    LESSONWRIGHT_RUNNER_WAITING_PER_PERSON: wholeNumber(1).default(40),
    LESSONWRIGHT_RUNNER_WAITING_MB: wholeNumber(16).default(128),
    LESSONWRIGHT_RUNNER_BUBBLEWRAP: z.string().min(1).default('bwrap'),
    LESSONWRIGHT_RUNNER_WARM: z.enum(['auto', 'only', 'off'], 'must be auto, only or off').default('auto'),
    LESSONWRIGHT_RUNNER_PYTHONS: z.string().default(''),
    LESSONWRIGHT_RUNNER_OFFERS: z.string().default(''),
    LESSONWRIGHT_RUNNER_PYPI: z
      .string()
      .regex(/^(https?:\/\/|\/)/, 'must be the address of an index or the absolute path of a folder')
      .optional(),
    LESSONWRIGHT_RUNNER_CRAN: z
      .string()
      .regex(/^(https?|file):\/\//, 'must be the address of a repository: https, http or file')
      .default('https://cloud.r-project.org'),
    LESSONWRIGHT_RUNNER_PACKAGE_HOSTS: z
      .string()
      .regex(/^(?:[a-z0-9.-]+(?::\d{1,5})?(?:[\s,]+|$))*$/, 'must be a list of hosts, such as files.example.org or files.example.org:8443')
      .default(''),
    LESSONWRIGHT_RUNNER_ENVIRONMENTS_MB: wholeNumber(256).default(20_480),
    LESSONWRIGHT_RUNNER_PREPARE_BASE: z.enum(['0', '1'], 'must be 0 or 1').default('1'),
    LESSONWRIGHT_RUNNER_MEMORY_MB: wholeNumber(1_024).optional(),
    LESSONWRIGHT_RUNNER_BLOB_MB: wholeNumber(64).default(4096),
  } satisfies Record<RunnerSetting, z.ZodType>)
  .transform((given, context) => {
    const { LESSONWRIGHT_RUNNER_TOKEN_FILE: file, LESSONWRIGHT_RUNNER_TOKEN: token = null } = given;
    if (file === undefined) return { ...given, token };
    try {
      return { ...given, token: readFileSync(file, 'utf8').trim() };
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      context.addIssue({ code: 'custom', path: ['LESSONWRIGHT_RUNNER_TOKEN_FILE'], message: `${file} cannot be read (${reason})` });
      return z.NEVER;
    }
  })
  .refine((given) => given.LESSONWRIGHT_RUNNER_ATTACHED === '1' || (given.token?.length ?? 0) >= TOKEN_LENGTH, {
    path: ['LESSONWRIGHT_RUNNER_TOKEN'],
    message: `must be set (or LESSONWRIGHT_RUNNER_TOKEN_FILE), with at least ${TOKEN_LENGTH} characters`,
  });

/**
 * Reads the settings of a runner.
 * @throws Error naming every invalid setting
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const value = parsed.data;
  return {
    name: value.LESSONWRIGHT_RUNNER_NAME,
    host: value.LESSONWRIGHT_RUNNER_HOST,
    port: value.LESSONWRIGHT_RUNNER_PORT,
    folder: resolve(value.LESSONWRIGHT_RUNNER_FOLDER),
    token: value.token,
    attached: value.LESSONWRIGHT_RUNNER_ATTACHED === '1',
    announce: value.LESSONWRIGHT_RUNNER_SERVER
      ? { server: value.LESSONWRIGHT_RUNNER_SERVER, url: value.LESSONWRIGHT_RUNNER_URL ?? null }
      : null,
    drainSeconds: value.LESSONWRIGHT_RUNNER_DRAIN_SECONDS ?? (value.LESSONWRIGHT_RUNNER_SERVER ? DRAIN_SECONDS : 0),
    capacity: value.LESSONWRIGHT_RUNNER_CAPACITY,
    shares: {
      ownerRuns: value.LESSONWRIGHT_RUNNER_RUNS_PER_PERSON,
      ownerWaiting: value.LESSONWRIGHT_RUNNER_WAITING_PER_PERSON,
      waitingBytes: value.LESSONWRIGHT_RUNNER_WAITING_MB * 1024 * 1024,
    },
    bubblewrap: value.LESSONWRIGHT_RUNNER_BUBBLEWRAP,
    warm: value.LESSONWRIGHT_RUNNER_WARM,
    pythons: value.LESSONWRIGHT_RUNNER_PYTHONS.split(/[\s,:]+/).filter((path) => path !== ''),
    memoryBytes: value.LESSONWRIGHT_RUNNER_MEMORY_MB
      ? value.LESSONWRIGHT_RUNNER_MEMORY_MB * 1024 * 1024
      : Math.floor(totalmem() * SHARE_OF_MEMORY),
    blobBytes: value.LESSONWRIGHT_RUNNER_BLOB_MB * 1024 * 1024,
    pypi: value.LESSONWRIGHT_RUNNER_PYPI ?? null,
    cran: value.LESSONWRIGHT_RUNNER_CRAN,
    packageHosts: value.LESSONWRIGHT_RUNNER_PACKAGE_HOSTS.split(/[\s,]+/)
      .filter((host) => host !== '')
      .map((host) => (host.includes(':') ? host : `${host}:443`)),
    environmentBytes: value.LESSONWRIGHT_RUNNER_ENVIRONMENTS_MB * 1024 * 1024,
    preparesBase: value.LESSONWRIGHT_RUNNER_PREPARE_BASE === '1',
    offers: value.LESSONWRIGHT_RUNNER_OFFERS.split(',')
      .map((need) => need.trim())
      .filter((need) => need !== ''),
    firstUserId: USER_IDS.first + Math.floor(Math.random() * (USER_IDS.last - USER_IDS.first - USER_COUNT)),
    userCount: USER_COUNT,
  };
}

/** Explains why a runner with these settings can't start, by the setting to change; null: another error, which is a bug. */
export function startProblem(error: unknown, { folder, host, port }: Pick<Settings, 'folder' | 'host' | 'port'>): string | null {
  const { code, syscall, path } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return `LESSONWRIGHT_RUNNER_PORT: port ${port} is already in use`;
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return `LESSONWRIGHT_RUNNER_HOST, LESSONWRIGHT_RUNNER_PORT: ${host}:${port} cannot be opened (${code})`;
  if (path?.startsWith(folder) || (path !== undefined && folder.startsWith(path)))
    return `LESSONWRIGHT_RUNNER_FOLDER: ${path} cannot be written (${code})`;
  return null;
}
