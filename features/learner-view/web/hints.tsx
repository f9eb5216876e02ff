import { useRef } from 'react';
import { splitAtRules } from '#platform/content/split-at-rules.ts';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import rendered from './screen-view.module.css';
import shared from './shared.module.css';

interface HintsProps {
  /** Hints, separated by horizontal rules. */
  html: SafeHtml;
  /** How many of them were revealed. */
  revealed: number;
  onReveal: (count: number) => void;
}

/** The hints of a screen, revealed one by one. */
export function Hints({ html, revealed, onReveal }: HintsProps) {
  const list = useRef<HTMLOListElement>(null);
  const hints = splitAtRules(html);
  if (hints.length === 0) return null;
  const shown = hints.slice(0, Math.max(1, revealed));
  return (
    <details
      className={shared.details}
      onToggle={(event) => {
        if (event.currentTarget.open && revealed === 0) onReveal(1);
      }}
    >
      <summary>{hints.length === 1 ? 'Hint' : 'Hints'}</summary>
      <ol ref={list} className={shared.hints} tabIndex={-1} aria-live="polite">
        {shown.map((hint, index) => (
          <li key={index}>
            {hints.length === 1 ? null : (
              <h3>
                Hint {index + 1} of {hints.length}
              </h3>
            )}
            <RenderedHtml html={hint} className={rendered.plain} />
          </li>
        ))}
      </ol>
      {shown.length < hints.length ? (
        <button
          type="button"
          className={shared.button}
          onClick={() => {
            // With the last hint the button goes, and the focus with it.
            if (shown.length + 1 === hints.length) list.current?.focus();
            onReveal(shown.length + 1);
          }}
        >
          Next hint
        </button>
      ) : null}
    </details>
  );
}
