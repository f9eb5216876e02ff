import { pathToFileURL } from 'node:url';
import type { UnknownWords } from '#content/preflight/spelling.ts';
import { RenderThread } from '#server/platform/markdown/render-thread.ts';
import { programFile } from '#server/platform/program-file.ts';

export interface SpellRequest {
  readonly words: readonly string[];
}

export interface SpellReply {
  readonly unknown: UnknownWords;
}

/** Until the dictionary's memory is given back, in milliseconds. */
const KEPT_MS = 60_000;

const thread = new RenderThread<SpellRequest, SpellReply>(pathToFileURL(programFile('spell-worker')), { taskMs: 20_000, waitMs: 60_000 });
let leaving: NodeJS.Timeout | undefined;

/**
 * Those of `words` that the dictionary doesn't know, with what was probably meant. Null if the machine is too busy.
 */
export async function checkWords(words: readonly string[]): Promise<UnknownWords | null> {
  if (words.length === 0) return new Map();
  clearTimeout(leaving);
  const reply = await thread.run({ words });
  leaving = setTimeout(() => void thread.close(), KEPT_MS).unref();
  return typeof reply === 'object' ? reply.unknown : null;
}
