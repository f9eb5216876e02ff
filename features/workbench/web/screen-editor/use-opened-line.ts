import { type RefObject, useEffect, useEffectEvent } from 'react';
import { CODE_TAB_TEXTS } from '#features/screens/web/code-tab-texts.ts';
import type { ScreenSearch } from '#features/screens/web/screen-search.ts';
import type { OpenEditors, Range } from '#platform/web/ui/code-editor/open-editors.ts';
import type { PanesHandle } from '#platform/web/ui/panes/pane.ts';

interface OpenedLineInput {
  search: ScreenSearch;
  section: string;
  panes: RefObject<PanesHandle | null>;
  editors: OpenEditors;
}

/** Shows the line, or the characters of it, that the address names, once its editor is open. */
export function useOpenedLine({ search, section, panes, editors }: OpenedLineInput): void {
  const { line, column, length, code } = search;
  const reveal = useEffectEvent((wanted: number) => {
    const edits = code === undefined ? null : CODE_TAB_TEXTS[code].edits;
    const name = edits !== null && 'field' in edits ? edits.field : section;
    panes.current?.show(code === undefined ? 'content' : 'code');
    void editors.reveal(name, (text) => charactersOf(lineRange(text, wanted), column, length));
  });
  useEffect(() => {
    if (line !== undefined) reveal(line);
  }, [line]);
}

/** The characters of a line, from 1. A text that has become shorter is shown from its last line. */
export function lineRange(text: string, line: number): Range {
  const lines = text.split('\n');
  const index = Math.min(line, lines.length) - 1;
  const from = lines.slice(0, index).reduce((sum, each) => sum + each.length + 1, 0);
  return { from, to: from + (lines[index] ?? '').length };
}

/** Characters of a line, from column 1. Those that the line doesn't have any more are left out; without any, it is the whole line. */
export function charactersOf(line: Range, column = 1, length = Infinity): Range {
  const from = line.from + column - 1;
  return from >= line.to ? line : { from, to: Math.min(line.to, from + length) };
}
