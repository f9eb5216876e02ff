import type { SafeHtml } from '#platform/contract/safe-html.ts';

/** HTML of a test, which the product would have rendered from Markdown. */
export function safeHtml(html: string): SafeHtml {
  return html as SafeHtml;
}
