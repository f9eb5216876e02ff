import { describe, expect, it } from 'vitest';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import type { LongField } from '#features/screens/web/screen-fields.ts';
import { firstCodeTab, firstSection } from './first-tab.ts';

const TABS: readonly CodeTabId[] = ['initial', 'display', 'answer', 'test_custom', 'value_check'];

describe('the tab that a screen opens with', () => {
  it.each<[LongField[], string | null, CodeTabId]>([
    [[], null, 'initial'],
    [['initial_code', 'answer_code'], null, 'initial'],
    [['answer_code', 'body_markdown'], null, 'answer'],
    [['custom_check_code'], null, 'initial'],
    [[], '42', 'value_check'],
  ])('of code with %j and value %j is %s', (filled, check_val, tab) => {
    expect(firstCodeTab(TABS, { filled, check_val })).toBe(tab);
  });

  it.each<[LongField[], number, string]>([
    [[], 0, 'body_markdown'],
    [['hint_markdown', 'answer_code'], 0, 'hint_markdown'],
    [['answer_code'], 2, 'questions'],
    [['body_markdown'], 2, 'body_markdown'],
  ])('of content with %j and %d questions is %s', (filled, questions, section) => {
    expect(firstSection({ filled, questions })).toBe(section);
  });
});
