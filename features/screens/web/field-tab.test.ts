import { expect, it } from 'vitest';
import { fieldTab } from './field-tab.ts';

it.each([
  ['body_markdown', { field: 'body_markdown', pane: 'content' }],
  ['chat_prompt', { field: 'chat_prompt', pane: 'content' }],
  ['initial_code', { field: 'initial_code', pane: 'code', tab: 'initial' }],
  ['custom_check_code', { field: 'custom_check_code', pane: 'code', tab: 'custom' }],
  ['title', null],
  ['of_no_screen', null],
])('the place of %s', (name, place) => {
  expect(fieldTab(name)).toEqual(place);
});
