import { fstatSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unavailable } from './errors.ts';
import { isJournal } from './journal.ts';
import { createLog, recentErrors } from './log.ts';

function collect(format: 'text' | 'json', now?: () => number) {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) }, format, now === undefined ? {} : { now });
  return { lines, log };
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });

describe('the log as JSON', () => {
  it('has ISO times and names of levels', () => {
    const { lines, log } = collect('json');
    log.child({ reqId: 'r-1' }).info({ status: 200 }, 'answered');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      reqId: 'r-1',
      status: 200,
      msg: 'answered',
    });
  });
});

describe('the log as text', () => {
  it('has time, level, message and fields in one line', () => {
    const { lines, log } = collect('text');
    log.child({ reqId: 'r-1' }).info({ method: 'GET', route: '/api/user', status: 200, person: null, what: 'two words' }, 'answered');
    expect(lines).toEqual([
      expect.stringMatching(
        /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {2}answered request=r-1 method=GET route=\/api\/user status=200 what="two words"\n$/,
      ),
    ]);
  });

  it('has the stack of an error below it', () => {
    const { lines, log } = collect('text');
    log.error({ err: new Error('it broke') }, 'a job failed');
    expect(lines[0]).toMatch(/ ERROR a job failed\n {4}Error: it broke\n {4} +at /);
  });

  it('cannot be forged by a text from outside', () => {
    const { lines, log } = collect('text');
    log.info({ name: 'a\n2026-01-01 INFO forged\u001b[2J' }, 'one\r\ntwo');
    expect(lines.join('').match(/\n/g)).toHaveLength(1);
    expect(lines[0]).not.toContain('\u001b');
    expect(lines[0]).not.toContain('\r');
  });
});

describe('while a service is away', () => {
  it('there is a line a minute for each cause, with the number of the others', () => {
    let now = 0;
    const { lines, log } = collect('json', () => now);
    for (let call = 0; call < 500; call += 1) {
      now += 10;
      log.child({ reqId: `r-${call}` }).error({ err: refused(), route: '/api/user' }, 'an API call failed');
      // As the job queue reports them: copies, with another text for each worker.
      log.error({ err: Object.assign({}, refused(), { message: `connect ECONNREFUSED (Worker: ${call})` }) }, 'the job queue failed');
    }
    expect(lines).toHaveLength(2);
    now += 60_000;
    log.error({ err: refused() }, 'the job queue failed');
    log.error({ err: refused() }, 'the job queue failed');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ msg: 'the job queue failed', omitted: 499 });
    expect(recentErrors(log)).toHaveLength(3);
  });

  it('causes behind other errors count, and faults of our own are never left out', () => {
    const { lines, log } = collect('json');
    for (let call = 0; call < 5; call += 1) {
      log.warn({ err: new Error('the file store failed', { cause: refused() }) }, 'could not count the stored files');
      log.error({ err: new TypeError('x is not a function') }, 'an API call failed');
    }
    expect(lines.filter((line) => line.includes('could not count'))).toHaveLength(1);
    expect(lines.filter((line) => line.includes('an API call failed'))).toHaveLength(5);
  });
});

describe('a failure that repeats', () => {
  it('is logged once a minute without a stack if people read what it is, as a run without a sandbox', () => {
    let now = 0;
    const { lines, log } = collect('text', () => now);
    for (let call = 0; call < 20; call += 1) {
      now += 4_000;
      log.error({ err: unavailable('Code cannot run without a sandbox.'), route: '/api/run-code' }, 'an API call failed');
    }
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/ERROR an API call failed route=\S+\n {4}Code cannot run without a sandbox\.\n$/);
    expect(lines[1]).toContain('omitted=14');
  });

  it('is logged once an hour if a job fails each minute for the same reason, and each time for another one', () => {
    let now = 0;
    const { lines, log } = collect('text', () => now);
    for (let minute = 0; minute < 90; minute += 1) {
      now += 60_000;
      log.error({ err: new Error('The branch can’t be committed.'), queue: 'commit-changes' }, 'a job failed and will be retried');
    }
    expect(lines).toHaveLength(2);
    log.error({ err: new Error('Another reason.'), queue: 'commit-changes' }, 'a job failed and will be retried');
    expect(lines).toHaveLength(3);
  });

  it('is logged each time with its stack if nothing explains it', () => {
    const { lines, log } = collect('text');
    for (let call = 0; call < 2; call += 1) log.error({ err: new TypeError('x is not a function') }, 'an API call failed');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/\n {4} +at /);
  });
});

describe('the log in the journal of systemd', () => {
  it.each(['text', 'json'] as const)('has a priority at the start of each line: %s', (format) => {
    const lines: string[] = [];
    const log = createLog('info', { write: (line) => void lines.push(line) }, format, { isJournal: true });
    log.info('started');
    log.warn('slow');
    log.error({ err: new Error('it broke') }, 'failed');
    const priorities = lines
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 3));
    expect(priorities.slice(0, 3)).toEqual(['<6>', '<4>', '<3>']);
    expect(new Set(priorities.slice(3))).toEqual(new Set(format === 'text' ? ['<3>'] : []));
  });

  it('is recognized by the stream that systemd names', () => {
    const { dev, ino } = fstatSync(2);
    expect([isJournal({ JOURNAL_STREAM: `${dev}:${ino}` }), isJournal({ JOURNAL_STREAM: '8:1' }), isJournal({})]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
