const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;

/**
 * True for a name of one file or folder that is harmless on every system: no separators, no control characters, not
 * `.`, `..` or `.git`, nothing that a shell or Windows reads as something else.
 */
export function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.length > LONGEST_NAME) return false;
  if (/[/\\]/.test(name) || hasControlCharacter(name)) return false;
  // Windows drops trailing dots and spaces, and reads ':' as a stream: `.git.`, `.git::$INDEX_ALLOCATION`.
  return !/^\.git[. ]*(:|$)/i.test(name);
}

/** True for a path below a folder that cannot lead out of it: safe names with '/' between them. */
export function isSafePath(path: string): boolean {
  return path.length <= LONGEST_PATH && path.split('/').every(isSafeName);
}

function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}
