import { expect, it } from 'vitest';
import { fieldPlace } from './field-place.ts';

it.each([
  ['body_markdown', { field: 'body_markdown', pane: 'content' }],
  ['chat_prompt', { field: 'chat_prompt', pane: 'content' }],
  ['initial_code', { field: 'initial_code', pane: 'code', tab: 'initial' }],
  ['custom_check_code', { field: 'custom_check_code', pane: 'code', tab: 'custom' }],
  ['title', null],
  ['of_no_screen', null],
])('the place of %s', (name, place) => {
  expect(fieldPlace(name)).toEqual(place);
});
