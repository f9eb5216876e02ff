import { readFile, readdir } from 'node:fs/promises';

/** Python: `call("name", …)` calls the C library and prints the result. */
export const LIBC =
  'import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(name, *args):\n  ctypes.set_errno(0)\n  answer = getattr(libc, name)(*args)\n  print(name, answer, os.strerror(ctypes.get_errno()))\n';

/** Python that runs each code, and prints as JSON what each raised, by its name; null: it worked. */
export function attemptsOf(codes: Readonly<Record<string, string>>): string {
  // A text of JSON is also one of Python.
  const given = JSON.stringify(JSON.stringify(codes));
  return [
    'import json',
    'raised = {}',
    `for what, code in json.loads(${given}).items():`,
    '  try:',
    '    exec(code, {})',
    '    raised[what] = None',
    '  except BaseException as error: raised[what] = f"{type(error).__name__}: {error}"',
    'print(json.dumps(raised))',
  ].join('\n');
}

/** What each code raised. @param output of the code of `attemptsOf` */
export function raisedBy(output: string): Record<string, string | null> {
  return JSON.parse(output) as Record<string, string | null>;
}

/** Command lines on this machine that fulfil a condition; their words end with a zero byte. */
export async function processesWhere(isWanted: (line: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    const text = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (isWanted(text)) found.push(text);
  }
  return found;
}

/** Command lines on this machine that contain `mark`. */
export function processesWith(mark: string): Promise<string[]> {
  return processesWhere((line) => line.includes(mark));
}

/** Process ids of a process's descendants. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
