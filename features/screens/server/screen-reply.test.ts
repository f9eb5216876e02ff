import { describe, expect, it } from 'vitest';
import { renderedMarkdown } from './screen-reply.ts';

describe('rendered markdown', () => {
  it('shows the images of its own lesson, even if a copy has the same text', async () => {
    const source = '![a cat](<../../images/a cat.png>) and ![gone](../../files/x.png)';
    for (const lessonId of [7, 8, 7]) {
      const html = await renderedMarkdown(source, { lessonId, videoHosts: [] });
      expect(html).toContain(`<img src="/api/lesson/${lessonId}/image/a%20cat.png" alt="a cat" loading="lazy">`);
      expect(html).toContain('<img src="../../files/x.png" alt="gone"');
    }
  });

  it('leads links to other lessons and to data files from its own lesson', async () => {
    const source = '[Owls](../../../711-owls/screens/at-night/learn.md), [data](../../files/a%20b.csv)';
    for (const lessonId of [7, 8, 7]) {
      const html = await renderedMarkdown(source, { lessonId, videoHosts: [] });
      expect(html).toContain(`<a href="/lesson/${lessonId}/linked/711?screen=at-night">`);
      expect(html).toContain(`<a href="/api/lesson/${lessonId}/datafile/a%20b.csv/download" download>`);
    }
  });

  it('renders a text without images the same everywhere, and an empty text as empty', async () => {
    expect(await renderedMarkdown('**x**', { lessonId: 7, videoHosts: [] })).toBe(
      await renderedMarkdown('**x**', { lessonId: 8, videoHosts: [] }),
    );
    expect(await renderedMarkdown('', { lessonId: 7, videoHosts: [] })).toBe('');
  });

  it('lets code run from left to right in a language that is written from right to left', async () => {
    const render = (direction: 'ltr' | 'rtl') => renderedMarkdown('`x = 1`', { lessonId: 7, videoHosts: [], direction });
    expect(await render('ltr')).toContain('<code>');
    expect(await render('rtl')).toContain('<code dir="ltr">');
    expect(await render('ltr')).toContain('<code>');
  });

  it('plays videos of the hosts that are allowed now', async () => {
    const source = '<iframe src="https://player.vimeo.com/video/1"></iframe>';
    const render = (videoHosts: string[]) => renderedMarkdown(source, { lessonId: 7, videoHosts });
    expect(await render(['vimeo.com'])).toContain('<iframe src="https://player.vimeo.com/video/1"');
    expect(await render([])).toContain('<a href="https://player.vimeo.com/video/1"');
    expect(await render(['vimeo.com'])).toContain('<iframe');
  });
});
