import { Badge } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconSquare, IconSquareCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { DiffBlock, DiffHunk, QuestionDiff } from '../contract/pull-diffs.ts';
import classes from './diff.module.css';
import shared from './pull-requests.module.css';

const CHANGES = {
  same: null,
  added: { label: 'Added', color: 'success' },
  changed: { label: 'Changed', color: 'changed' },
  removed: { label: 'Removed', color: 'error' },
} as const;

/** Questions as learners see them, with what has changed. */
export function QuestionsDiff({ questions }: { questions: readonly QuestionDiff[] }) {
  return (
    <ol className={classes.questions}>
      {questions.map((question, index) => (
        // Questions of a diff have no identity, and never move.
        <li key={index} className={classes.question}>
          <span className={classes.top}>
            Question {index + 1} · {question.kind ?? (question.select_type === 'multiple' ? 'several answers' : 'one answer')}
            <ChangeBadge change={question.change} />
          </span>
          <Blocks blocks={question.text} />
          <Parts parts={question.parts} />
          <Settings settings={question.settings} />
          <ul className={classes.options}>
            {question.options.map((option, at) => (
              <Option key={at} option={option} isMultiple={question.select_type === 'multiple'} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Parts({ parts }: Pick<QuestionDiff, 'parts'>) {
  if (parts.length === 0) return null;
  return (
    <ul className={classes.options}>
      {parts.map(({ change, label, text, hunks }, index) => (
        <li key={index} className={classes.option} data-change={change}>
          <div className={classes.questionsDiffLabel}>
            <span className={classes.note}>{label}</span>
            {hunks ? <Hunks hunks={hunks} label={label} /> : <Blocks blocks={text} />}
          </div>
          <ChangeBadge change={change} />
        </li>
      ))}
    </ul>
  );
}

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** Changed lines of a text, with some around them. */
function Hunks({ hunks, label }: { hunks: readonly DiffHunk[]; label: string }) {
  return (
    <div className={classes.lines} role="group" aria-label={`Changed lines of ${label}`} dir="ltr" {...KEYBOARD_SCROLL}>
      {hunks.map(({ header, lines }, at) => (
        <Fragment key={header}>
          {at === 0 ? null : <div className={classes.gap}>⋯</div>}
          {lines.map(({ kind, text, before, after }) => (
            <div key={`${before ?? '-'} ${after ?? '-'}`} className={classes.line} data-kind={kind}>
              <span aria-hidden>{SIGNS[kind]} </span>
              <span className={shared.hidden}>{WORDS[kind]}</span>
              {text}
            </div>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

function Settings({ settings }: Pick<QuestionDiff, 'settings'>) {
  if (settings.length === 0) return null;
  return (
    <ul className={classes.settings}>
      {settings.map(({ label, before, after }, index) => (
        <li key={index} className={classes.note}>
          {label}: {before !== null && <del>{before}</del>} {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

function Option({ option, isMultiple }: { option: QuestionDiff['options'][number]; isMultiple: boolean }) {
  const { change, valid, was_valid } = option;
  const Icon = isMultiple ? (valid ? IconSquareCheck : IconSquare) : valid ? IconCircleCheck : IconCircle;
  return (
    <li className={classes.option} data-change={change}>
      <Icon size={18} className={classes.sign} data-valid={valid || undefined} aria-hidden />
      <div className={classes.questionsDiffLabel}>
        <Blocks blocks={option.label} />
        {option.feedback.length === 0 ? null : (
          <div className={classes.feedback}>
            <span className={classes.note}>Feedback</span>
            <Blocks blocks={option.feedback} />
          </div>
        )}
      </div>
      <span className={classes.note}>
        {valid ? 'Correct' : 'Wrong'}
        {valid === was_valid ? '' : `, was ${was_valid ? 'correct' : 'wrong'}`}
      </span>
      <ChangeBadge change={change} />
    </li>
  );
}

function ChangeBadge({ change }: { change: QuestionDiff['change'] }) {
  const look = CHANGES[change];
  return look && <Badge color={look.color}>{look.label}</Badge>;
}

function Blocks({ blocks }: { blocks: readonly DiffBlock[] }) {
  return blocks.map(({ kind, html }, index) => (
    <div key={index} className={classes.questionsDiffBlock} data-kind={kind}>
      {kind === 'added' || kind === 'removed' ? <span className={shared.hidden}>{kind === 'added' ? 'Added: ' : 'Removed: '}</span> : null}
      <RenderedHtml html={html} className={shared.prose} keepsPage />
    </div>
  ));
}
