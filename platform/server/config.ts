import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_VIDEO_HOSTS, readVideoHost } from '#platform/content/video-hosts.ts';
import { RunnerName } from '#platform/contract/runner-protocol.ts';
import { wholeNumber } from '#platform/contract/whole-number.ts';
import { readS3, S3Environment, type S3Config } from './blobs/s3-config.ts';
import { readServer, ServerEnvironment, type ServerConfig } from './cluster/server-config.ts';
import { CodeHostEnvironment, readCodeHost, type CodeHostConfig } from './code-host-config.ts';
import { databaseUrlProblem } from './database/database-url.ts';
import { readPostgresSettings, type PostgresSettings } from './database/postgres/settings.ts';
import { DeployTargetEnvironment, readDeployTarget, type DeployTargetConfig } from './deploy-target-config.ts';
import { LimitsEnvironment, readLimits, type LimitsConfig } from './limits-config.ts';
import { ModelEnvironment, readModel, type ModelConfig } from './model-config.ts';
import { NotificationEnvironment, readNotifications, type NotificationConfig } from './notification-config.ts';
import { quieten } from './quiet-config.ts';
import { readSecret } from './read-secret.ts';
import type { SecretText } from './secret-text.ts';
import { readSignIn, SignInEnvironment, type SignInConfig } from './sign-in-config.ts';
import { readTraces, TraceEnvironment, type TraceConfig } from './tracing/trace-config.ts';

/** An invalid setting. The message is for the operator. */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ConfigError';
  }
}

const RunnerConfig = z.object({ name: RunnerName, url: z.url(), token: z.string().min(16) });
/** A runner that is started separately. */
export type RunnerConfig = z.infer<typeof RunnerConfig>;

/** Where Prometheus finds the metrics: on their own port, at the product's for callers with a token, or both. */
export interface MetricsConfig {
  readonly host: string;
  /** Null: no port of their own. */
  readonly port: number | null;
  /** Null: callers on the port of their own need none. */
  readonly token: SecretText | null;
}

/** All settings, parsed. docs/operating.md documents them. */
export interface Config {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  /** Absolute path. */
  readonly dataFolder: string;
  /** Absolute path of the built pages. */
  readonly webFolder: string;
  /** Origin under which users reach the product, without a trailing slash. */
  readonly publicUrl: string;
  /** Port of lesson applications; 0: any free port; null: the port after `port`, or any free one. */
  readonly applicationsPort: number | null;
  /**
   * Origin of lesson applications, without a trailing slash. They are untrusted code, so it is never `publicUrl`, and
   * best a different host: cookies are shared across the ports of a host.
   */
  readonly applicationsUrl: string;
  /** Null: the built-in PostgreSQL. */
  readonly databaseUrl: string | null;
  /** Settings of the built-in PostgreSQL. */
  readonly postgresSettings: PostgresSettings;
  /** Where files are stored; null: in the data folder. */
  readonly s3: S3Config | null;
  /** A restored copy: nothing is pushed, mailed, deployed or called outside. */
  readonly quiet: boolean;
  /** Import the sample content on first start. */
  readonly sample: boolean;
  /** Start a runner beside the server. */
  readonly localRunner: boolean;
  readonly runners: readonly RunnerConfig[];
  /** What runners announce themselves with, and are called with; null: only runners of the settings are used. */
  readonly runnersToken: SecretText | null;
  /** Maximum concurrent runs per user, waiting ones included. */
  readonly runsPerPerson: number;
  readonly limits: LimitsConfig;
  /** Settings of the runner itself (`LESSONWRIGHT_RUNNER_…`), passed through unchanged. */
  readonly localRunnerSettings: Readonly<Record<string, string>>;
  /** Addresses of proxies whose X-Forwarded headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Host of the content repository. */
  readonly codeHost: CodeHostConfig;
  readonly signIn: SignInConfig;
  /** Where lessons are deployed. */
  readonly deployTarget: DeployTargetConfig;
  readonly notifications: NotificationConfig;
  /** A language model that drafts changes on request; null: there is none. */
  readonly model: ModelConfig | null;
  /** Hosts whose videos play in lessons, beside YouTube (platform/content/video-hosts.ts). */
  readonly videoHosts: readonly string[];
  /** Preflight may request links to other sites. */
  readonly linkChecks: boolean;
  /** Where several servers share one database. */
  readonly server: ServerConfig;
  readonly logLevel: 'silent' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  /** Null: text on a terminal, JSON elsewhere. */
  readonly logFormat: 'text' | 'json' | null;
  /** Null: no metrics are collected. */
  readonly metrics: MetricsConfig | null;
  /** Null: nothing is traced. */
  readonly traces: TraceConfig | null;
  /** Check every reply against its schema; tests turn this on. */
  readonly checkReplies: boolean;
}

const TOKEN_MIN = 16;
const REPOSITORY = resolve(import.meta.dirname, '../..');

const flag = (whenAbsent: boolean) =>
  z
    .enum(['0', '1'], 'must be 0 or 1')
    .optional()
    .transform((value) => (value === undefined ? whenAbsent : value === '1'));

/** An origin: `https://lessons.example.org`. A path would be dropped, and links would lead elsewhere. */
const Origin = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine((text) => {
  // That is another problem.
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash } = new URL(text);
  return pathname === '/' && search === '' && hash === '';
}, 'must be an address without a path, like https://lessons.example.org: the product cannot be below a folder of a host');

/** Names that stand for networks (https://github.com/jshttp/proxy-addr), which the server understands. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

/** An IP address, or a network like 10.0.0.0/8. */
function isNetwork(text: string): boolean {
  if (NETWORK_NAMES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128));
}

const Environment = z.object({
  HOST: z.string().trim().min(1).default('127.0.0.1'),
  PORT: wholeNumber(0, 65_535).default(3000),
  DATABASE_URL: z.string().optional(),
  DATABASE_URL_FILE: z.string().optional(),
  LESSONWRIGHT_POSTGRES: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return readPostgresSettings(text);
      } catch (error) {
        context.addIssue(error instanceof Error ? error.message : String(error));
        return z.NEVER;
      }
    }),
  LESSONWRIGHT_DATA: z.string().min(1).default('data'),
  LESSONWRIGHT_WEB: z.string().min(1).default('dist/web'),
  LESSONWRIGHT_PUBLIC_URL: Origin.optional(),
  LESSONWRIGHT_APPLICATIONS_PORT: wholeNumber(0, 65_535).optional(),
  LESSONWRIGHT_APPLICATIONS_URL: Origin.optional(),
  LESSONWRIGHT_INSECURE: flag(false),
  LESSONWRIGHT_QUIET: flag(false),
  LESSONWRIGHT_SAMPLE: flag(true),
  LESSONWRIGHT_LOCAL_RUNNER: flag(true),
  LESSONWRIGHT_RUNNERS: z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(z.array(RunnerConfig, 'must be a list of {name, url, token}')),
  LESSONWRIGHT_RUNNERS_TOKEN: z.string().optional(),
  LESSONWRIGHT_RUNNERS_TOKEN_FILE: z.string().optional(),
  LESSONWRIGHT_RUNS_PER_PERSON: wholeNumber(1).default(20),
  LESSONWRIGHT_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text, context) => {
      const addresses = text.split(/[\s,]+/).filter((address) => address !== '');
      const wrong = addresses.find((address) => !isNetwork(address));
      if (wrong === undefined) return addresses;
      context.addIssue(`'${wrong}' must be an IP address or a network like 10.0.0.0/8; names of hosts are not looked up`);
      return z.NEVER;
    }),
  LESSONWRIGHT_VIDEO_HOSTS: z
    .string()
    .default(DEFAULT_VIDEO_HOSTS.join(', '))
    .transform((text, context) => {
      // An empty value means the default.
      const names = text.trim() === 'none' ? [] : text.split(/[\s,]+/).filter((name) => name !== '');
      const wrong = names.find((name) => readVideoHost(name) === null);
      if (wrong === undefined) return [...new Set(names.flatMap((name) => readVideoHost(name) ?? []))];
      context.addIssue(`'${wrong}' must be the domain of a host like vimeo.com or tube.example.org, without https://, port or path`);
      return z.NEVER;
    }),
  LESSONWRIGHT_LINK_CHECKS: flag(true),
  LESSONWRIGHT_LOG: z
    .enum(['silent', 'error', 'warn', 'info', 'debug', 'trace'], 'must be silent, error, warn, info, debug or trace')
    .default('warn'),
  LESSONWRIGHT_LOG_FORMAT: z.enum(['text', 'json'], 'must be text or json').optional(),
  LESSONWRIGHT_METRICS_PORT: wholeNumber(1, 65_535).optional(),
  LESSONWRIGHT_METRICS_HOST: z.string().trim().min(1).default('127.0.0.1'),
  LESSONWRIGHT_METRICS_TOKEN: z.string().optional(),
  LESSONWRIGHT_METRICS_TOKEN_FILE: z.string().optional(),
  LESSONWRIGHT_CHECK_REPLIES: flag(false),
  ...CodeHostEnvironment.shape,
  ...S3Environment.shape,
  ...SignInEnvironment.shape,
  ...DeployTargetEnvironment.shape,
  ...NotificationEnvironment.shape,
  ...ModelEnvironment.shape,
  ...LimitsEnvironment.shape,
  ...ServerEnvironment.shape,
  ...TraceEnvironment.shape,
});

type Values = z.infer<typeof Environment>;

/** Names of all settings, for docs/operating.md. */
export const SETTINGS: readonly string[] = Object.keys(Environment.shape);

/** The values that settings have when they are unset, of those that have one. */
export const SETTING_DEFAULTS: ReadonlyMap<string, unknown> = new Map(
  Object.entries(Environment.shape).flatMap(([name, schema]) => {
    const { success, data } = schema.safeParse(undefined);
    return success && data !== undefined ? [[name, data]] : [];
  }),
);

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'));
}

/**
 * Reads the settings. Nothing else reads the environment. Relative folders are resolved against the repository.
 * @throws ConfigError naming every invalid setting.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  // An empty variable counts as unset: `PORT= npm start`.
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = Environment.safeParse(values);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const value = parsed.data;
  const publicUrl = new URL(value.LESSONWRIGHT_PUBLIC_URL ?? defaultUrl(value.HOST, value.PORT)).origin;
  const applicationsPort = value.LESSONWRIGHT_APPLICATIONS_PORT ?? null;
  const config: Config = {
    host: value.HOST,
    port: value.PORT,
    dataFolder: resolve(REPOSITORY, value.LESSONWRIGHT_DATA),
    webFolder: resolve(REPOSITORY, value.LESSONWRIGHT_WEB),
    publicUrl,
    applicationsPort,
    applicationsUrl: value.LESSONWRIGHT_APPLICATIONS_URL
      ? new URL(value.LESSONWRIGHT_APPLICATIONS_URL).origin
      : defaultApplicationsUrl(publicUrl, applicationsPort ?? portAfter(value.PORT)),
    databaseUrl: readOrRefuse(value, readDatabaseUrl),
    postgresSettings: value.LESSONWRIGHT_POSTGRES,
    s3: readOrRefuse(value, readS3),
    quiet: false,
    sample: value.LESSONWRIGHT_SAMPLE,
    localRunner: value.LESSONWRIGHT_LOCAL_RUNNER,
    runners: value.LESSONWRIGHT_RUNNERS,
    runnersToken: readOrRefuse(value, () => readToken(value, 'LESSONWRIGHT_RUNNERS_TOKEN')),
    runsPerPerson: value.LESSONWRIGHT_RUNS_PER_PERSON,
    limits: readLimits(value),
    localRunnerSettings: Object.fromEntries(
      Object.entries(env).flatMap(([name, text]) => (name.startsWith('LESSONWRIGHT_RUNNER_') && text !== undefined ? [[name, text]] : [])),
    ),
    trustedProxies: value.LESSONWRIGHT_TRUSTED_PROXIES,
    codeHost: readOrRefuse(value, readCodeHost),
    signIn: readOrRefuse(value, readSignIn),
    deployTarget: readOrRefuse(value, readDeployTarget),
    notifications: readOrRefuse(value, readNotifications),
    model: readOrRefuse(value, readModel),
    videoHosts: value.LESSONWRIGHT_VIDEO_HOSTS,
    linkChecks: value.LESSONWRIGHT_LINK_CHECKS,
    server: readOrRefuse(value, readServer),
    logLevel: value.LESSONWRIGHT_LOG,
    logFormat: value.LESSONWRIGHT_LOG_FORMAT ?? null,
    metrics: readOrRefuse(value, readMetrics),
    traces: readTraces(value),
    checkReplies: value.LESSONWRIGHT_CHECK_REPLIES,
  };
  if (config.applicationsUrl === config.publicUrl) {
    throw new ConfigError('LESSONWRIGHT_APPLICATIONS_URL must be a different origin than the product, because untrusted code runs there.');
  }
  refuseOpenBind(config, value.LESSONWRIGHT_INSECURE);
  return value.LESSONWRIGHT_QUIET ? quieten(config) : config;
}

function readDatabaseUrl(value: Values): string | null {
  const url = readSecret(value, 'DATABASE_URL')?.reveal() ?? null;
  const problem = url === null ? null : databaseUrlProblem(url);
  if (problem !== null) throw new Error(`DATABASE_URL: ${problem}`);
  return url;
}

function readToken(value: Values, name: 'LESSONWRIGHT_RUNNERS_TOKEN' | 'LESSONWRIGHT_METRICS_TOKEN'): SecretText | null {
  const token = readSecret(value, name);
  if (token !== null && token.reveal().length < TOKEN_MIN) throw new Error(`${name}: must have ${TOKEN_MIN} characters or more.`);
  return token;
}

/** Reads settings that belong together. The rule of where secrets may be sent is here, once. */
function readOrRefuse<T>(value: Values, read: (value: Values, options: { isSafe: (url: URL) => boolean }) => T): T {
  const isSafe = (url: URL) => url.protocol === 'https:' || isLoopback(url.hostname) || value.LESSONWRIGHT_INSECURE;
  try {
    return read(value, { isSafe });
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error));
  }
}

function readMetrics(value: Values): MetricsConfig | null {
  const { LESSONWRIGHT_METRICS_PORT: port = null, LESSONWRIGHT_METRICS_HOST: host } = value;
  const token = readToken(value, 'LESSONWRIGHT_METRICS_TOKEN');
  return port === null && token === null ? null : { host, port, token };
}

function defaultUrl(host: string, port: number): string {
  const isAnyAddress = host === '0.0.0.0' || host === '::';
  const name = isAnyAddress ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/**
 * Default address of applications. On this machine it uses the other loopback name, because cookies are kept per host
 * name, whatever the port; elsewhere the same name.
 */
export function defaultApplicationsUrl(publicUrl: string, port: number): string {
  const { protocol, hostname } = new URL(publicUrl);
  const other = hostname === 'localhost' ? '127.0.0.1' : isLoopback(hostname) ? 'localhost' : hostname;
  return new URL(`${protocol}//${other}:${port}`).origin;
}

/** The first port tried if {@link Config.applicationsPort} is null. */
export function portAfter(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1;
}

/** Passwords and sessions must not cross a network unencrypted. */
function refuseOpenBind(config: Config, isInsecureAccepted: boolean): void {
  if (isLoopback(config.host) || isInsecureAccepted || config.publicUrl.startsWith('https:')) return;
  throw new ConfigError(
    `HOST=${config.host} can be reached from other machines. Set LESSONWRIGHT_PUBLIC_URL to the https address of the proxy ` +
      'in front of it, or LESSONWRIGHT_INSECURE=1 to accept that passwords travel unencrypted.',
  );
}
