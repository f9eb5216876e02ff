/** Fields that are shown in places of their own, or say the same in every line. */
const SHOWN_APART = new Set(['time', 'level', 'msg', 'pid', 'hostname', 'err', 'reqId']);

/**
 * A line of the log for people: `2026-03-01T09:30:00.000Z INFO answered request=… method=GET status=200`. An error's
 * stack follows, indented. Control characters are escaped, so that a text from outside can't forge a line.
 */
export function logLine(entry: Readonly<Record<string, unknown>>): string {
  const { time, level, msg, reqId, err } = entry;
  const fields = Object.entries(entry).filter(([name, value]) => !SHOWN_APART.has(name) && value !== null && value !== undefined);
  const all = reqId === undefined ? fields : [['request', reqId] as const, ...fields];
  const parts = [
    String(time),
    String(level).toUpperCase().padEnd(5),
    ...(typeof msg === 'string' && msg !== '' ? [escaped(msg)] : []),
    ...all.map(([name, value]) => `${name}=${valueText(value)}`),
  ];
  return `${parts.join(' ')}\n${errorText(err)}`;
}

function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return typeof value === 'string' && /[\s"=]|^$/.test(value) ? escaped(JSON.stringify(value)) : escaped(text);
}

function errorText(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  const { stack, message } = error as { stack?: unknown; message?: unknown };
  const text = typeof stack === 'string' ? stack : typeof message === 'string' ? message : JSON.stringify(error);
  return text
    .split('\n')
    .map((line) => `    ${escaped(line.trimEnd())}\n`)
    .join('');
}

/** Replaces characters that would end the line, or that a terminal would obey. */
function escaped(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
