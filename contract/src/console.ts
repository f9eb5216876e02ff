import { z } from 'zod';
import { route } from './route.ts';

/** Calls that are remembered for each person. */
export const CONSOLE_CALLS_KEPT = 200;
/** Characters of a payload that are remembered. */
export const CONSOLE_PAYLOAD_MAX = 100_000;

/** B §2 has four; saving is a PUT in this API. */
export const CONSOLE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const ConsoleMethod = z.enum(CONSOLE_METHODS);
export type ConsoleMethod = z.infer<typeof ConsoleMethod>;

const NewConsoleCall = z.object({
  method: ConsoleMethod,
  /** What stands after `/api/`. */
  path: z.string().trim().min(1).max(2_000),
  /** JSON as it was typed; null: none was sent. */
  payload: z.string().max(CONSOLE_PAYLOAD_MAX).nullable(),
  /** Null: no answer came. */
  status: z.number().int().min(100).max(599).nullable(),
  /** Milliseconds until the answer had arrived. */
  took_ms: z.number().int().min(0).max(86_400_000),
});

/** A call that somebody made in the console (B §2). */
export const ConsoleCall = NewConsoleCall.extend({ id: z.number().int(), at: z.string() });
export type ConsoleCall = z.infer<typeof ConsoleCall>;

export const consoleRoutes = {
  listConsoleCalls: route({
    method: 'GET',
    path: '/api/console/calls',
    summary: 'One’s own calls in the console, newest first',
    access: 'staff',
    reply: z.array(ConsoleCall),
  }),
  keepConsoleCall: route({
    method: 'POST',
    path: '/api/console/calls',
    summary: 'Remembers a call that was made in the console; passwords, tokens and secrets in it are not kept',
    access: 'staff',
    body: NewConsoleCall,
    reply: ConsoleCall,
    bodyLimit: 2 * 1024 * 1024,
  }),
  clearConsoleCalls: route({
    method: 'DELETE',
    path: '/api/console/calls',
    summary: 'Forgets one’s own calls in the console',
    access: 'staff',
    reply: z.array(ConsoleCall),
  }),
};
