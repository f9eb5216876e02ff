import { describe, expect, it } from 'vitest';
import { ScreenFields, ScreenTemplate } from '../contract/screens.ts';
import { templateScreens } from './template-screens.ts';

describe.each(ScreenTemplate.options)('the template %s', (name) => {
  it('has three screens that can be saved', () => {
    expect(templateScreens(name).map((fields) => ScreenFields.parse(fields))).toHaveLength(3);
  });

  // Preflight reports the word until it is replaced.
  it('marks every paragraph and list item that authors replace', () => {
    const texts = templateScreens(name).flatMap(({ body_markdown, instructions_markdown, hint_markdown, success_markdown }) =>
      [body_markdown, instructions_markdown, hint_markdown, success_markdown].flatMap((text) => text.split('\n').filter(Boolean)),
    );
    expect(texts.length).toBeGreaterThan(3);
    for (const line of texts) expect(line).toMatch(/^(?:- |\d\. )?TODO: [A-Z].*[.?]$/);
  });
});
