import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { renderMarkdown } from '#platform/content/markdown.ts';
import { openTextThread } from '../text-tasks/text-tasks.ts';
import { diffWithinLimits, isCheapToRender, renderWithinLimits } from './render-markdown.ts';

const PLAIN = { imagesAt: null, videoHosts: [] };
const LONG = `${'A *text* with `code` and $x$. '.repeat(400)}\n\n![cat](images/a%20cat.png)`;

const thread = openTextThread({});
afterAll(() => thread.close());

describe('a text', () => {
  it.each([
    ['a paragraph', 'This is *usual* text, with `code` and $x^2$. '.repeat(20), true],
    ['a long story', 'Letters and spaces, mostly. '.repeat(2_000), true],
    ['very many signs', '$a '.repeat(5_000), false],
    ['a formula that defines', '$\\newcommand{\\R}{x}\\R$', false],
  ])('of %s is known to be cheap, or not to be', (_, source, expected) => {
    expect(isCheapToRender(source)).toBe(expected);
  });

  it('renders the same in and outside the thread', async () => {
    expect(isCheapToRender(LONG)).toBe(false);
    const expected = renderMarkdown(LONG, { imageAddress: (name) => `/at/${encodeURIComponent(name)}` });
    expect(expected).toContain('src="/at/a%20cat.png"');
    expect(await renderWithinLimits(LONG, { ...PLAIN, imagesAt: '/at/' })).toEqual({ html: expected, isFinal: true });
    expect(await diffWithinLimits(LONG, null, PLAIN)).toHaveLength(2);
  });

  it('has its mentions marked, wherever it is rendered', async () => {
    for (const source of ['Ask @sam.', `Ask @sam.\n\n${LONG}`])
      expect((await renderWithinLimits(source, { ...PLAIN, hasMentions: true })).html).toContain(
        '<p>Ask <span class="mention">@sam</span>.</p>',
      );
  });

  it('is shown as source when it takes too long, and the next one is rendered', async () => {
    const hasty = openTextThread({ taskMs: 1 });
    const { html, isFinal } = await renderWithinLimits('<b>$a '.repeat(10_000), PLAIN, hasty);
    expect([isFinal, html.startsWith('<p><em>This text is too long'), html.includes('&lt;b&gt;$a')]).toEqual([true, true, true]);
    await hasty.close();
    expect((await renderWithinLimits(LONG, PLAIN, thread)).html).toContain('<em>text</em>');
  });

  it('waits for the thread up to a limit', async () => {
    const crowded = openTextThread({ waitMs: -1, waiting: 1 });
    expect(await renderWithinLimits(LONG, PLAIN, crowded)).toMatchObject({
      isFinal: false,
      html: expect.stringContaining('<pre><code>'),
    });
    await crowded.close();
  });
});

it('videos of allowed hosts play, wherever the text is rendered', async () => {
  const frame = '<iframe src="https://tube.example.org/videos/embed/a"></iframe>';
  for (const source of [frame, `${frame}\n\n${LONG}`]) {
    const { html } = await renderWithinLimits(source, { ...PLAIN, videoHosts: ['tube.example.org'] });
    expect(html).toContain('<iframe src="https://tube.example.org/videos/embed/a"');
    expect((await renderWithinLimits(source, PLAIN)).html).not.toContain('<iframe');
    const blocks = await diffWithinLimits(null, source, { ...PLAIN, videoHosts: ['tube.example.org'] });
    expect(blocks?.[0]).toMatchObject({ kind: 'added', html: expect.stringContaining('<iframe') });
  }
});

describe('cheap texts', () => {
  it('have few markup characters for their length', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('$', '<', 'a', '[', ' '), maxLength: 3_000 }), (source) => {
        const signs = source.replaceAll(/[a ]/g, '').length;
        expect(isCheapToRender(source)).toBe(signs * source.length <= 2_000_000);
      }),
    );
  });
});
