import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { programFile } from '#platform/server/program-file.ts';
import { TaskThread } from '#platform/server/task-thread.ts';
import type { SearchQuery } from '../contract/search.ts';
import { compileQuery, type PatternProblem, type TextRange } from '../rules/matcher.ts';

/** Most matches that are counted in one text. */
const MATCHES_PER_TEXT = 1_000;
/** Characters that are searched in one go: at most some milliseconds. */
const CHUNK_CHARACTERS = 200_000;

export interface MatchRequest {
  readonly pattern: Pick<SearchQuery, 'text' | 'mode' | 'whole_word' | 'match_case'>;
  readonly texts: readonly string[];
}

export interface MatchReply {
  readonly found: TextRange[][];
}

/** Runs patterns of people. One that takes too long for one chunk of texts ends with its thread. */
const thread = new TaskThread<MatchRequest, MatchReply>(pathToFileURL(programFile('match-worker')), { taskMs: 1_000, memoryMb: 128 });

/** What is wrong with a pattern; null: it can be searched for. */
export function problemOf(pattern: MatchRequest['pattern']): PatternProblem | null {
  const compiled = compileQuery(pattern);
  return 'problem' in compiled ? compiled.problem : null;
}

/** The matches in each text. */
export function matchTexts({ pattern, texts }: MatchRequest): TextRange[][] {
  const compiled = compileQuery(pattern);
  return 'problem' in compiled ? texts.map(() => []) : texts.map((text) => compiled.matcher.find(text, MATCHES_PER_TEXT));
}

/**
 * The matches in each text, without keeping the server from other work. Stops at `until` (of `performance.now()`), and then returns
 * those of the first texts.
 */
export async function matchInTurns(pattern: MatchRequest['pattern'], texts: readonly string[], until: number): Promise<TextRange[][]> {
  const found: TextRange[][] = [];
  while (found.length < texts.length && performance.now() < until) {
    const chunk = nextChunk(texts, found.length);
    const result = pattern.mode === 'plain' ? matchTexts({ pattern, texts: chunk }) : await matchInThread({ pattern, texts: chunk });
    if (result === null) break;
    found.push(...result);
    await nextTurn();
  }
  return found;
}

/** Null: it took too long. */
async function matchInThread(request: MatchRequest): Promise<TextRange[][] | null> {
  const reply = await thread.run(request);
  return typeof reply === 'object' ? reply.found : null;
}

/** The texts from `from` that are searched in one go: at least one. */
function nextChunk(texts: readonly string[], from: number): readonly string[] {
  let characters = 0;
  let to = from;
  while (to < texts.length && (to === from || characters < CHUNK_CHARACTERS)) characters += texts[to++]?.length ?? 0;
  return texts.slice(from, to);
}
