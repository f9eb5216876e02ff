import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '#platform/content/text-file.ts';
import { fieldsOf, importedLesson, notesOf } from '#testing/content/imported-screens.ts';
import { withoutHiddenDivs } from './hidden-divs.ts';

const shown = (text: string) => withoutHiddenDivs(text, true, () => undefined);

describe('readers of a document', () => {
  it.each([
    '::: {.content-hidden}',
    ':::: {.content-hidden when-format="html"}',
    '::: {.content-hidden unless-format="pdf"}',
    '::: {.content-hidden when-profile="students"}',
    '::: {.content-hidden when-meta="solutions"}',
    '::: {.content-visible when-format="pdf"}',
    '::: {.content-visible unless-format="html"}',
    '::: {.content-visible when-profile="solution"}',
    '::: {.content-visible when-format="html" when-profile="solution"}',
    '::: {#answer .hidden}',
    '::: hidden',
    '> ::: {.content-hidden}',
    '- ::: {.content-hidden}',
  ])('don’t see what is in %s', (start) => {
    const end = start.replace(/:{3,}.*$/, ':'.repeat(/:+/.exec(start)?.[0].length ?? 3));
    expect(shown(`Before\n${start}\nSECRET\n\n::: note\nSECRET\n:::\nSECRET\n${end}\nAfter`)).not.toContain('SECRET');
    expect(shown(`Before\n${start}\nSECRET\n${end}\nAfter`).split('\n')).toEqual(['Before', '', '', '', 'After']);
    expect(shown(`${start}\nSECRET without an end`)).not.toContain('SECRET');
  });

  it.each([
    '::: {.content-visible}',
    '::: {.content-visible when-format="html"}',
    '::: {.content-hidden when-format="pdf"}',
    '::: {.content-hidden unless-format="html:js"}',
    '::: note',
    '::: {.callout-note title="A hidden gem"}',
    'The class ::: {.content-hidden} hides.',
  ])('see what is in %s', (start) => {
    const text = `${start}\nText\n:::\nAfter`;
    expect(shown(text)).toBe(text);
  });

  it('see listings about hidden parts', () => {
    const text = '```\n::: {.content-hidden}\n```\nText';
    expect(shown(text)).toBe(text);
  });
});

it('runs the code of a hidden part unseen, and reports the part', () => {
  const source = [
    '# Sums',
    '::: {.content-hidden when-profile="x"}\nSECRET\n\n```{python}\nstart = 3\n```\n:::',
    'Add:\n\n```{python}\nprint(start + 1)\n```',
  ];
  const lesson = importedLesson('a.qmd', encodeUtf8(source.join('\n\n')));
  expect(JSON.stringify(fieldsOf(lesson))).not.toContain('SECRET');
  expect(fieldsOf(lesson)).toMatchObject([{ setup_code: 'start = 3', initial_code: 'print(start + 1)' }]);
  expect(notesOf(lesson)).toContainEqual(expect.stringContaining('readers of the document don’t see'));
});

it('leaves out hidden exercises of MyST', () => {
  const lesson = importedLesson('a.md', encodeUtf8('# Sums\n\nAdd.\n\n```{solution} one\n:hidden:\n\nSECRET\n```\n'));
  expect(JSON.stringify(fieldsOf(lesson))).not.toContain('SECRET');
});
