import { describe, expect, it } from 'vitest';
import { readPushCommands, refusalReport } from './push-commands.ts';
import { pushProblems } from './push-rules.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);
const NONE = '0'.repeat(40);

function packet(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text;
}

describe('the beginning of a push', () => {
  const sent = Buffer.from(
    `${packet(`shallow ${A}`)}${packet(`${NONE} ${A} refs/heads/x\0 report-status side-band-64k agent=git/2`)}${packet(`${B} ${NONE} refs/heads/y\n`)}0000PACK`,
  );

  it('is read command by command', () => {
    expect(readPushCommands(sent)).toEqual({
      commands: [
        { ref: 'refs/heads/x', before: null, after: A },
        { ref: 'refs/heads/y', before: B, after: null },
      ],
      capabilities: new Set(['report-status', 'side-band-64k', 'agent=git/2']),
    });
    expect(readPushCommands(Buffer.from('0000'))).toEqual({ commands: [], capabilities: new Set() });
  });

  it('is incomplete until its last byte', () => {
    const end = sent.indexOf('0000PACK') + 4;
    for (let length = 0; length < end; length++) expect(readPushCommands(sent.subarray(0, length))).toBeNull();
  });

  it.each(['zzzz', '0001', '0003', packet('nonsense'), packet(`push-cert\0x`), packet(`${A} ${B} refs/heads/x\nrefs/heads/main`)])(
    'is refused as %j',
    (text) => {
      expect(() => readPushCommands(Buffer.from(`${text}0000`))).toThrow();
    },
  );
});

describe('the response to a refused push', () => {
  const push = {
    commands: [
      { ref: 'refs/heads/x', before: null, after: A },
      { ref: 'refs/heads/y', before: null, after: A },
    ],
  };

  it('gives the reason for each ref', () => {
    const report = refusalReport({ ...push, capabilities: new Set() }, new Map([['refs/heads/x', 'no']])).toString();
    expect(report).toBe(
      `${packet('unpack ok\n')}${packet('ng refs/heads/x no\n')}${packet('ng refs/heads/y another branch of this push was rejected\n')}0000`,
    );
  });

  it('uses a side band if the client asked for one', () => {
    const report = refusalReport({ ...push, capabilities: new Set(['side-band-64k']) }, new Map());
    expect(report.subarray(4, 9).toString()).toBe(`\u0001000e`);
    expect(report.subarray(-4).toString()).toBe('0000');
  });
});

describe('the rules of pushes', () => {
  const rules = { mainBranch: 'main', releases: new Map([['drafts/ada', 'Drafts – Ada']]) };
  it.each([
    ['refs/heads/main', A, /only changes by merging/],
    ['refs/heads/main', null, /only changes by merging/],
    ['refs/heads/drafts/ada', null, /Drafts – Ada/],
    ['refs/tags/v1', A, /only branches/],
    ['refs/lessonwright/pending/x', A, /only branches/],
    ['refs/heads/a..b', A, /two dots/],
    ['refs/heads/HEAD', A, /reserved by Git/],
  ])('refuse %s → %s', (ref, after, text) => {
    expect(pushProblems([{ ref, before: null, after }], rules).get(ref)).toMatch(text);
  });

  it.each([
    ['refs/heads/drafts/ada', A],
    ['refs/heads/new-one', A],
    ['refs/heads/old-one', null],
  ])('let %s → %s through', (ref, after) => {
    expect(pushProblems([{ ref, before: B, after }], rules)).toEqual(new Map());
  });
});
