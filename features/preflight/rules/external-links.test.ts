import { describe, expect, it } from 'vitest';
import { sampleLessons } from '#testing/content/sample-lessons.ts';
import type { LinkState } from '../contract/preflight-links.ts';
import { applyChanges } from './apply-changes.ts';
import { checkLesson } from './check-lesson.ts';
import { checkLinks } from './check-release.ts';
import { requestedUrl, writtenUrl } from './external-links.ts';

const moved = (target: string): LinkState => ({ state: 'moved', status: 200, target, reason: null });
const gone: LinkState = { state: 'gone', status: 404, target: null, reason: null };

const [{ lesson: sample }] = sampleLessons() as [ReturnType<typeof sampleLessons>[number]];

/** A lesson with one text, and what is found in it once the link is in this state. */
function look(body_markdown: string, state: LinkState, url = 'https://old.org/a') {
  const [screen] = sample.screens;
  if (!screen) throw new Error('The sample has no screens.');
  const lesson = {
    ...sample,
    screens: [{ ...screen, fields: { ...screen.fields, body_markdown, instructions_markdown: '' }, questions: [] }],
  };
  const report = checkLesson(lesson);
  const findings = checkLinks(report, new Map([[url, state]]));
  return { report, findings, fixed: () => applyChanges(lesson, findings[0]?.changes ?? [])?.screens[0]?.fields.body_markdown };
}

describe('requestedUrl', () => {
  it.each([
    ['https://old.org/a#part', 'https://old.org/a'],
    ['HTTP://Old.org', 'http://old.org/'],
    ['https://old.org/ä?b=c d', 'https://old.org/%C3%A4?b=c%20d'],
    ['mailto:a@old.org', null],
    ['ftp://old.org/', null],
    ['javascript:alert(1)', null],
    ['../a.md', null],
    ['https://', null],
    ['https://me:secret@old.org/', null],
    ['http://localhost:8888/', null],
    ['http://127.0.0.1/', null],
    ['https://example.org/', null],
    ['https://www.example.com/a', null],
    ['https://a.test/', null],
    [`https://old.org/${'a'.repeat(2_000)}`, null],
  ])('of %s is %s', (href, url) => expect(requestedUrl(href)).toBe(url));
});

describe('a link that is gone', () => {
  it('is found at its place, once for each link', () => {
    const { findings, fixed } = look('First\n\n[a](https://old.org/a) and [b](https://old.org/a#b)', gone);
    expect(findings.map(({ rule, severity, place, fix }) => [rule, severity, place.line, place.column, fix])).toEqual([
      ['link-gone', 'error', 3, 1, 'Keep only the text'],
      ['link-gone', 'error', 3, 28, 'Keep only the text'],
    ]);
    expect(fixed()).toBe('First\n\na and [b](https://old.org/a#b)');
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(findings[0]?.message).toBe('“https://old.org/a” doesn’t exist (404).');
  });

  it('is also an image', () => expect(look('![A cat](https://old.org/a)', gone).findings).toHaveLength(1));

  it('isn’t found in code, or before it was requested', () => {
    expect(look('`[a](https://old.org/a)`', gone).findings).toEqual([]);
    expect(look('[a](https://old.org/a)', gone, 'https://other.org/').findings).toEqual([]);
  });
});

describe('a link that has moved', () => {
  it.each([
    ['[a](https://old.org/a)', '[a](https://new.org/b)'],
    ['[https://old.org/a](https://old.org/a "Title")', '[https://old.org/a](https://new.org/b "Title")'],
    ['[a](<https://old.org/a>)', '[a](<https://new.org/b>)'],
    ['<https://old.org/a>', '<https://new.org/b>'],
    ['[a](https://old.org/a#part)', '[a](https://new.org/b#part)'],
    ['![A cat](https://old.org/a)', '![A cat](https://new.org/b)'],
    ['<a href="https://old.org/a">a</a>', '<a href="https://new.org/b">a</a>'],
    ['<p>\n<img alt="A cat" src=\'https://old.org/a\'></p>', '<p>\n<img alt="A cat" src=\'https://new.org/b\'></p>'],
  ])('is rewritten in %s', (before, after) => {
    const { findings, fixed } = look(before, moved('https://new.org/b'));
    expect(findings).toMatchObject([{ rule: 'link-moved', severity: 'note', fix: 'Use the new address' }]);
    expect(fixed()).toBe(after);
  });

  it('has no fix where its address isn’t written out', () => {
    expect(look('[a][b]\n\n[b]: https://old.org/a', moved('https://new.org/b')).findings).toMatchObject([{ fix: null }]);
  });
});

describe('a link whose status is unknown', () => {
  it('is a note with the reason', () => {
    const { findings } = look('[a](https://old.org/a)', { state: 'unsure', status: 403, target: null, reason: 'refused' });
    expect(findings).toMatchObject([
      { rule: 'link-unsure', severity: 'note', fix: null, message: expect.stringMatching(/Couldn’t tell .* \(403\)\.$/) as string },
    ]);
  });
});

describe('writtenUrl', () => {
  it('can be written everywhere', () => {
    expect(writtenUrl(`https://new.org/a_(b)'"|c[d]`, 'https://old.org/')).toBe('https://new.org/a_%28b%29%27%22%7Cc%5Bd%5D');
    expect(writtenUrl('https://new.org/#new', 'https://old.org/#old')).toBe('https://new.org/#new');
  });
});
