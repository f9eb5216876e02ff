import { Button, Checkbox, Textarea } from '@mantine/core';
import { IconBracketsContain } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { LIMITS } from '#platform/contract/limits.ts';
import { gapsOf, type Gap } from '../../contract/kinds/gaps.ts';
import { ComparisonNote } from './comparison-note.tsx';
import { FeedbackRows } from './feedback-rows.tsx';
import type { KindFormProps } from './kind-form-props.ts';
import classes from '../questions.module.css';

/** The text with its gaps, and what was understood of them. */
export function BlanksForm({ task, now, number, isReadOnly, isBusy, onChange }: KindFormProps<'blanks'>) {
  const isOff = isReadOnly || isBusy;
  const field = useRef<HTMLTextAreaElement>(null);
  const gapsId = useId();
  const gaps = gapsOf(task.text);

  function makeGap() {
    if (!field.current) return;
    const { selectionStart: from, selectionEnd: to, value } = field.current;
    const made = `${value.slice(0, from)}[[${value.slice(from, to)}]]${value.slice(to)}`;
    flushSync(() => onChange({ text: made }));
    field.current.focus();
    // What was selected stays selected; in an empty gap, its answer is typed next.
    field.current.setSelectionRange(from + 2, to + 2);
  }
  return (
    <>
      <Textarea
        ref={field}
        autosize
        minRows={3}
        maxRows={20}
        maxLength={LIMITS.shortTextMax}
        readOnly={isOff}
        data-code={task.is_code || undefined}
        classNames={{ input: classes.codeInput ?? '' }}
        label="Text with gaps"
        aria-label={`Text with gaps of question ${number}`}
        description="[[answer]] is a gap, [[one|another]] accepts both, [[#3.14 ± 0.01]] is a number, [[>right|wrong]] is a menu. \[[ is no gap."
        placeholder="A tuple is [[immutable]], a list is [[>mutable|immutable]]."
        spellCheck={!task.is_code}
        value={task.text}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <div className={classes.fields} data-centered>
        {!isReadOnly && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBracketsContain size={15} aria-hidden />}
            disabled={isBusy}
            // The selection stays where it is.
            onMouseDown={(event) => event.preventDefault()}
            onClick={makeGap}
          >
            Make a gap
          </Button>
        )}
        <Checkbox
          size="xs"
          label="It is code"
          checked={task.is_code}
          disabled={isOff}
          onChange={(event) => onChange({ is_code: event.currentTarget.checked, match_case: event.currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label="Letter case counts"
          checked={task.match_case}
          disabled={isOff}
          onChange={(event) => onChange({ match_case: event.currentTarget.checked })}
        />
      </div>
      <ComparisonNote>
        Several spaces count as one. In code, spaces that change nothing don’t count. A number must be within its ±.
      </ComparisonNote>
      {gaps.length > 0 && (
        <div>
          <div id={gapsId} className={classes.listLabel}>
            Gaps
          </div>
          <ol className={classes.gaps} aria-labelledby={gapsId}>
            {gaps.map((gap, at) => (
              <li key={at}>{gapText(gap)}</li>
            ))}
          </ol>
        </div>
      )}
      <FeedbackRows
        feedback={task.feedback}
        now={() => now().feedback}
        placeholder="What is wrong in a gap"
        isReadOnly={isReadOnly}
        isBusy={isBusy}
        onChange={(feedback) => onChange({ feedback })}
      />
    </>
  );
}

function gapText(gap: Gap): string {
  if (gap.type === 'number') return `The number ${gap.value}${gap.tolerance === '' ? '' : `, plus or minus ${gap.tolerance}`}`;
  if (gap.type === 'text') return gap.answers.length === 0 ? 'No answer yet' : gap.answers.join(' or ');
  const [right, ...wrong] = gap.choices;
  return `A menu: ${right ?? 'nothing'} is right, ${wrong.length === 0 ? 'and nothing is wrong' : `${wrong.join(', ')} wrong`}`;
}
