const NAMED: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Characters that are invisible or invalid in source: controls, direction marks, joiners, lone surrogates. */
const ODD = /[\\"]|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** Text as a one-line Python string literal. */
export function pythonString(text: string): string {
  return `"${text.replaceAll(ODD, (character) => NAMED[character] ?? escaped(character))}"`;
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** Parses an integer and writes it as Python does; null: not an integer. */
export function pythonInt(typed: string): string | null {
  const match = /^([+-]?)(\d+(?:_\d+)*)$/.exec(typed.trim());
  if (!match) return null;
  const digits = BigInt((match[2] ?? '').replaceAll('_', '')).toString();
  return match[1] === '-' && digits !== '0' ? `-${digits}` : digits;
}

/** Parses a number and writes it as Python does; null: not a number. `inf` and `nan` are numbers too. */
export function pythonFloat(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (/^[+-]?(inf|infinity)$|^nan$/.test(text)) return `float("${text.replace('infinity', 'inf').replace('+', '')}")`;
  const match = /^([+-]?)(\d*)(\.\d*)?(e[+-]?\d+)?$/.exec(text);
  const [, sign, whole = '', fraction = '', exponent = ''] = match ?? [];
  if (!match || (whole === '' && fraction.length < 2)) return null;
  const digits = fraction === '.' ? '.0' : fraction;
  return `${sign === '-' ? '-' : ''}${whole === '' ? '0' : BigInt(whole).toString()}${digits}${exponent}`;
}

/** A JSON value as a Python literal. */
export function pythonValue(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return pythonString(value);
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  const entries = Object.entries(value).map(([key, each]) => `${pythonString(key)}: ${pythonValue(each)}`);
  return `{${entries.join(', ')}}`;
}
