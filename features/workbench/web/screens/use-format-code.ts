import type { Ref } from 'react';
import { useRef } from 'react';
import type { Lesson } from '#features/lessons/contract/lessons.ts';
import { engineOf } from '#features/runs/engine.policy.ts';
import { formatCode } from '#features/runs/web/format-code.ts';
import { CODE_TAB_TEXTS, languageOfTab } from '#features/screens/web/code-tab-texts.ts';
import type { CodeTabId } from '#features/screens/web/code-tabs.ts';
import { hasFormatter } from '#platform/contract/languages.ts';
import type { Command } from '#platform/web/commands.ts';
import type { EditorHandle } from '#platform/web/ui/code-editor/editor-handle.ts';

/**
 * The command that formats the code of the open tab; missing if it has none that can be formatted.
 *
 * @param tab The open tab; null: a file is open instead.
 */
export function useFormatCode(lesson: Lesson, tab: CodeTabId | null, isReadOnly: boolean) {
  const editors = useRef(new Map<CodeTabId, EditorHandle>());
  const handleOf = (id: CodeTabId, others?: Ref<EditorHandle>) => (handle: EditorHandle | null) => {
    if (handle) editors.current.set(id, handle);
    else editors.current.delete(id);
    if (typeof others === 'function') others(handle);
    else if (others) others.current = handle;
  };
  const language = tab === null ? null : languageOfTab(lesson, tab);
  const isEdited = tab !== null && !isReadOnly && CODE_TAB_TEXTS[tab].edits !== null;
  if (!isEdited || !hasFormatter(language)) return { handleOf, command: null };
  const command = {
    id: 'format-code',
    label: 'Reformat code',
    group: 'Actions',
    shortcut: 'Mod+Alt+F',
    keywords: 'indent prettify beautify ruff',
    run: () => {
      const editor = editors.current.get(tab);
      if (editor) void formatCode(editor, { language, dialect: engineOf(lesson) });
    },
  } as const satisfies Command;
  return { handleOf, command };
}
