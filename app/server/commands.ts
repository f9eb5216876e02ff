import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import {
  createLoginLink,
  createToken,
  describePeople,
  findActiveUserByEmail,
  resetSecondFactorsOfUser,
  revokeUserHere,
  setRoleHere,
  toActor,
  unlockSignIn,
  type User,
} from '#features/accounts/server/index.ts';
import { archiveAudit } from '#features/audit/server/index.ts';
import { sendTestEmail } from '#features/notifications/server/index.ts';
import {
  alignBranches,
  checkSettings,
  moveBlobs,
  moveDatabase,
  restoreBackup,
  verifyBackup,
  writeBackup,
} from '#features/operations/server/index.ts';
import { type Role, ROLES } from '#platform/contract/roles.ts';
import { readConfig, type Config } from '#platform/server/config.ts';
import { lockDataFolder } from '#platform/server/data-folder-lock.ts';
import { openDatabase, type Database } from '#platform/server/database/database.ts';
import { migrateToLatest } from '#platform/server/database/migrate.ts';

const PROGRAM = 'node app/server/command-line.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Print = (line: string) => void;
type Options = Readonly<Record<string, string | boolean | undefined>>;

/** What a command works with. */
interface Call {
  readonly config: Config;
  readonly print: Print;
  readonly args: readonly string[];
  readonly options: Options;
}

interface Command {
  /** Its arguments as the help shows them: required ones in angle brackets, optional ones in square brackets. */
  readonly usage: string;
  readonly help: string;
  readonly options?: ParseArgsOptionsConfig;
  /** Works on the data folder or the database alone: another process that uses them refuses it. */
  readonly isServerStopped?: true;
  readonly run: (call: Call) => Promise<void>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  people: {
    usage: '',
    help: 'Lists everybody who has access: role, address, name, second factor.',
    run: ({ config, print }) => inDatabase(config, async ({ db }) => (await describePeople(db)).forEach(print)),
  },
  invite: {
    usage: '<email>',
    help: 'Prints a one-time link for choosing a new password, for example for an owner who forgot it.',
    run: (call) => forUser(call, ({ db }, user) => createLoginLink({ db, config: call.config }, user)),
  },
  role: {
    usage: '<email> <owner|lead|staff|reviewer|author>',
    help: 'Changes the role of somebody on staff. There is always at least one owner.',
    run: (call) => forUser(call, ({ db }, user) => setRoleHere(db, user, readRole(call.args[1]))),
  },
  revoke: {
    usage: '<email>',
    help: 'Ends the access of a person at once: sessions, tokens, links and open pages. What the person wrote is kept.',
    run: (call) => forUser(call, ({ db }, user) => revokeUserHere(db, user)),
  },
  unlock: {
    usage: '<email>',
    help: 'Lets a person sign in again after too many wrong passwords.',
    run: (call) =>
      forUser(call, async ({ db }, user) => {
        await unlockSignIn(db, user.email, 'command line');
        return `${user.email} can sign in again.`;
      }),
  },
  'reset-second-factor': {
    usage: '<email>',
    help: 'Removes the authenticator apps and passkeys of a person who lost them.',
    run: (call) => forUser(call, ({ db }, user) => resetSecondFactorsOfUser(db, user)),
  },
  token: {
    usage: '<email> [name]',
    help: 'Prints a new personal token for the person with this address.',
    run: (call) => forUser(call, (database, user) => makeToken(database, user, call.args[1])),
  },
  backup: {
    usage: '<file>',
    help: 'Writes all data to one zip. The server may be running.',
    run: async ({ config, args, print }) => {
      const file = resolve(args[0] ?? '');
      await writeBackup(config, file, print);
      print(`Done: ${file}. It contains all content and password hashes. Keep it safe.`);
    },
  },
  verify: {
    usage: '<file>',
    help: 'Restores a backup into a temporary folder, compares all of it with the manifest and removes it. The server may be running.',
    run: async ({ config, args, print }) => {
      const { made_at } = await verifyBackup(config, resolve(args[0] ?? ''), print);
      print(`The backup of ${made_at} is complete and can be restored.`);
    },
  },
  restore: {
    usage: '<file>',
    help: 'Restores a backup into an empty data folder and database. The server must be stopped.',
    isServerStopped: true,
    run: async ({ config, args, print }) => {
      await restoreBackup(config, resolve(args[0] ?? ''), print);
      print(`Done. ${config.dataFolder} is restored. You can start the server now.`);
    },
  },
  'archive-audit': {
    usage: '<before> <file>',
    help: 'Moves the entries of the audit trail before a day, such as 2026-01-31, to a new CSV file. The server may be running.',
    run: ({ config, args: [day = '', name = ''], print }) =>
      inDatabase(config, async ({ db }) => {
        const file = resolve(name);
        const count = await archiveAudit(db, { file, day });
        print(count === 0 ? `No entry is older than ${day}. Nothing was written.` : `Done: ${count} entries are in ${file} now.`);
      }),
  },
  'align-branches': {
    usage: '',
    help:
      'Sets the branches of the repositories back to the commits that the database names, after the database was restored to an ' +
      'earlier moment. The server must be stopped.',
    isServerStopped: true,
    run: async ({ config, print }) => {
      const file = await alignBranches(config, print);
      print(`Done. Where branches were is in ${file}. You can start the server now.`);
    },
  },
  move: {
    usage: '[--database built-in] [--database-file <file with postgresql://…>] [--blobs <s3|folder>]',
    help: 'Copies the database, or the files, to another location and changes nothing at the old one. The server must be stopped.',
    options: { database: { type: 'string' }, 'database-file': { type: 'string' }, blobs: { type: 'string' } },
    isServerStopped: true,
    run: move,
  },
  'check-config': {
    usage: '',
    help: 'Checks the settings of the environment and connects to what they name, and starts nothing.',
    // Handled before the settings are read, which it checks.
    run: async () => {},
  },
  'test-email': {
    usage: '<address>',
    help: 'Sends an email with the settings of the environment.',
    run: async ({ config: { notifications, publicUrl }, args: [to = ''], print }) => {
      const { smtp } = notifications;
      if (smtp === null) throw new Error('LESSONWRIGHT_SMTP_URL is not set, so no email is sent.');
      await sendTestEmail(smtp, { to, publicUrl });
      print(`${smtp.host}:${smtp.port} took the email to ${to}.`);
    },
  },
};

/**
 * Runs one command of administration on the machine itself, without signing in. Returns false if it found an error that it
 * printed.
 * @throws Error with a message for the operator.
 */
export async function runAdministratorCommand(args: readonly string[], env: Environment, print: Print): Promise<boolean> {
  const [verb = '', ...rest] = args;
  if (verb === '--help' || verb === 'help') return printHelp(print, overview());
  const command = Object.hasOwn(COMMANDS, verb) ? COMMANDS[verb] : undefined;
  if (command === undefined) throw new Error(overview());
  if (rest.includes('--help')) return printHelp(print, helpOf(verb, command));
  const { args: positionals, options } = readArguments(verb, command, rest);
  if (verb === 'check-config') return checkConfig(env, print);
  const call: Call = { config: readConfig(env), print, args: positionals, options };
  await (command.isServerStopped === true ? withFolderLock(call.config, () => command.run(call)) : command.run(call));
  return true;
}

/** @throws Error with the command's own help if an argument is missing or not expected. */
function readArguments(verb: string, command: Command, rest: readonly string[]): { args: string[]; options: Options } {
  const words = command.usage.split(' ').filter((word) => word !== '' && command.options === undefined);
  const required = words.filter((word) => word.startsWith('<')).length;
  try {
    const { positionals, values } = parseArgs({ args: [...rest], allowPositionals: true, options: command.options ?? {} });
    if (positionals.length >= required && positionals.length <= words.length) return { args: positionals, options: values as Options };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${helpOf(verb, command)}`, { cause: error });
  }
  throw new Error(helpOf(verb, command));
}

function printHelp(print: Print, text: string): true {
  print(text);
  return true;
}

const callOf = (verb: string, { usage }: Command): string => `${verb} ${usage}`.trim();

function helpOf(verb: string, command: Command): string {
  return `${PROGRAM} ${callOf(verb, command)}\n\n${command.help} See docs/operating.md.`;
}

function overview(): string {
  const lines = Object.entries(COMMANDS).map(([verb, command]) => `  ${callOf(verb, command)}\n      ${command.help}`);
  return `${PROGRAM} <command>\n\n${lines.join('\n')}\n\n<command> --help prints one of them. See docs/operating.md.`;
}

async function checkConfig(env: Environment, print: Print): Promise<boolean> {
  const findings = await checkSettings(env);
  for (const { kind, text } of findings) print(`${kind.padEnd(7)} ${text}`);
  return findings.every(({ kind }) => kind !== 'error');
}

/** Runs work for which the server must be stopped. */
async function withFolderLock(config: Config, work: () => Promise<void>): Promise<void> {
  const lock = await lockDataFolder(config.dataFolder);
  try {
    await work();
  } finally {
    lock.release();
  }
}

async function move({ config, print, options: { blobs, ...targets } }: Call): Promise<void> {
  // An address in the arguments would be in the list of processes, with its password.
  const file = targets['database-file'];
  const database = typeof file === 'string' ? (await readFile(file, 'utf8')).trim() : targets['database'];
  const isKnown = blobs === undefined || blobs === 's3' || blobs === 'folder';
  if (!isKnown || (database === undefined && blobs === undefined)) throw new Error(helpOf('move', COMMANDS['move'] as Command));
  const next: string[] = [];
  if (typeof database === 'string') next.push(await moveDatabase(config, database, print));
  if (blobs !== undefined) next.push(await moveBlobs(config, blobs, print));
  print(['Done. The source was not changed.', ...next].join(' '));
}

function readRole(text: string | undefined): Exclude<Role, 'external'> {
  const role = ROLES.find((each) => each === text);
  if (role === undefined || role === 'external') throw new Error(helpOf('role', COMMANDS['role'] as Command));
  return role;
}

async function inDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    await migrateToLatest(database.db);
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Runs work for the person whose address is the first argument, and prints what it returns. */
async function forUser({ config, args, print }: Call, work: (database: Database, user: User) => Promise<string>): Promise<void> {
  const email = args[0] ?? '';
  const text = await inDatabase(config, async (database) => {
    const user = await findActiveUserByEmail(database.db, email.toLowerCase());
    if (user === null) throw new Error(`No user with access has the address ${email}.`);
    return work(database, user);
  });
  print(text);
}

async function makeToken({ db }: Database, user: User, name = 'command line'): Promise<string> {
  return (await createToken({ db }, toActor(user), { name, address: 'command line' })).token;
}
