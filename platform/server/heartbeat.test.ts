import { expect, it } from 'vitest';
import { startHeartbeat } from './heartbeat.ts';

it('a heartbeat that can’t be written doesn’t end the server', () => {
  expect(() => startHeartbeat({ LESSONWRIGHT_HEARTBEAT: '/dev/full' })).not.toThrow();
});
