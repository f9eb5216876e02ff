import type { GitFailure } from './git-errors.ts';
import type { CommandOrder, CommandResult } from './run-command.ts';

// What the server and its git host say to each other, over the channel of Node that both ends made: nobody else can speak on it.

/** To the host. `id` names the command in everything that follows. */
export type HostRequest =
  | { readonly kind: 'run'; readonly id: number; readonly order: CommandOrder; readonly input: Uint8Array }
  | { readonly kind: 'stop'; readonly id: number };

/** From the host: at first the process group of the command, in the end what became of it. */
export type HostReply =
  | { readonly kind: 'started'; readonly id: number; readonly group: number }
  | { readonly kind: 'ended'; readonly id: number; readonly result: CommandResult }
  | { readonly kind: 'broken'; readonly id: number; readonly failure: GitFailure; readonly message: string };
