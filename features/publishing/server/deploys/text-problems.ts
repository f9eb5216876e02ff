import { PROBLEMS } from './messages.ts';
import { error, warning, type DeployProblem } from './problem.ts';

/** As our renderer writes them: quoted attributes with encoded quotes. */
const TAG = /<(a|img)\b((?:"[^"]*"|[^">])*)>/g;
const WITH_SCHEME = /^(?:https?:\/\/|mailto:|#)/i;

/** What the texts of a lesson may refer to. */
export interface KnownImages {
  /** Precedes the names of the lesson's images. */
  readonly mark: string;
  readonly names: ReadonlySet<string>;
}

/**
 * The problems of a rendered text: missing images, links that lead nowhere outside the lesson, unsafe addresses that
 * were removed, formulas.
 *
 * @param where The name of the text, as a sentence starts: `Learn`.
 */
export function textProblems(where: string, html: string, images: KnownImages): DeployProblem[] {
  const problems: DeployProblem[] = [];
  for (const [, name, attributes = ''] of html.matchAll(TAG)) {
    if (name === 'a') problems.push(...linkProblems(where, attribute(attributes, 'href')));
    else problems.push(...imageProblems(where, attribute(attributes, 'src'), attribute(attributes, 'alt'), images));
  }
  if (html.includes('class="katex-error"')) problems.push(warning(PROBLEMS.formula(where)));
  return problems;
}

function linkProblems(where: string, href: string | null): DeployProblem[] {
  if (href === null || href === '') return [error(PROBLEMS.noAddress(where))];
  const isWhole = WITH_SCHEME.test(href) && (href.startsWith('#') || URL.canParse(href));
  return isWhole ? [] : [error(PROBLEMS.link(where, href))];
}

function imageProblems(where: string, src: string | null, alt: string | null, { mark, names }: KnownImages): DeployProblem[] {
  const problems = (alt ?? '').trim() === '' ? [warning(PROBLEMS.noAlt(where))] : [];
  if (src === null || src === '') return [error(PROBLEMS.noAddress(where)), ...problems];
  if (src.startsWith(mark)) {
    const name = decodeURIComponent(src.slice(mark.length));
    return names.has(name) ? problems : [error(PROBLEMS.noImage(where, name)), ...problems];
  }
  return /^https?:\/\//i.test(src) && URL.canParse(src) ? problems : [error(PROBLEMS.imageAddress(where, src)), ...problems];
}

/** Null if it doesn't exist. */
function attribute(attributes: string, name: string): string | null {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  if (value === undefined) return null;
  return value.replaceAll('&#x22;', '"').replaceAll('&#x3C;', '<').replaceAll('&#x26;', '&').replaceAll('&amp;', '&');
}
