/** The name of a category of Moodle: `$course$/top/Loops/While` is `While`; a slash of a name is written twice. Empty: it has none. */
export function categoryName(path: string): string {
  const name = path.replaceAll('//', '\0').split('/').at(-1)?.replaceAll('\0', '/').trim() ?? '';
  return name === 'top' || /^\$\w+\$$/.test(name) ? '' : name;
}
