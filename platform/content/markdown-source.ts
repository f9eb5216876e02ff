import type { SafeHtml } from '#platform/contract/safe-html.ts';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Shown for a text that is too expensive to render: its source, and why. */
export function markdownSource(source: string): SafeHtml {
  const note = 'This text is too long or too deeply nested to be formatted. This is its source.';
  const escaped = source.replaceAll(/[&<>"]/g, (sign) => ESCAPED[sign] ?? '');
  return `<p><em>${note}</em></p>\n<pre><code>${escaped}</code></pre>\n` as SafeHtml;
}
