/**
 * Inherited from our own environment: where programs are and how the network is reached, but nothing that configures
 * git.
 */
const INHERITED = ['PATH', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const;

/** Protocols for reaching a remote; `file` is a path on this machine. */
export type GitProtocol = 'file' | 'http' | 'https';

export interface GitEnvironmentOptions {
  /**
   * Configuration for this command only. Passed through the environment, so that secrets don't show up in process
   * lists.
   */
  readonly config?: Readonly<Record<string, string>>;
  /** Protocols that the command may use; none by default. */
  readonly protocols?: readonly GitProtocol[];
}

/**
 * The environment of a git command: the same on every machine whatever the user's or system's git configuration,
 * without prompts, and in English (its messages are parsed by {@link file://./remote.ts}).
 */
export function gitEnvironment({ config = {}, protocols = [] }: GitEnvironmentOptions): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    // An empty list would mean "all".
    GIT_ALLOW_PROTOCOL: protocols.length === 0 ? 'none' : protocols.join(':'),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
  for (const name of INHERITED) if (process.env[name] !== undefined) environment[name] = process.env[name];
  const entries = Object.entries(config);
  environment['GIT_CONFIG_COUNT'] = String(entries.length);
  entries.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return environment;
}
