import { useEffect, useState } from 'react';

/** The name of the text of a screen whose editor had the focus last; undefined: none had it since the screen was opened. */
export function useWrittenPart(screenId: number): string | undefined {
  const [written, setWritten] = useState<{ screenId: number; part: string } | null>(null);
  useEffect(() => {
    function follow({ target }: FocusEvent) {
      const part = target instanceof Element ? partOf(target) : null;
      if (part !== null) setWritten((before) => (before?.screenId === screenId && before.part === part ? before : { screenId, part }));
    }
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [screenId]);
  return written?.screenId === screenId ? written.part : undefined;
}

/** Only the texts of a screen: not comments, dialogs or what a preview has. */
function partOf(target: Element): string | null {
  const editor = target.closest('main [role="tabpanel"] .cm-content');
  return editor?.getAttribute('aria-label')?.slice(0, 60) ?? null;
}
