import { z } from 'zod';

/**
 * The terminal of a command-line screen. One WebSocket at the `url` of `getRunnerConnection`. Terminal data is sent as binary
 * frames in both directions; everything else is JSON in text frames. The page acknowledges what it has read (`ack`); beyond 128
 * kB unread the shell is paused until 32 kB are left. After a lost connection the page reconnects with `?after={bytes seen}` and
 * receives what it missed.
 */
export const TerminalFromPage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('resize'), columns: z.number().int().min(2).max(500), rows: z.number().int().min(2).max(300) }),
  /** Bytes drawn since the connection was made. */
  z.object({ type: z.literal('ack'), bytes: z.number().int().min(0) }),
]);

export type TerminalFromPage = z.infer<typeof TerminalFromPage>;

export const TerminalToPage = z.discriminatedUnion('type', [
  /**
   * The first message: the position of the first byte in the next binary frame. If it is larger than requested, the bytes between
   * are lost. Bytes before `until` were written earlier: their queries to the terminal (colors, cursor) have been answered.
   */
  z.object({ type: z.literal('from'), byte: z.number().int(), until: z.number().int() }),
  /** The shell has ended or timed out; the connection closes. */
  z.object({ type: z.literal('exit'), code: z.number().int().nullable(), reason: z.enum(['exit', 'idle', 'total', 'memory', 'stopped']) }),
  z.object({ type: z.literal('error'), error: z.string() }),
]);

export type TerminalToPage = z.infer<typeof TerminalToPage>;

export const TERMINAL_PAUSE_BYTES = 128 * 1024;

export const TERMINAL_RESUME_BYTES = 32 * 1024;
