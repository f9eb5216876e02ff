/** Taken over from our own environment: where programs are, and how the network is reached. Nothing that configures git. */
const INHERITED = ['PATH', 'HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const;

/** What a remote may be reached by; `file` is a path on this machine. */
export type GitProtocol = 'file' | 'http' | 'https';

export interface GitSurroundings {
  /** Configuration for this one command. It goes through the environment, so that secrets appear in no list of processes. */
  readonly config?: Readonly<Record<string, string>>;
  /** Protocols that the command may speak; none by default. */
  readonly protocols?: readonly GitProtocol[];
}

/**
 * The environment of a git command: the same on every machine, whatever the user's or the system's git configuration
 * says, without prompts, in English (its messages are read by {@link file://./remote.ts}).
 */
export function gitEnvironment({ config = {}, protocols = [] }: GitSurroundings): NodeJS.ProcessEnv {
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
