import type { GitFailure } from './git-errors.ts';
import type { CommandOrder, CommandResult } from './run-command.ts';

// Messages between the server and its git host, over Node's IPC channel: no other process can write to it.

/** To the host. `id` identifies the command in all replies. */
export type HostRequest =
  | { readonly kind: 'run'; readonly id: number; readonly order: CommandOrder; readonly input: Uint8Array }
  | { readonly kind: 'stop'; readonly id: number };

/** From the host: first the command's process group, then its result. */
export type HostReply =
  | { readonly kind: 'started'; readonly id: number; readonly group: number }
  | { readonly kind: 'ended'; readonly id: number; readonly result: CommandResult }
  | { readonly kind: 'broken'; readonly id: number; readonly failure: GitFailure; readonly message: string };
