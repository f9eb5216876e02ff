import { useId } from 'react';
import type { SafeHtml } from '#platform/contract/safe-html.ts';
import { RenderedHtml } from '#platform/web/ui/markdown-editor/rendered-html.tsx';
import { Mark } from '../mark.tsx';
import type { AnswerPartProps } from './answer-part.ts';
import { CHOOSE } from './choose.ts';
import { plainTexts } from './plain-texts.ts';
import rendered from '../screen-view.module.css';
import classes from './kinds.module.css';

/** A menu of right sides beside each left side. Where the right sides are more than words, they have letters, and the menus have these. */
export function MatchAnswer({ ask, given, onGive, parts, isFixed, questionId }: AnswerPartProps<'match'>) {
  const id = useId();
  const texts = plainTexts(ask.choices);
  const names = texts ?? ask.choices.map((_, at) => letterOf(at));
  const picked = ask.lefts.map((_, at) => (Object.hasOwn(names, given[at] ?? '') ? (given[at] ?? '') : ''));
  return (
    <>
      {texts === null ? <LetteredChoices choices={ask.choices} names={names} /> : null}
      <div className={classes.pairs} role="group" aria-label="Pairs" aria-describedby={questionId}>
        {ask.lefts.map((left, at) => (
          <div key={at} className={classes.pair} data-right={parts[at]}>
            <div className={classes.left} id={`${id}-${at}`}>
              <RenderedHtml html={left} className={rendered.plain} />
            </div>
            <select
              className={classes.field}
              value={picked[at] ?? ''}
              disabled={isFixed}
              aria-labelledby={`${id}-${at}`}
              aria-invalid={parts[at] === false || undefined}
              onChange={({ target }) => onGive(picked.toSpliced(at, 1, target.value))}
            >
              <option value="">{CHOOSE}</option>
              {names.map((name, choice) => (
                <option key={choice} value={choice}>
                  {name}
                </option>
              ))}
            </select>
            <Mark isRight={parts[at]} />
          </div>
        ))}
      </div>
    </>
  );
}

function LetteredChoices({ choices, names }: { choices: readonly SafeHtml[]; names: readonly string[] }) {
  return (
    <ul className={classes.choices} aria-label="Choices">
      {choices.map((choice, at) => (
        <li key={at}>
          <strong>{names[at]}</strong>
          <RenderedHtml html={choice} className={rendered.plain} />
        </li>
      ))}
    </ul>
  );
}

const LETTERS = 26;

/** A to Z, then AA. */
function letterOf(at: number): string {
  const letter = String.fromCodePoint(65 + (at % LETTERS));
  return at < LETTERS ? letter : `${letterOf(Math.floor(at / LETTERS) - 1)}${letter}`;
}
