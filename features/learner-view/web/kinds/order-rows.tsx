import { IconArrowDown, IconArrowUp, IconGripVertical, IconIndentDecrease, IconIndentIncrease, IconX } from '@tabler/icons-react';
import type { ComponentType, CSSProperties, KeyboardEvent, PointerEvent, ReactNode } from 'react';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { RenderedCode } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { useTextAttributes } from '../use-text-attributes.ts';
import { type ChosenLine, INDENT_MAX, indentText } from './order-lines.ts';
import shared from '../shared.module.css';
import classes from './order.module.css';

interface RowProps {
  text: string;
  /** With colors; undefined: it has none. */
  html: SafeHtml | undefined;
  textClass: string | undefined;
  isDragged: boolean;
  onGrab: (event: PointerEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A line that can be added to the answer. */
export function UnusedRow({
  index,
  text,
  html,
  textClass,
  isDragged,
  onGrab,
  onKeyDown,
  onAdd,
}: RowProps & { index: number; onAdd: () => void }) {
  return (
    <li data-line={index} data-dragged={isDragged || undefined}>
      <button type="button" className={classes.line} onPointerDown={onGrab} onKeyDown={onKeyDown} onClick={onAdd}>
        <Handle />
        <LineText text={text} html={html} textClass={textClass} />
      </button>
    </li>
  );
}

interface ChosenRowProps extends RowProps {
  line: ChosenLine;
  hasIndentation: boolean;
  isFirst: boolean;
  isLast: boolean;
  isActive: boolean;
  isFixed: boolean;
  /** What is shown above it while a line is dragged there. */
  before: ReactNode;
  onActivate: () => void;
  onStep: (by: 1 | -1) => void;
  onIndent: (by: 1 | -1) => void;
  onTakeOut: () => void;
}

/** A line of the answer. Its buttons are for pointers; the keyboard has keys for them. */
export function ChosenRow(props: ChosenRowProps) {
  const { line, text, html, textClass, hasIndentation, isFirst, isLast, isActive, isDragged, isFixed, before } = props;
  return (
    <>
      {before}
      <li
        data-line={line.index}
        data-dragged={isDragged || undefined}
        data-active={isActive || undefined}
        style={{ '--indent': hasIndentation ? line.indent : 0 } as CSSProperties}
      >
        {isFixed ? (
          <div className={classes.line}>
            <LineText text={text} html={html} textClass={textClass} />
            {hasIndentation ? <span className={shared.unseen}>, {indentText(line.indent)}</span> : null}
          </div>
        ) : (
          <>
            <button
              type="button"
              className={classes.line}
              aria-label={hasIndentation ? `${text}, ${indentText(line.indent)}` : undefined}
              aria-keyshortcuts={`ArrowUp ArrowDown${hasIndentation ? ' ArrowLeft ArrowRight' : ''} Delete`}
              onPointerDown={props.onGrab}
              onFocus={props.onActivate}
              onClick={props.onActivate}
              onKeyDown={props.onKeyDown}
            >
              <Handle />
              <LineText text={text} html={html} textClass={textClass} />
            </button>
            <span className={classes.actions}>
              <Action icon={IconArrowUp} label={`Move up: ${text}`} isOff={isFirst} onPress={() => props.onStep(-1)} />
              <Action icon={IconArrowDown} label={`Move down: ${text}`} isOff={isLast} onPress={() => props.onStep(1)} />
              {hasIndentation ? (
                <>
                  <Action
                    icon={IconIndentDecrease}
                    label={`Indent less: ${text}`}
                    isOff={line.indent === 0}
                    onPress={() => props.onIndent(-1)}
                  />
                  <Action
                    icon={IconIndentIncrease}
                    label={`Indent more: ${text}`}
                    isOff={line.indent === INDENT_MAX}
                    onPress={() => props.onIndent(1)}
                  />
                </>
              ) : null}
              <Action icon={IconX} label={`Take out: ${text}`} isOff={false} onPress={props.onTakeOut} />
            </span>
          </>
        )}
      </li>
    </>
  );
}

/** Where a dragged line would be dropped. */
export function DropPlace({ indent, ...line }: Pick<RowProps, 'text' | 'html' | 'textClass'> & { indent: number }) {
  return (
    <li className={classes.place} style={{ '--indent': indent } as CSSProperties} aria-hidden>
      <LineText {...line} />
    </li>
  );
}

function LineText({ text, html, textClass = '' }: Pick<RowProps, 'text' | 'html' | 'textClass'>) {
  const attributes = useTextAttributes();
  return (
    <span className={`${classes.text} ${textClass}`} {...(textClass === '' ? attributes : { dir: 'ltr' })}>
      {html === undefined ? text : <RenderedCode html={html} />}
    </span>
  );
}

function Handle() {
  return (
    <span className={classes.handle} data-handle aria-hidden>
      <IconGripVertical size={16} />
    </span>
  );
}

interface ActionProps {
  icon: ComponentType<{ size: number; 'aria-hidden': true }>;
  label: string;
  isOff: boolean;
  onPress: () => void;
}

function Action({ icon: Icon, label, isOff, onPress }: ActionProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      title={label.slice(0, label.indexOf(':'))}
      aria-disabled={isOff || undefined}
      onClick={() => (isOff ? undefined : onPress())}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
