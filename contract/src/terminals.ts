import { z } from 'zod';
import { RowId, route } from './route.ts';
import { CheckResult } from './runs.ts';

/**
 * The terminal of a command-line screen. One WebSocket at the `url` of `getRunnerConnection`. Bytes of the terminal go as
 * binary frames in both directions; everything else is JSON in text frames. The page says how much it has read (`ack`);
 * beyond 128 kB unread the shell is paused until 32 kB are left. After a break the page connects again with
 * `?after={bytes seen}` and is sent what it missed.
 */
export const TerminalFromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resize'), columns: z.number().int().min(2).max(500), rows: z.number().int().min(2).max(300) }),
  /** Bytes of the terminal that were drawn since the connection was made. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().min(0) }),
]);
export type TerminalFromPage = z.infer<typeof TerminalFromPage>;

export const TerminalToPage = z.discriminatedUnion('type', [
  /**
   * First of all: the byte that the next binary frame begins with. More than asked for: what is between is gone. Bytes
   * before `until` were written earlier: what they ask of the terminal (its colours, its cursor) has been answered.
   */
  z.object({ type: z.literal('from'), byte: z.number().int(), until: z.number().int() }),
  /** The shell or its time has ended; the connection closes. */
  z.object({ type: z.literal('exit'), code: z.number().int().nullable(), reason: z.enum(['exit', 'idle', 'total', 'memory', 'stopped']) }),
  z.object({ type: z.literal('error'), error: z.string() }),
]);
export type TerminalToPage = z.infer<typeof TerminalToPage>;

export const TERMINAL_PAUSE_BYTES = 128 * 1024;
export const TERMINAL_RESUME_BYTES = 32 * 1024;

const CheckState = z.object({ enabled: z.boolean(), success: z.boolean().nullable() });

export const terminalRoutes = {
  getRunnerConnection: route({
    method: 'POST',
    path: '/api/get-runner-connection',
    summary: "Opens one's terminal of a lesson's screen, or finds the one that is open; answers where to connect",
    access: 'signed-in',
    perMinute: 60,
    body: z.object({
      lesson_id: RowId,
      /** Without one: the first code screen. */
      screen_id: RowId.optional(),
      /** Ends the terminal that is open and begins afresh. */
      restart: z.boolean().default(false),
      /** The unsaved setup code of the screen, taken instead of the saved one. */
      setup_code: z.string().max(1_000_000).optional(),
      columns: z.number().int().min(2).max(500).default(80),
      rows: z.number().int().min(2).max(300).default(24),
    }),
    /** `url`: a path of this server to connect a WebSocket to; `ip` and `port`: of this server. */
    reply: z.object({ url: z.string(), ip: z.string(), port: z.number().int(), session_id: z.string() }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
  terminal: route({
    method: 'GET',
    path: '/api/terminal/{sessionId}',
    summary: "The connection of one's own terminal (WebSocket)",
    access: 'signed-in',
    params: z.object({ sessionId: z.uuid() }),
    /** Bytes that the page has seen before. */
    query: z.object({ after: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0) }),
    replyKind: 'websocket',
  }),
  checkTerminal: route({
    method: 'POST',
    path: '/api/cli/check_answer',
    summary: "Judges what was done in one's terminal of a screen",
    access: 'signed-in',
    perMinute: 60,
    bodyLimit: 4 * 1024 * 1024,
    body: z.object({
      screen_id: RowId,
      terminal_lines: z.array(z.string().max(20_000)).max(20_000),
      /** Unsaved checks of the screen, taken instead of the saved ones. */
      draft: z
        .object({
          check_val: z.string().max(1_000_000).nullable(),
          check_scope: z.enum(['cmd', 'stdout']).nullable(),
          custom_check_code: z.string().max(1_000_000),
        })
        .partial()
        .optional(),
    }),
    /** `success` of a check that is off, or whose run failed, is null (A §8: unknown result). */
    reply: z.object({
      success: z.boolean(),
      value: CheckState.extend({ feedback: z.string().nullable() }),
      custom: CheckState.extend({ results: z.array(CheckResult), error: z.string().nullable() }),
    }),
    errors: ['not_found', 'refused', 'unavailable'],
  }),
};
