/** What a `robots.txt` says to us, by RFC 9309. */
export interface RobotsRules {
  readonly rules: readonly { readonly isAllowed: boolean; readonly pattern: string }[];
}

/** The name that sites can address us by. It is part of our user agent. */
const PRODUCT_TOKEN = 'lessonwright';

/** The rules of all groups for us; without any, those for everyone. */
export function parseRobots(text: string): RobotsRules {
  const own: RobotsRules['rules'][number][] = [];
  const general: RobotsRules['rules'][number][] = [];
  let isNamed = false;
  let group = { isOurs: false, isGeneral: false };
  let isInRules = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    const { name, value } = readLine(line);
    if (name === 'user-agent') {
      // A group begins with one or more of these lines.
      if (isInRules) group = { isOurs: false, isGeneral: false };
      isInRules = false;
      const isOurs = /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === PRODUCT_TOKEN;
      group = { isOurs: group.isOurs || isOurs, isGeneral: group.isGeneral || value === '*' };
      isNamed ||= isOurs;
    } else if (name === 'allow' || name === 'disallow') {
      isInRules = true;
      if (value === '') continue;
      const rule = { isAllowed: name === 'allow', pattern: normalized(value) };
      if (group.isOurs) own.push(rule);
      if (group.isGeneral) general.push(rule);
    }
  }
  return { rules: isNamed ? own : general };
}

/** What a line says; empty: nothing. Without a regular expression, which sites could make slow. */
function readLine(line: string): { readonly name: string; readonly value: string } {
  const said = line.split('#', 1)[0] ?? '';
  const colon = said.indexOf(':');
  return colon < 0 ? { name: '', value: '' } : { name: said.slice(0, colon).trim().toLowerCase(), value: said.slice(colon + 1).trim() };
}

/** Whether we may request a page: the longest pattern that matches says so, and of two that are as long the one that allows. */
export function allows({ rules }: RobotsRules, url: URL): boolean {
  const path = normalized(`${url.pathname}${url.search}`);
  if (path === '/robots.txt') return true;
  const matching = rules.filter(({ pattern }) => matches(pattern, path));
  const longest = matching.reduce((most, { pattern }) => Math.max(most, pattern.length), 0);
  const most = matching.filter(({ pattern }) => pattern.length === longest);
  return most.length === 0 || most.some(({ isAllowed }) => isAllowed);
}

/** `*` is any number of characters, and `$` at the end the end of the path. Without a regular expression, which sites could make slow. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...others] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? others.pop() : undefined;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** Two spellings of one path are equal: only characters that need it are escaped, with capital letters. */
function normalized(path: string): string {
  return path
    .replaceAll(/%([0-9a-f]{2})/gi, (escaped, code: string) => {
      const sign = String.fromCharCode(Number.parseInt(code, 16));
      return /[\w.~-]/.test(sign) ? sign : escaped.toUpperCase();
    })
    .replaceAll(/[^\x21-\x7e]+/g, (signs) => encodeURIComponent(signs.toWellFormed()));
}
