const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Shown for a text that is too expensive to render: its source, and why. Safe HTML. */
export function markdownSource(source: string): string {
  const note = 'This text is too long or too deeply nested to be formatted. This is its source.';
  const escaped = source.replaceAll(/[&<>"]/g, (sign) => ESCAPED[sign] ?? '');
  return `<p><em>${note}</em></p>\n<pre><code>${escaped}</code></pre>\n`;
}
