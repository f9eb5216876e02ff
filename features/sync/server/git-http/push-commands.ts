/** A push's command for one ref: `before` and `after` are object ids, null for none. */
export interface PushCommand {
  readonly ref: string;
  readonly before: string | null;
  /** Null: delete the ref. */
  readonly after: string | null;
}

export interface PushCommands {
  readonly commands: readonly PushCommand[];
  /** The reply formats that the client supports. */
  readonly capabilities: ReadonlySet<string>;
}

const COMMAND = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([^\0\n]+)(?:\0([^\n]*))?\n?$/;
const NO_OBJECT = /^0+$/;
const LENGTH_DIGITS = 4;

/** Most bytes of a push's commands: some thousands of branches. */
export const COMMANDS_BYTES_MAX = 1024 * 1024;

/**
 * Parses the start of a request to `git receive-pack`: packets of four hexadecimal length digits and that much text, up
 * to an empty one. Returns null if more data has to arrive first.
 *
 * @throws Error if it is anything else.
 */
export function readPushCommands(bytes: Buffer): PushCommands | null {
  const commands: PushCommand[] = [];
  let capabilities: ReadonlySet<string> = new Set();
  for (let at = 0; ;) {
    if (bytes.length < at + LENGTH_DIGITS) return null;
    const digits = bytes.toString('latin1', at, at + LENGTH_DIGITS);
    if (!/^[0-9a-f]{4}$/i.test(digits)) throw new Error('This is not a valid push.');
    const length = Number.parseInt(digits, 16);
    if (length === 0) return { commands, capabilities };
    if (length < LENGTH_DIGITS) throw new Error('This is not a valid push.');
    if (bytes.length < at + length) return null;
    const text = bytes.toString('utf8', at + LENGTH_DIGITS, at + length);
    at += length;
    if (text.startsWith('shallow ')) continue;
    const [, before = '', after = '', ref = '', wishes] = COMMAND.exec(text) ?? [];
    if (ref === '') throw new Error('This kind of push is not supported.');
    if (wishes !== undefined) capabilities = new Set(wishes.trim().split(' '));
    commands.push({ ref, before: NO_OBJECT.test(before) ? null : before, after: NO_OBJECT.test(after) ? null : after });
  }
}

function packet(content: Buffer | string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from((bytes.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, '0')), bytes]);
}

const END = Buffer.from('0000');
/** The side band that carries the report. */
const REPORT_BAND = Buffer.from([1]);
/** Most bytes of one side-band packet. */
const BAND_BYTES_MAX = 60_000;

/** The response to a push that is rejected as a whole: git shows the reasons to the user, ref by ref. */
export function refusalReport({ commands, capabilities }: PushCommands, reasons: ReadonlyMap<string, string>): Buffer {
  const lines = commands.map(({ ref }) => packet(`ng ${ref} ${reasons.get(ref) ?? 'another branch of this push was rejected'}\n`));
  const report = Buffer.concat([packet('unpack ok\n'), ...lines, END]);
  if (!capabilities.has('side-band-64k')) return report;
  const bands: Buffer[] = [];
  for (let at = 0; at < report.length; at += BAND_BYTES_MAX) {
    bands.push(packet(Buffer.concat([REPORT_BAND, report.subarray(at, at + BAND_BYTES_MAX)])));
  }
  return Buffer.concat([...bands, END]);
}
