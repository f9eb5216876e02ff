import { useId } from 'react';
import type { PreviewQuestion, PreviewVerdict } from '#features/publishing/contract/previews.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { Mark } from './mark.tsx';
import classes from './question-view.module.css';
import rendered from './screen-view.module.css';
import shared from './shared.module.css';

interface ChoiceAnswerProps {
  question: Pick<PreviewQuestion, 'options' | 'select_type'>;
  /** Indexes of the selected options. */
  picked: readonly number[];
  onPick: (picked: number[]) => void;
  verdict: PreviewVerdict | null;
  /** It can't be changed any more. */
  isFixed: boolean;
}

/** The options of a multiple choice question, each with its feedback once it was picked and judged. */
export function ChoiceAnswer({ question, picked, onPick, verdict, isFixed }: ChoiceAnswerProps) {
  const id = useId();
  const isSingle = question.select_type === 'single';
  const toggle = (option: number) =>
    onPick(isSingle ? [option] : picked.includes(option) ? picked.filter((each) => each !== option) : [...picked, option]);
  return (
    <div className={classes.options}>
      {question.options.map((option, at) => {
        const marked = verdict?.picked.find((each) => each.index === at);
        return (
          <div key={at}>
            <label className={classes.option} data-right={marked?.valid}>
              <input
                type={isSingle ? 'radio' : 'checkbox'}
                name={id}
                checked={picked.includes(at)}
                disabled={isFixed}
                onChange={() => toggle(at)}
              />
              {option.label_html === '' ? <em>Option {at + 1}</em> : <RenderedHtml html={option.label_html} className={rendered.plain} />}
              <Mark isRight={marked?.valid} />
            </label>
            <div role="status">
              {marked && marked.feedback_html !== '' ? (
                <div className={shared.said} data-right={marked.valid}>
                  <RenderedHtml html={marked.feedback_html} className={rendered.plain} />
                </div>
              ) : null}
            </div>
          </div>
        );
      })}
    </div>
  );
}
