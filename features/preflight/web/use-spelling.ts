import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { LIMITS } from '#platform/contract/limits.ts';
import { mayBeEnglish } from '#platform/contract/text-language.ts';
import { api } from '#platform/web/api.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { errorText } from '#platform/web/error-text.ts';
import { StoredSwitch } from '#platform/web/stored-switch.ts';
import type { Spelling } from '#platform/web/ui/markdown-editor/spelling.ts';
import { showResult } from '#platform/web/ui/toast.ts';
import { useStore } from '#platform/web/use-store.ts';
import { isMostlyUnknownInSight, spelledIn } from '../rules/words.ts';
import { MESSAGES } from './messages.ts';

/** Whether editors of texts underline unknown words. */
const underlinesWords = new StoredSwitch('lessonwright.underline-words', true);

/** Milliseconds before the dictionary is asked again after a failure. */
const RETRY_MS = 30_000;

interface SpellingInput {
  lesson: { readonly id: number; readonly text_language: string | null };
  isReadOnly: boolean;
}

/** The spelling of the texts of a lesson, by the dictionary of preflight; null: turned off, or the dictionary is of another language. */
export function useSpelling({ lesson: { id, text_language }, isReadOnly }: SpellingInput): Spelling | null {
  const isOn = useStore(underlinesWords);
  const toggle = {
    id: 'underline-words',
    label: isOn ? 'Don’t underline unknown words' : 'Underline unknown words',
    group: 'Settings',
    keywords: 'spelling spell check dictionary',
    run: () => underlinesWords.turn(!isOn),
  } as const satisfies Command;
  useCommands(isReadOnly || !mayBeEnglish(text_language) ? [] : [toggle]);
  const isSpelled = isOn && !isReadOnly && mayBeEnglish(text_language);
  return useMemo(() => (isSpelled ? spellingOf(id) : null), [isSpelled, id]);
}

function spellingOf(id: number): Spelling {
  const known = new Map<string, boolean>();
  let isUnavailableUntil = 0;
  const ask = (words: readonly string[], with_proposals: boolean) =>
    api.checkSpelling({ params: { id }, body: { words: [...words], with_proposals } });
  return {
    wordsIn: spelledIn,
    isMostlyUnknown: isMostlyUnknownInSight,
    isUnknown: (word) => known.get(word) ?? null,
    lookUp: async (words) => {
      if (Date.now() < isUnavailableUntil) return false;
      try {
        const asked = words.slice(0, LIMITS.spelledMax);
        const unknown = new Set((await ask(asked, false)).map(({ word }) => word));
        for (const word of asked) known.set(word, unknown.has(word));
        return true;
      } catch {
        // Offline, or the server is busy: texts can be written without.
        isUnavailableUntil = Date.now() + RETRY_MS;
        return false;
      }
    },
    propose: (word) =>
      ask([word], true).then(
        ([found]) => found?.proposals ?? [],
        () => [],
      ),
    add: async (word) => {
      try {
        const [found] = await ask([word], false);
        if (found) await api.acceptFinding({ params: { id }, body: { fingerprint: found.fingerprint, reason: MESSAGES.isWord, word } });
        for (const each of known.keys()) if (each.toLowerCase() === word.toLowerCase()) known.set(each, false);
        showResult(MESSAGES.knowsWord(word));
      } catch (error) {
        notifications.show({ color: 'red', role: 'alert', message: errorText(error, MESSAGES.acceptFailed) });
      }
    },
    turnOff: () => underlinesWords.turn(false),
  };
}
