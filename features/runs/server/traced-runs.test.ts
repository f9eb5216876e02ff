import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nextSpan, toTraceparent, type TraceContext } from '#platform/contract/trace-context.ts';
import { observedSpans } from '#platform/server/observed.ts';
import { exportTraces } from '#platform/server/tracing/export-traces.ts';
import { startTestServers, type TestMember, type TestServers } from '#testing/test-servers.ts';
import { startTraceCollector, type CollectedSpan, type TraceCollector } from '#testing/trace-collector.ts';

const WAIT = { timeout: 300_000, interval: 50 };
const LOG = pino({ level: 'silent' });
const SECRET = 'lesson-text-that-nobody-else-reads';

let servers: TestServers;
let collector: TraceCollector;
let place: { lesson_id: number; screen_id: number };
beforeAll(async () => {
  collector = await startTraceCollector();
  servers = await startTestServers({ hasRunner: true });
  const client = servers.git.client('staff');
  const lesson = await client.createLesson({ body: { sequence: 911, title: `Traced ${SECRET}` } });
  await client.saveLesson({ params: { id: lesson.id }, body: { custom_check_enabled: true } });
  const { newScreenId } = await client.createScreen({ params: { id: lesson.id }, body: { sequence: 1, type: 'code' } });
  place = { lesson_id: lesson.id, screen_id: newScreenId };
  const check = `import time\ntime.sleep(0.05)\n# ${SECRET}`;
  await client.saveScreen({ params: { lessonId: lesson.id, screenId: newScreenId }, body: { custom_check_code: check } });
});
afterAll(async () => {
  await servers?.close();
  await collector?.close();
});

/** Calls as a page does that starts a trace. */
function clientIn(trace: TraceContext, member: TestMember): TestMember['client'] {
  return (role) => {
    const { runCode, ...rest } = member.client(role);
    return { ...rest, runCode: (request, options) => runCode(request, { ...options, headers: { traceparent: toTraceparent(trace) } }) };
  };
}

const inTrace = ({ traceId }: TraceContext) => collector.spans.filter((span) => span.traceId === traceId);
const named = (spans: readonly CollectedSpan[], name: string) => spans.filter((span) => span.name === name);

describe('traces', () => {
  it('are neither recorded nor sent while they are off', async () => {
    const stopNothing = exportTraces(null, LOG);
    expect(observedSpans.isHeard).toBe(false);
    const stop = exportTraces({ endpoint: collector.endpoint, serviceName: 'x', headers: [] }, LOG);
    expect(observedSpans.isHeard).toBe(true);
    await Promise.all([stop(), stopNothing()]);
    expect(observedSpans.isHeard).toBe(false);
  });

  it('show one run as one trace, from the page through the servers to the runner', async () => {
    const stop = exportTraces({ endpoint: collector.endpoint, serviceName: 'lessonwright', headers: [] }, LOG);
    const traces = servers.web.map((member) => ({ member, trace: nextSpan() }));
    for (const { member, trace } of traces) {
      const code = `import time\ntime.sleep(0.05)\nprint("${SECRET}")`;
      await clientIn(trace, member)('staff').runCode({ body: { ...place, code } });
      // On a busy machine the call is answered before the run has ended.
      const isWhole = () =>
        named(inTrace(trace), 'run').length === 1 && inTrace(trace).some(({ parentSpanId }) => parentSpanId === trace.spanId);
      await vi.waitUntil(isWhole, WAIT);
    }
    await stop();

    const forwarded = [];
    for (const { trace } of traces) {
      const spans = inTrace(trace);
      const only = (name: string): CollectedSpan => {
        const [span, ...more] = named(spans, name);
        if (span === undefined || more.length > 0) throw new Error(`There are ${named(spans, name).length} of ${name}.`);
        return span;
      };
      const calls = named(spans, 'POST /api/run-code');
      forwarded.push(calls.length - 1);
      // The first call continues the page's step, and the server that it is forwarded to continues the first.
      const first = calls.find(({ parentSpanId }) => parentSpanId === trace.spanId);
      const last = calls.find(({ spanId }) => !calls.some(({ parentSpanId }) => parentSpanId === spanId));
      expect(first).toBeDefined();
      expect([trace.spanId, first?.spanId]).toContain(last?.parentSpanId);
      expect(calls.filter(({ spanId }) => spanId !== first?.spanId && spanId !== last?.spanId)).toEqual([]);
      const parents = [
        ['prepare run', last?.spanId],
        ['run', last?.spanId],
        ['run on runner', only('run').spanId],
        ['judge', only('run').spanId],
        ['runner', only('run on runner').spanId],
        ...['runner.wait', 'runner.slot', 'runner.run', 'runner.check'].map((name) => [name, only('runner').spanId] as const),
      ] as const;
      for (const [name, parent] of parents) expect([name, only(name).parentSpanId]).toEqual([name, parent]);
      expect(spans).toHaveLength(calls.length + parents.length);
      expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
      for (const span of spans) expect(span.service).toBe(span.name.startsWith('runner') ? 'lessonwright-runner' : 'lessonwright');
      // The steps follow each other: both the code and its check sleep for 50 ms.
      const steps = ['runner.wait', 'runner.slot', 'runner.run', 'runner.check'].map(only);
      expect(steps.map(({ startedAt }) => startedAt)).toEqual([
        only('runner').startedAt,
        ...steps.slice(0, -1).map(({ endedAt }) => endedAt),
      ]);
      for (const { startedAt, endedAt } of steps.slice(2)) expect(endedAt - startedAt).toBeGreaterThan(45_000_000n);
      expect(only('run').attributes).toMatchObject({ 'lessonwright.ended': 'done', 'lessonwright.language': 'python' });
      expect(first?.attributes).toMatchObject({ 'http.route': '/api/run-code', 'http.response.status_code': 200 });
    }
    expect(Math.max(...forwarded)).toBe(1);
  });

  it('continue in jobs, and hold nothing that people wrote, no address and no token', async () => {
    const stop = exportTraces({ endpoint: collector.endpoint, serviceName: 'lessonwright', headers: [] }, LOG);
    const trace = nextSpan();
    const [member] = servers.web;
    const screen = `${member.url}/api/lesson/${place.lesson_id}/screen/${place.screen_id}`;
    const reply = await fetch(`${screen}?${SECRET}`, {
      method: 'PUT',
      headers: { ...member.headers('staff'), 'content-type': 'application/json', traceparent: toTraceparent(trace) },
      body: JSON.stringify({ title: SECRET, body_markdown: SECRET }),
    });
    expect(reply.status).toBe(200);
    await vi.waitUntil(() => named(inTrace(trace), 'job push-branch').length > 0, WAIT);
    await stop();
    const [commit] = named(inTrace(trace), 'job commit-changes');
    const calls = inTrace(trace).filter(({ name }) => name.startsWith('PUT '));
    expect(calls.map(({ spanId }) => spanId)).toContain(commit?.parentSpanId);
    const everything = collector.bodies.join('\n');
    expect(everything).toContain('/api/lesson/:lessonId/screen/:screenId');
    const { users, tokens } = servers.people;
    for (const text of [SECRET, users.staff.email, users.staff.name, tokens.staff, 'Bearer', '127.0.0.1'])
      expect(everything).not.toContain(text);
  });

  it('are not recorded if the caller does not record them', async () => {
    const stop = exportTraces({ endpoint: collector.endpoint, serviceName: 'lessonwright', headers: [] }, LOG);
    const [member] = servers.web;
    const before = collector.spans.length;
    const traceparent = toTraceparent(nextSpan()).replace(/01$/, '00');
    const url = `${member.url}/api/lesson/${place.lesson_id}`;
    for (const more of [{ traceparent }, null])
      expect((await fetch(url, { headers: { ...member.headers('staff'), ...more } })).status).toBe(200);
    await stop();
    expect(named(collector.spans.slice(before), 'GET /api/lesson/:id')).toHaveLength(1);
  });
});
