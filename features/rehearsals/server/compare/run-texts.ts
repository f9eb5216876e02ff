/** Reads errors and warnings from what a run wrote, without what differs between two runs of the same code. */

/** An error or a warning. Equal for what has the same cause. */
export interface Fact {
  /** The name of the exception or warning; empty: none is known. */
  readonly type: string;
  /** As it was written. */
  readonly text: string;
  readonly key: string;
}

/** What an error or warning is about, where it says so: an attribute, an argument, a module, a function. */
const NAMED: readonly RegExp[] = [
  /has no attribute ['"‘]([^'"’]+)['"’]/,
  /unexpected keyword argument ['"]([^'"]+)['"]/,
  /cannot import name ['"]([^'"]+)['"]/,
  /No module named ['"]([^'"]+)['"]/,
  /name ['"]([^'"]+)['"] is not defined/,
  /could not find function ["“]([^"”]+)["”]/,
  /unused argument \(([^ =)]+)/,
  /there is no package called ['‘"]([^'’"]+)['’"]/,
  /(?<!\S)(\S+): command not found/,
  /no such (?:column|table|function): (\S+)/,
];

const EXCEPTION = /^(?<type>[A-Za-z_][\w.]*(?:Error|Exception|Interrupt|Exit|Iteration|Warning|Limit))(?:: (?<message>.*))?$/;
/** As R reports an error: with its call, or alone. */
const CALL_ERROR = /^Error(?: in .*?)? ?: ?(?<message>.*)$/;
const WARNING = /^(?:.*?:\d+: )?(?<type>\w*Warning): ?(?<message>.*)$/;
const WARNINGS_HEAD = /^(?:In addition: )?Warning messages?:$/;
const IN_CALL = /^(?:\d+: )?(?:In .{1,200}? :\s*)?/;

/** Without addresses, folders of packages and machine-made names, which differ between runs and environments. */
export function normalized(text: string): string {
  return text
    .replaceAll(/\b0x[0-9a-fA-F]+\b/g, '0x…')
    .replaceAll(/[\w.+@/-]+/g, withoutPackageFolder)
    .replaceAll(/\b[0-9a-f]{32,64}\b/g, '…')
    .replaceAll(/\/tmp\/\S+/g, '/tmp/…');
}

/** `/usr/lib/python3/site-packages/numpy` is `site-packages/numpy`. */
function withoutPackageFolder(path: string): string {
  const start = path.indexOf('/');
  const folder = Math.max(path.lastIndexOf('/site-packages/'), path.lastIndexOf('/dist-packages/'));
  return folder > start ? path.slice(0, start) + path.slice(folder + 1).replace(/^dist/, 'site') : path;
}

/** Numbers become N and quoted texts '…', so that the same message about other data is equal. */
export function pattern(text: string): string {
  return normalized(text)
    .replaceAll(/'[^'\n]*'|"[^"\n]*"|‘[^’\n]*’|“[^”\n]*”/g, "'…'")
    .replaceAll(/(?<![\w.])[-+]?\d+(?:[.,]\d+)*(?:e[-+]?\d+)?(?![\w.]*\w)/gi, 'N')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The error of a run; null: it ended well. */
export function errorOf(text: string | null): Fact | null {
  if (text === null) return null;
  const lines = text.trimEnd().split('\n');
  // Messages may have several lines: the last line that begins one counts.
  for (const line of lines.toReversed()) {
    const { type = 'Error', message = '' } = (EXCEPTION.exec(line) ?? CALL_ERROR.exec(line))?.groups ?? {};
    const isFound = EXCEPTION.test(line) || CALL_ERROR.test(line);
    // A library moves its exceptions between modules; they stay the same.
    if (isFound) return fact(type.split('.').at(-1) ?? type, message, line.trim());
  }
  const last = lines.at(-1)?.trim() ?? '';
  return fact('', last, last);
}

/** The warnings in what a run wrote beside its output, each once, and other lines in it. */
export function warningsOf(stderr: string): Fact[] {
  const found: Fact[] = [];
  let isAfterWarning = false;
  let waiting: string | null = null;
  let isInList = false;
  for (const line of normalized(stderr).split('\n')) {
    if (line.trim() === '') continue;
    const { type, message = '' } = WARNING.exec(line)?.groups ?? {};
    if (type !== undefined) {
      isAfterWarning = true;
      isInList = false;
      // Some messages begin on the next line.
      waiting = message === '' ? type : null;
      if (waiting === null) found.push(fact(type, message, `${type}: ${message}`));
    } else if (waiting !== null) {
      found.push(fact(waiting, line.trim(), `${waiting}: ${line.trim()}`));
      waiting = null;
    } else if (WARNINGS_HEAD.test(line.trim())) {
      isInList = true;
      isAfterWarning = false;
    } else if (isInList) {
      const text = line.trim().replace(IN_CALL, '');
      if (text !== '') found.push(fact('Warning', text, `Warning: ${text}`));
    } else if (!isAfterWarning) {
      found.push(fact('', line.trim(), line.trim()));
    }
  }
  const seen = new Set<string>();
  return found.filter(({ key }) => !seen.has(key) && seen.add(key));
}

function fact(type: string, message: string, text: string): Fact {
  const name = NAMED.map((each) => each.exec(message)?.[1]).find((each) => each !== undefined);
  return { type, text: normalized(text), key: name === undefined ? `${type}: ${pattern(message)}` : `${type} of ${name}` };
}
