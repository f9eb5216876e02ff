import { z } from 'zod';
import { route } from '#platform/contract/route.ts';

/** Calls that are kept per person. */
export const MAX_CONSOLE_CALLS = 200;
/** Characters of a payload that are kept. */
export const CONSOLE_PAYLOAD_MAX = 100_000;

/** The console offers GET, POST, PATCH and DELETE; PUT is added because saving is a PUT in this API. */
export const CONSOLE_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const ConsoleMethod = z.enum(CONSOLE_METHODS);
export type ConsoleMethod = z.infer<typeof ConsoleMethod>;

const NewConsoleCall = z.object({
  method: ConsoleMethod,
  /** The part after `/api/`. */
  path: z.string().trim().min(1).max(2_000),
  /** JSON as typed; null: none was sent. */
  payload: z.string().max(CONSOLE_PAYLOAD_MAX).nullable(),
  /** Null: there was no reply. */
  status: z.number().int().min(100).max(599).nullable(),
  /** Milliseconds until the reply had arrived. */
  took_ms: z.number().int().min(0).max(86_400_000),
});

/** A call made in the console. */
export const ConsoleCall = NewConsoleCall.extend({ id: z.number().int(), at: z.string() });
export type ConsoleCall = z.infer<typeof ConsoleCall>;

export const consoleRoutes = {
  listConsoleCalls: route({
    method: 'GET',
    path: '/api/console/calls',
    summary: 'Returns your calls in the console, newest first',
    access: 'people',
    reply: z.array(ConsoleCall),
  }),
  keepConsoleCall: route({
    method: 'POST',
    path: '/api/console/calls',
    summary: 'Stores a call made in the console, without its passwords, tokens and secrets',
    access: 'people',
    body: NewConsoleCall,
    reply: ConsoleCall,
    bodyLimit: 2 * 1024 * 1024,
  }),
  clearConsoleCalls: route({
    method: 'DELETE',
    path: '/api/console/calls',
    summary: 'Deletes your calls in the console',
    access: 'people',
    reply: z.array(ConsoleCall),
  }),
};
