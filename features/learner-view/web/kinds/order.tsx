import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { AnswerPartProps } from './answer-part.ts';
import {
  appendLine,
  type ChosenLine,
  deepestIndent,
  indentLine,
  linePlaceText,
  putLine,
  readLines,
  stepLine,
  unusedLines,
  withoutLine,
  writeLines,
} from './order-lines.ts';
import { ChosenRow, DropPlace, UnusedRow } from './order-rows.tsx';
import { type DropTarget, useLineDrag } from './use-line-drag.ts';
import shared from '../shared.module.css';
import classes from './order.module.css';

/** The width of a level of indentation, as in `order.module.css`. */
const INDENT_PX = 20;

/** Lines to put in order: pressed one after the other, dragged, or moved with the keyboard. */
export function OrderAnswer({ ask, given, onGive, isFixed, questionId }: AnswerPartProps<'order'>) {
  const { lines, lines_html: html = [], has_indentation: hasIndentation, is_code: isCode } = ask;
  const chosen = readLines(given, lines.length);
  const id = useId();
  const unused = unusedLines(chosen, lines.length);
  /** The chosen line whose buttons are shown. */
  const [active, setActive] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const frame = useRef<HTMLDivElement>(null);
  const answerList = useRef<HTMLOListElement>(null);
  const unusedList = useRef<HTMLUListElement>(null);
  const focused = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (focused.current === null) return;
    frame.current?.querySelector<HTMLElement>(`[data-line="${focused.current}"] > button`)?.focus();
    focused.current = null;
  });

  /** @param focus the line that has the focus afterwards */
  const change = (next: readonly ChosenLine[], index: number, focus: number | undefined = index) => {
    onGive(writeLines(next, hasIndentation));
    setActive(index);
    setSaid(linePlaceText(next, index, hasIndentation));
    focused.current = focus;
  };
  const add = (index: number) => {
    const place = unused.indexOf(index);
    change(appendLine(chosen, index), index, unused[place + 1] ?? unused[place - 1]);
  };
  const takeOut = (index: number) => {
    const at = chosen.findIndex((line) => line.index === index);
    change(withoutLine(chosen, index), index, (chosen[at + 1] ?? chosen[at - 1])?.index);
  };
  const step = (index: number, by: 1 | -1) => change(stepLine(chosen, index, by), index);
  const indent = (index: number, by: 1 | -1) => change(indentLine(chosen, index, by), index);
  const drop = (index: number, target: Exclude<DropTarget, null>) => {
    if (target !== 'unused') change(putLine(chosen, { index, indent: target.indent }, target.at), index);
    else if (chosen.some((line) => line.index === index)) change(withoutLine(chosen, index), index);
  };
  const { dragged, start, swallowClick } = useLineDrag({
    answer: answerList,
    unused: unusedList,
    indentPx: hasIndentation ? INDENT_PX : 0,
    deepestAt: (index, at) => deepestIndent(withoutLine(chosen, index), at),
    onDrop: drop,
  });
  const moveByKey = (event: KeyboardEvent, index: number) => {
    keepArrowKey(event);
    const command = commandOf(event, hasIndentation);
    if (command === null) return;
    event.preventDefault();
    if (command === 'out') takeOut(index);
    else if (command.way === 'step') step(index, command.by);
    else indent(index, command.by);
  };

  // Code is indented from the left, whatever the language around it.
  const direction = isCode || hasIndentation ? 'ltr' : undefined;
  const textClass = isCode ? classes.code : undefined;
  const place = dragged?.target === 'unused' ? null : (dragged?.target ?? null);
  const placeholder =
    place && dragged ? (
      <DropPlace text={lines[dragged.index] ?? ''} html={html[dragged.index]} indent={place.indent} textClass={textClass} />
    ) : null;
  const others = chosen.filter(({ index }) => index !== dragged?.index);
  /** The row that the dragged line would precede. */
  const before = place && others[place.at]?.index;

  return (
    <div
      className={classes.order}
      ref={frame}
      role="group"
      aria-label="Lines to put in order"
      aria-describedby={questionId}
      onClickCapture={swallowClick}
    >
      {isFixed ? null : (
        <p className={shared.status}>
          Press the lines in order, or drag them.{' '}
          <span className={classes.byKey}>
            In your answer, ↑ and ↓ move a line{hasIndentation ? ', ← and → indent it' : ''}, and Delete takes it out.
          </span>
          <span className={classes.byTouch}>Press a line of your answer to move or remove it.</span>
        </p>
      )}
      {isFixed ? null : (
        <div className={classes.side} data-target={dragged?.target === 'unused' || undefined}>
          <p id={`${id}-unused`}>Lines</p>
          <ul className={classes.list} ref={unusedList} dir={direction} aria-labelledby={`${id}-unused`}>
            {unused.map((index) => (
              <UnusedRow
                key={index}
                index={index}
                text={lines[index] ?? ''}
                html={html[index]}
                textClass={textClass}
                isDragged={dragged?.index === index}
                onGrab={(event) => start(event, index)}
                onKeyDown={keepArrowKey}
                onAdd={() => add(index)}
              />
            ))}
            {unused.length === 0 ? <li className={classes.empty}>All lines are in your answer.</li> : null}
          </ul>
        </div>
      )}
      <div className={classes.side} data-target={place !== null || undefined}>
        <p id={`${id}-answer`}>Your answer</p>
        <ol className={classes.list} ref={answerList} dir={direction} aria-labelledby={`${id}-answer`}>
          {chosen.map((line, at) => (
            <ChosenRow
              key={line.index}
              line={line}
              text={lines[line.index] ?? ''}
              html={html[line.index]}
              textClass={textClass}
              hasIndentation={hasIndentation}
              isFirst={at === 0}
              isLast={at === chosen.length - 1}
              isActive={active === line.index}
              isDragged={dragged?.index === line.index}
              isFixed={isFixed}
              before={before === line.index ? placeholder : null}
              onGrab={(event) => start(event, line.index)}
              onActivate={() => setActive(line.index)}
              onKeyDown={(event) => moveByKey(event, line.index)}
              onStep={(by) => step(line.index, by)}
              onIndent={(by) => indent(line.index, by)}
              onTakeOut={() => takeOut(line.index)}
            />
          ))}
          {place && before === undefined ? placeholder : null}
          {chosen.length === 0 && place === null ? <li className={classes.empty}>{isFixed ? 'No lines.' : 'No lines yet.'}</li> : null}
        </ol>
      </div>
      <span className={shared.unseen} role="status">
        {said}
      </span>
    </div>
  );
}

/** Elsewhere on the page, arrow keys turn its screens, also where they move no line. */
function keepArrowKey(event: KeyboardEvent): void {
  if (event.key.startsWith('Arrow')) event.stopPropagation();
}

type Command = { way: 'step' | 'indent'; by: 1 | -1 } | 'out';

const STEPS: Readonly<Record<string, Command>> = {
  ArrowUp: { way: 'step', by: -1 },
  ArrowDown: { way: 'step', by: 1 },
  Delete: 'out',
  Backspace: 'out',
};
const INDENTS: Readonly<Record<string, Command>> = { ArrowLeft: { way: 'indent', by: -1 }, ArrowRight: { way: 'indent', by: 1 } };

function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent, hasIndentation: boolean): Command | null {
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  return STEPS[key] ?? (hasIndentation ? (INDENTS[key] ?? null) : null);
}
