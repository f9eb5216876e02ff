const LONGEST_NAME = 255;
const LONGEST_PATH = 1_000;

/**
 * Whether a file or folder name is safe on every system: no separators, no control characters, not `.`, `..` or `.git`, nothing
 * with a special meaning in shells or Windows.
 */
export function isSafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.length > LONGEST_NAME) return false;
  if (/[/\\]/.test(name) || hasControlCharacter(name)) return false;
  // Windows drops trailing dots and spaces, and treats ':' as a stream: `.git.`, `.git::$INDEX_ALLOCATION`.
  return !/^\.git[. ]*(:|$)/i.test(name);
}

/** Whether a relative path can't lead out of its folder: safe names separated by '/'. */
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
