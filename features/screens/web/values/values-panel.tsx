import { useMemo } from 'react';
import { showValue } from '#features/questions/contract/kinds/formula.ts';
import { LazyCodeEditor } from '#platform/web/ui/code-editor/lazy-code-editor.tsx';
import type { LiveText } from '#platform/web/ui/code-editor/live-text.ts';
import { type Draw, previewDraws } from '../../rules/values/draw-values.ts';
import { EQUAL_DRAWS, tryValues } from '../../rules/values/try-values.ts';
import type { ScreenSession } from '../screen-fields.ts';
import { useValuesText } from './use-values-text.ts';
import classes from '../screens.module.css';

interface ValuesPanelProps {
  label: string;
  session: ScreenSession;
  version: number;
  isReadOnly: boolean;
  isBusy: boolean;
  placeholder: string;
}

/** The values of a screen: their definitions, what is wrong with them, and the first draws. */
export function ValuesPanel({ label, session, version, isReadOnly, isBusy, placeholder }: ValuesPanelProps) {
  const text = useValuesText(session);
  const { problems, different } = useMemo(() => tryValues(text), [text]);
  const draws = useMemo(() => previewDraws(text), [text]);
  return (
    <div className={classes.valuesPanelPanel}>
      <div className={classes.editor}>
        <LazyCodeEditor
          label={label}
          name="values"
          language={null}
          read={() => session.read('values')}
          version={version}
          onChange={(typed: LiveText) => session.type('values', typed)}
          isReadOnly={isReadOnly}
          isBusy={isBusy}
          placeholder={placeholder}
          // The placeholder is longer than most panes are wide.
          wraps
          marks={problems.map(({ line, message }) => ({ line, column: null, message }))}
        />
      </div>
      <div className={classes.below}>
        <ul className={classes.problems} aria-label="Problems of the values" role="status">
          {problems.map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              Line {line}: {message}
            </li>
          ))}
          {different === 1 && <li>{EQUAL_DRAWS}</li>}
        </ul>
        <Draws draws={draws} />
      </div>
    </div>
  );
}

function Draws({ draws }: { draws: readonly Draw[] }) {
  const names = [...(draws[0]?.keys() ?? [])];
  if (names.length === 0) return null;
  return (
    <table className={classes.draws}>
      <caption>What learners may get. Your code and its recorded output have the first draw.</caption>
      <thead>
        <tr>
          <th scope="col">Value</th>
          {draws.map((draw, at) => (
            <th key={JSON.stringify([...draw])} scope="col">
              Draw {at + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {draws.map((draw) => (
              <td key={JSON.stringify([...draw])} dir="auto">
                {showValue(draw.get(name) ?? '')}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
