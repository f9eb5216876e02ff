import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import type { RealServer } from '#testing/real-server.ts';
import { makeLesson, openEditor, typeInTurn } from './authoring.ts';
import { signedInPage, withBrowser } from './browser.ts';
import { longMarkdown } from './documents.ts';
import type { Bench } from './part.ts';
import type { Line } from './report.ts';

const LINES = 3_000;
const GOAL = { of: 'p95', most: 30 } as const;
/** What the view shows in place of its source, once in thirty lines. */
const PARTS = `| a | b |\n|---|---|\n| c | *d* |\n\n::: note A title\n- one\n  - two\n:::\n\n$$\n\\sum_{i=1}^n \\sqrt{i}\n$$\n\n> A *quote*.\n\n`;

/** A text with everything that the view decorates. */
function decoratedText(lines: number): string {
  const part = `${longMarkdown(20)}\n${PARTS}`;
  return part
    .repeat(Math.ceil(lines / part.split('\n').length))
    .split('\n')
    .slice(0, lines)
    .join('\n');
}

/** Keystrokes in a long text in the Live view, in turn with its source, and with CodeMirror alone in the same browser. */
export async function measureLiveView({ server, client, sizes }: Bench): Promise<Line[]> {
  const lines = sizes.of(LINES, 100);
  const text = decoratedText(lines);
  const address = await makeLesson(client, 900_016, 1, { body_markdown: text });
  const script = await packBareEditor();
  return await withBrowser(async (browser) => {
    const { live, split, bare } = await typeInTurn(
      {
        live: () => openEditor(browser, server, { address, label: 'Learn', threads: 0, view: 'live' }),
        split: () => openEditor(browser, server, { address, label: 'Learn', threads: 0 }),
        bare: () => openBare(browser, server, { script, text }),
      },
      sizes,
    );
    const words = lines.toLocaleString('en');
    return [
      {
        what: `keystroke to paint, ${words} lines in the Live view`,
        samples: live,
        against: 'CodeMirror and its Markdown alone',
        baseline: bare,
        goal: GOAL,
      },
      {
        what: `keystroke to paint, ${words} lines in the Live view`,
        samples: live,
        against: 'the source with its preview',
        baseline: split,
      },
    ];
  });
}

/** The editor alone as one script, with the packages of the product. */
async function packBareEditor(): Promise<string> {
  const packed = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: new URL('peers/bare-editor.ts', import.meta.url).pathname, formats: ['iife'], name: 'bare' },
    },
  });
  const [output] = [packed].flat();
  if (!output || !('output' in output)) throw new Error('The editor could not be packed.');
  return output.output[0].code;
}

async function openBare(
  browser: Browser,
  server: RealServer,
  { script, text }: { readonly script: string; readonly text: string },
): Promise<Page> {
  const page = await signedInPage(browser, server);
  await page.setContent('<!doctype html><body style="margin: 0">');
  await page.addScriptTag({ content: script });
  await page.evaluate(
    (doc) => void (window as unknown as { bare: { openBareEditor: (doc: string) => unknown } }).bare.openBareEditor(doc),
    text,
  );
  await page.locator('.cm-content').click();
  return page;
}
