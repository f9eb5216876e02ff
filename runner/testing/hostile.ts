import { readFile, readdir } from 'node:fs/promises';

/** Python: `call("name", …)` calls the C library and prints the result. */
export const LIBC =
  'import ctypes, os\nlibc = ctypes.CDLL(None, use_errno=True)\ndef call(name, *args):\n  ctypes.set_errno(0)\n  answer = getattr(libc, name)(*args)\n  print(name, answer, os.strerror(ctypes.get_errno()))\n';

/** Command lines on this machine that contain `mark`. */
export async function processesWith(mark: string): Promise<string[]> {
  const found: string[] = [];
  for (const pid of await readdir('/proc')) {
    const text = /^\d+$/.test(pid) ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '') : '';
    if (text.includes(mark)) found.push(text);
  }
  return found;
}

/** Process ids of a process's descendants. */
export async function descendantsOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(descendantsOf))).flat()];
}
