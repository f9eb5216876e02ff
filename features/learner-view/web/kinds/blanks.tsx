import { type KeyboardEvent, useRef } from 'react';
import type { Given } from '#features/questions/contract/kinds/asks.ts';
import { RenderedCode } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { Mark } from '../mark.tsx';
import { useTextAttributes } from '../use-text-attributes.ts';
import type { AnswerPartProps } from './answer-part.ts';
import { CHOOSE } from './choose.ts';
import { NOT_CORRECTED } from './not-corrected.ts';
import classes from './kinds.module.css';

/** A text or code with gaps to fill. Enter goes to the next empty gap; after the last one it submits. */
export function BlanksAnswer({ ask, given, onGive, parts, isFixed, onSubmit, questionId }: AnswerPartProps<'blanks'>) {
  const frame = useRef<HTMLDivElement>(null);
  const attributes = useTextAttributes();
  const gaps = ask.pieces.filter((piece) => typeof piece !== 'string');
  const filled: Given = gaps.map(({ choices }, at) => fitting(given[at] ?? '', choices));
  const next = (event: KeyboardEvent, gap: number) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const empty = filled.flatMap((text, at) => (text.trim() === '' && at !== gap ? [at] : []));
    const to = empty.find((at) => at > gap) ?? empty[0];
    if (to === undefined) onSubmit();
    else frame.current?.querySelector<HTMLElement>(`[data-gap="${to}"]`)?.focus();
  };
  // The gaps before each piece.
  const numbers = ask.pieces.map((_, at) => ask.pieces.slice(0, at).filter((piece) => typeof piece !== 'string').length);
  return (
    <div
      className={ask.is_code ? `${classes.code} ${classes.gapsInCode}` : classes.gaps}
      ref={frame}
      {...(ask.is_code ? { dir: 'ltr' } : attributes)}
      role="group"
      aria-describedby={questionId}
      aria-label={ask.is_code ? 'Code with gaps' : 'Text with gaps'}
    >
      {ask.pieces.map((piece, at) => {
        const gap = numbers[at] ?? 0;
        const html = ask.pieces_html?.[at] ?? null;
        return typeof piece === 'string' ? (
          <span key={at}>{html === null ? piece : <RenderedCode html={html} />}</span>
        ) : (
          <Gap
            key={at}
            number={gap}
            count={gaps.length}
            choices={piece.choices}
            text={filled[gap] ?? ''}
            isRight={parts[gap]}
            isFixed={isFixed}
            onFill={(text) => onGive(filled.toSpliced(gap, 1, text))}
            onKeyDown={(event) => next(event, gap)}
          />
        );
      })}
    </div>
  );
}

/** A menu only shows what it has. */
function fitting(text: string, choices: readonly string[] | null): string {
  return choices === null || choices.includes(text) ? text : '';
}

interface GapProps {
  /** From 0. */
  number: number;
  count: number;
  choices: readonly string[] | null;
  text: string;
  /** Undefined: not judged. */
  isRight: boolean | undefined;
  isFixed: boolean;
  onFill: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function Gap({ number, count, choices, text, isRight, isFixed, onFill, onKeyDown }: GapProps) {
  const props = {
    className: classes.field,
    value: text,
    'data-gap': number,
    'data-right': isRight,
    'aria-label': count === 1 ? 'Gap' : `Gap ${number + 1} of ${count}`,
    'aria-invalid': isRight === false || undefined,
    onChange: ({ target }: { target: { value: string } }) => onFill(target.value),
  };
  return (
    <span className={classes.gap}>
      {choices === null ? (
        <input
          {...NOT_CORRECTED}
          {...props}
          maxLength={GAP_MAX}
          readOnly={isFixed}
          onKeyDown={onKeyDown}
          // As wide as what is typed, not as the answer.
          style={{ inlineSize: `${Math.max(text.length + 3, GAP_WIDTH)}ch` }}
        />
      ) : (
        <select {...props} disabled={isFixed}>
          <option value="">{CHOOSE}</option>
          {choices.map((choice, at) => (
            <option key={at} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )}
      <Mark isRight={isRight} />
    </span>
  );
}

const GAP_MAX = 1_000;
const GAP_WIDTH = 8;
