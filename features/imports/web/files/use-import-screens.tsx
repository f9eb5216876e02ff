import { IconFileImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { lessonQuery } from '#features/lessons/web/queries.ts';
import { type Command, useCommands } from '#platform/web/commands.ts';
import { OnDemand } from '#platform/web/ui/on-demand.tsx';
import { useFilesDrop } from '#platform/web/ui/use-file-drop.ts';

const loadDialog = () => import('./import-screens-dialog.tsx');

interface ImportScreensOptions {
  lessonId: number;
  /** The number of the first new screen; null: at the end. */
  sequence: number | null;
  isReadOnly: boolean;
  /** The list of screens, onto which files are dropped. */
  list: RefObject<HTMLElement | null>;
}

/** Screens from documents: a file dropped onto the list, what is pasted outside of fields, or a file chosen by the command. */
export function useImportScreens({ lessonId, sequence, isReadOnly, list }: ImportScreensOptions): {
  command: Command;
  isOver: boolean;
  dialog: ReactNode;
} {
  const [open, setOpen] = useState<{ given: File | null } | null>(null);
  const language = useQuery(lessonQuery(lessonId)).data?.language ?? null;
  const isOver = useFilesDrop(list, isReadOnly, ([given = null]) => setOpen({ given }));
  const accept = useEffectEvent(async (event: ClipboardEvent) => {
    const { clipboardData } = event;
    if (!clipboardData || event.defaultPrevented || isElsewhere(event.target)) return;
    const [file] = [...clipboardData.files].filter(({ type }) => !type.startsWith('image/'));
    if (file) return setOpen({ given: file });
    const clipboard = {
      plain: clipboardData.getData('text/plain'),
      html: clipboardData.getData('text/html'),
      cells: clipboardData.getData('application/vnd.jupyter.cells'),
    };
    // Its rules are large. Offline, nothing happens.
    const rules = await import('#platform/web/ui/paste/pasted-document.ts').catch(() => null);
    const given = rules?.pastedDocument(clipboard, language);
    if (given) setOpen({ given });
  });
  useEffect(() => {
    if (isReadOnly) return undefined;
    const listening = new AbortController();
    document.addEventListener('paste', (event) => void accept(event), { signal: listening.signal });
    return () => listening.abort();
  }, [isReadOnly]);
  const command: Command = {
    id: 'import-screens',
    label: 'Add screens from a document…',
    group: 'Actions',
    keywords: 'notebook ipynb markdown cells paste',
    icon: IconFileImport,
    run: () => setOpen({ given: null }),
  };
  useCommands(isReadOnly ? [] : [command]);
  const dialog = open ? <OnDemand load={loadDialog} props={{ lessonId, sequence, ...open, onClose: () => setOpen(null) }} /> : null;
  return { command, isOver, dialog };
}

/** A field that takes the text itself, or a dialog. */
function isElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]')) return true;
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"], .cm-editor') !== null;
}
