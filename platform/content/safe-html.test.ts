import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** What only some files may contain, and why each of them may. */
const RULES: readonly { readonly what: string; readonly found: RegExp; readonly may: Readonly<Record<string, string>> }[] = [
  {
    what: 'make elements of a text: give the HTML to RenderedHtml or UntrustedHtml',
    found: /\.(?:inner|outer)HTML\b|insertAdjacentHTML|setHTML|createContextualFragment|document\.write|dangerouslySetInnerHTML|srcDoc\b/,
    may: { 'platform/web/ui/markdown-editor/patch-blocks.ts': 'takes SafeHtml only' },
  },
  {
    what: 'fill elements with HTML: use RenderedHtml or useRenderedMarkdown',
    found: /\bpatchBlocks\(/,
    may: {
      'platform/web/ui/markdown-editor/patch-blocks.ts': 'defines it',
      'platform/web/ui/markdown-editor/rendered-html.tsx': 'the component that shows SafeHtml',
      'platform/web/ui/markdown-editor/use-rendered-markdown.ts': 'shows what it renders itself',
      'platform/web/ui/markdown-editor/live/part-widget.ts': 'shows a part of a text in place of its source; takes SafeHtml only',
    },
  },
  {
    what: 'copy from an untrusted document: use UntrustedHtml',
    found: /\bcopySafely\(/,
    may: {
      'features/runs/web/copy-safely.ts': 'defines it',
      'features/runs/web/untrusted-html.tsx': 'the component that shows untrusted HTML',
    },
  },
  {
    what: 'declare a text to be safe: render it',
    found: /\bas SafeHtml\b|\$brand|SafeHtml\.(?:safeP|p)arse/,
    may: {
      'platform/contract/code-pieces.ts': 'cuts a listing that the renderer made, and closes its elements',
      'platform/content/markdown.ts': 'the renderer',
      'platform/content/markdown-source.ts': 'escapes the source of a text that is too expensive to render',
      'platform/content/mentions.ts': 'removes marks that the renderer made',
      'platform/content/safe-html.ts': 'no text, no HTML',
      'platform/content/split-at-rules.ts': 'cuts what the renderer made between two elements',
      'features/publishing/server/previews/show-lesson.ts': 'replaces the random mark in the addresses of images, which the renderer wrote',
    },
  },
  {
    what: 'state that a field has safe HTML: only for fields that the renderer fills',
    found: /import \{ SafeHtml \}/,
    may: {
      'features/comments/contract.ts': 'comments and replies',
      'features/questions/contract/kinds/schemas/blanks.ts': 'code between gaps, in a question of a build',
      'features/questions/contract/kinds/schemas/match.ts': 'both sides of pairs, in a question of a build',
      'features/questions/contract/kinds/schemas/order.ts': 'lines of code, in a question of a build',
      'features/questions/contract/kinds/schemas/predict.ts': 'code, in a question of a build',
      'features/screens/contract/screens.ts': 'the texts of a screen',
      'features/publishing/contract/previews.ts': 'the texts of a build',
      'features/publishing/server/deploys/snapshot.ts': 'stored builds',
      'features/review/contract/pull-diffs.ts': 'blocks of a rendered difference',
    },
  },
];

const files = ['platform', 'features', 'app']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\.d\.ts$/.test(path));
const sources = files.map((path) => ({ path, source: readFileSync(join(ROOT, path), 'utf8') }));

it.each(RULES)('only the listed files $what', ({ found, may }) => {
  const finding = sources.filter(({ source }) => found.test(source)).map(({ path }) => path);
  expect(finding.sort()).toEqual(Object.keys(may).sort());
});
