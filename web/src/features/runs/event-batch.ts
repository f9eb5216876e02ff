import type { RunEvent } from '#contract/live.ts';

/** Minimum milliseconds between two paints of the output. */
const PAINT_EVERY_MS = 50;

/** Passes events on in batches, so that a loop of prints does not render the page a thousand times. */
export function batchEvents(hear: (event: RunEvent) => void) {
  let events: RunEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;
  function flush() {
    timer = null;
    const bundle = joinTexts(events);
    events = [];
    for (const event of bundle) hear(event);
  }
  return {
    add(event: RunEvent) {
      events.push(event);
      timer ??= setTimeout(flush, PAINT_EVERY_MS);
    },
    end() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Merges adjacent chunks of the same stream. */
function joinTexts(events: readonly RunEvent[]): RunEvent[] {
  const joined: RunEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    if (last && 'text' in last && 'text' in event && last.type === event.type)
      joined[joined.length - 1] = { ...last, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}
