import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** What a menu can show without losing its meaning. */
const PLAIN = 'p, code, em, strong, bdi';
const LENGTH_MAX = 80;

/** Rendered texts as words, for menus; null: at least one has more than words, such as a formula or an image, or is long. */
export function plainTexts(all: readonly SafeHtml[]): string[] | null {
  const texts = all.map(plainText);
  return texts.every((text) => text !== null) ? texts : null;
}

function plainText(html: SafeHtml): string | null {
  // Parsed, never shown: nothing in it is loaded or run.
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const text = body.textContent.replaceAll(/\s+/g, ' ').trim();
  const isPlain = [...body.querySelectorAll('*')].every((element) => element.matches(PLAIN)) && body.children.length <= 1;
  return isPlain && text !== '' && text.length <= LENGTH_MAX ? text : null;
}
