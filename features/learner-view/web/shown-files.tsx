import { useState } from 'react';
import type { PreviewFile } from '#features/publishing/contract/previews.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import { useLearnerCalls } from './learner-calls.ts';
import shared from './shared.module.css';

/** The data files shown with a screen's code; each loads when it is first opened. */
export function ShownFiles({ files, screen }: { files: readonly PreviewFile[]; screen: number }) {
  const shown = files.filter(({ screens }) => screens.length === 0 || screens.includes(screen));
  return shown
    .toSorted((one, other) => Number(other.display_first) - Number(one.display_first))
    .map((file) => <ShownFile key={file.name} file={file} />);
}

function ShownFile({ file }: { file: PreviewFile }) {
  const calls = useLearnerCalls();
  const [text, setText] = useState<string | null>(null);
  const load = async (isOpen: boolean) => {
    if (!isOpen || text !== null) return;
    try {
      const reply = await calls.readFile(file.name);
      setText(reply.text === null ? 'This is not a text file.' : reply.is_cut ? `${reply.text}\n…` : reply.text);
    } catch (error) {
      setText(calls.errorText(error));
    }
  };
  return (
    <details className={shared.details} open={file.display_first} onToggle={(event) => void load(event.currentTarget.open)}>
      <summary>{file.name}</summary>
      <pre className={shared.stream} {...KEYBOARD_SCROLL} aria-label={file.name} aria-busy={text === null}>
        {text ?? 'Loading…'}
      </pre>
    </details>
  );
}
