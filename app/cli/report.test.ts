import { expect, it } from 'vitest';
import type { Severity } from '#features/preflight/contract/preflight-rules.ts';
import type { RepositoryFinding } from '#features/preflight/rules/check-repository.ts';
import type { Call } from './command.ts';
import { plainOutput } from './plain-output.ts';
import { exitCode, readStyle, writeReport } from './report.ts';

const place = { screen: null, file: 'lesson.yaml', field: null, line: 2, column: 1, end_line: 2, end_column: 5 };
const finding = (severity: Severity, accepted: string | null = null): RepositoryFinding => ({
  rule: 'leftover',
  severity,
  place,
  message: 'It is left over.',
  fingerprint: 'a',
  fix: null,
  path: 'lessons/1-a/lesson.yaml',
  accepted,
});

it.each([
  ['nothing', [], [], 'warning', 0],
  ['a note', [finding('note')], [], 'warning', 0],
  ['a note that counts', [finding('note')], [], 'note', 1],
  ['a warning', [finding('warning')], [], 'warning', 1],
  ['a warning that doesn’t count', [finding('warning')], [], 'error', 0],
  ['an accepted error', [finding('error', 'Fine')], [], 'warning', 0],
  ['something that didn’t run', [], ['It didn’t run.'], 'warning', 2],
  ['an error, and something that didn’t run', [finding('error')], ['It didn’t run.'], 'warning', 1],
] as const)('%s', (_, findings, notRun, failOn, code) => {
  expect(exitCode({ findings, notRun }, failOn)).toBe(code);
});

it.each([
  ['a terminal', true, {}, true],
  ['a terminal without colors', true, { NO_COLOR: '1' }, false],
  ['a file or another program', false, {}, false],
])('colors what goes to %s accordingly', async (_, isTerminal, environment, isColored) => {
  const lines: string[] = [];
  const output = { print: (line: string) => void lines.push(line), note: () => undefined, isTerminal };
  const call = { args: [], options: {}, folder: '/', environment, output, signal: new AbortController().signal } satisfies Call;
  await writeReport({ lessons: 1, findings: [finding('error')], notRun: [] }, readStyle(call), call);
  expect(lines[0]).toContain(isColored ? '\u001b[31merror' : 'lesson.yaml:2:1: error: It is left over. [leftover]');
});

it('shows what a text of a lesson would do to a terminal or to another line', async () => {
  const lines: string[] = [];
  const output = plainOutput({ print: (line) => void lines.push(line), note: () => undefined, isTerminal: true });
  const call = { args: [], options: {}, folder: '/', environment: {}, output, signal: new AbortController().signal } satisfies Call;
  const hostile = { ...finding('error'), message: 'a\u001b[2J\n::error::b' };
  await writeReport({ lessons: 1, findings: [hostile], notRun: [] }, readStyle(call), call);
  expect(lines[0]).toContain('\u001b[31merror\u001b[39m: a\\u001b[2J\\u000a::error::b [leftover]\n');
  await writeReport({ lessons: 1, findings: [hostile], notRun: [] }, { ...readStyle(call), format: 'json' }, call);
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ findings: [{ message: hostile.message }] });
});
