import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { untilRendered } from '#testing/until-rendered.ts';
import { ReportProblem } from './report-problem.tsx';

it('keeps what was written until it is sent', async () => {
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const report = vi.fn<(text: string) => Promise<unknown>>().mockRejectedValueOnce(new Error('Offline.')).mockResolvedValue(null);
  act(() => root.render(<ReportProblem report={report} errorText={(error) => (error as Error).message} />));
  const press = (name: string) => act(() => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click());
  const field = () => place.querySelector('textarea');
  press('Is something wrong here?');
  expect(document.activeElement).toBe(field());
  press('Send');
  expect(place.textContent).toContain('Say what is wrong.');
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(), 'It says 3.');
    field()?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  press('Send');
  await untilRendered(() => expect(place.textContent).toContain('Offline.'));
  expect(field()?.value).toBe('It says 3.');
  press('Cancel');
  press('Is something wrong here?');
  expect(field()?.value).toBe('It says 3.');
  press('Send');
  await untilRendered(() => expect(place.textContent).toContain('Thank you.'));
  expect(report.mock.calls).toEqual([['It says 3.'], ['It says 3.']]);
  act(() => root.unmount());
  place.remove();
});
