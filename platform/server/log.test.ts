import { describe, expect, it } from 'vitest';
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
