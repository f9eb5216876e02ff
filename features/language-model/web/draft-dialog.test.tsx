import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emptyScreenFields, type Screen } from '#features/screens/contract/screens.ts';
import { untilRendered } from '#testing/until-rendered.ts';
import DraftDialog from './draft-dialog.tsx';

vi.mock('#platform/web/live.ts', () => ({ subscribe: () => () => undefined }));

const SCREEN = {
  ...emptyScreenFields(),
  id: 7,
  lesson_id: 3,
  body_markdown: 'A loop utilizes repetitions.',
  multipleChoiceQuestions: [],
} as unknown as Screen;

const REQUEST = {
  model: 'small-7b',
  host: 'models.example',
  per_day: 50,
  body: JSON.stringify({
    model: 'small-7b',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Say it plainly.' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
    ],
  }),
  hash: 'abc',
  left: 12,
};
const FINDINGS = { proposal: null, proof: { passes: false, findings: [{ kind: 'leak', text: 'It gives the answer away.' }], facts: [] } };

let root: Root;
let replies: unknown[];
const sent: { address: string; body: unknown }[] = [];
const opened: number[] = [];

beforeEach(async () => {
  sent.length = 0;
  opened.length = 0;
  replies = [];
  vi.stubGlobal('fetch', (address: string, init: { body?: string }) => {
    sent.push({ address, body: init.body === undefined ? null : JSON.parse(init.body) });
    return Promise.resolve(Response.json(replies.shift()));
  });
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <DraftDialog
            screen={SCREEN}
            kinds={['wording', 'translation']}
            first="wording"
            model="small-7b"
            onProposal={(id) => opened.push(id)}
            onClose={() => undefined}
          />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const page = () => document.body.textContent;
const submit = () => act(async () => document.querySelector('form')?.requestSubmit());

it('shows what is sent before it is sent, then the findings of a draft, and opens the proposal of the next one', async () => {
  replies.push(REQUEST);
  await submit();
  await untilRendered(() => expect(page()).toContain('Say it plainly.'));
  expect(page()).toContain('models.example');
  expect(document.querySelector('img')?.src).toBe('data:image/png;base64,AA');
  const task = { kind: 'wording', field: 'body_markdown' };
  expect(sent).toEqual([{ address: '/api/lesson/3/screen/7/model/prepare', body: task }]);

  replies.push(FINDINGS);
  await submit();
  await untilRendered(() => expect(page()).toContain('It gives the answer away.'));
  expect(sent.at(-1)).toEqual({
    address: '/api/lesson/3/screen/7/model/draft',
    body: { task, hash: 'abc', operation_id: expect.any(String) },
  });
  expect(page()).toContain('Try again');
  expect(opened).toEqual([]);

  replies.push({ ...FINDINGS, proposal: { id: 5 } }, []);
  await submit();
  await untilRendered(() => expect(opened).toEqual([5]));
  // The list of proposals has it before it is opened.
  expect(sent.at(-1)?.address).toBe('/api/proposals?of=lesson&lesson_id=3');
});
