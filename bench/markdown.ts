import { readFileSync } from 'node:fs';
import { mapMarkdown, renderMarkdown } from '#platform/content/markdown.ts';
import { measureInTurn, timed } from './measure.ts';
import type { Line } from './report.ts';
import type { Sizes } from './sizes.ts';

const LINES = 3_000;
const ROUNDS = 9;
const PART = `A formula $x^2 + \\alpha$ and \`code\`, **bold** and a [link](#x) &amp; more.[^1]\n\n| a | b |\n|---|---|\n| c | *d* |\n
::: note A title\n- one\n  - two\n:::\n\n\`\`\`python\nfor x in y:\n    print(x)\n\`\`\`\n`;

/** A long text with and without its source map, which only previews with marks or selections ask for. */
export async function measureMarkdown(sizes: Sizes): Promise<Line[]> {
  const part = `${readFileSync(new URL('../docs/ARCHITECTURE.md', import.meta.url), 'utf8')}\n${PART}\n`;
  const text = `${part
    .repeat(Math.ceil(LINES / part.split('\n').length))
    .split('\n')
    .slice(0, LINES)
    .join('\n')}\n\n[^1]: A note.\n`;
  const { map, html } = await measureInTurn(
    { map: timed(async () => mapMarkdown(text)), html: timed(async () => renderMarkdown(text)) },
    { rounds: sizes.times(ROUNDS), warmUp: 3 },
  );
  return [{ what: `${LINES} lines of Markdown: source map`, samples: map, against: 'the same text as HTML', baseline: html }];
}
