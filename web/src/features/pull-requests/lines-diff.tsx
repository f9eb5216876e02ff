import type { DiffLine, FileDiff } from '#contract/pull-requests.ts';
import { KEYBOARD_SCROLL } from '#web/ui/panes/keyboard-scroll.ts';
import classes from './lines-diff.module.css';

const SIGNS = { same: ' ', added: '+', removed: '−' } as const;
const WORDS = { same: '', added: 'Added: ', removed: 'Removed: ' } as const;

/** A diff by line, with line numbers of both sides; unchanged lines are folded. */
export function LinesDiff({ file }: { file: FileDiff }) {
  return (
    <div className={classes.lines} role="region" aria-label={`Lines of ${file.path}`} {...KEYBOARD_SCROLL}>
      <table>
        <caption className={classes.hidden}>Lines before and after, with additions and deletions</caption>
        <tbody>
          {file.hunks.map((hunk, index) => (
            <Hunk
              key={hunk.header}
              header={hunk.header}
              lines={hunk.lines}
              folded={foldedBefore(file.hunks[index - 1]?.lines, hunk.lines)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Hunk({ header, lines, folded }: { header: string; lines: readonly DiffLine[]; folded: number }) {
  const place = header.replace(/^@@.*?@@ ?/, '');
  return (
    <>
      {folded > 0 || place !== '' ? (
        <tr className={classes.fold}>
          <td colSpan={4}>
            {folded > 0 ? `${folded} unchanged ${folded === 1 ? 'line' : 'lines'}` : ''}
            {place === '' ? '' : `${folded > 0 ? ' · ' : ''}${place}`}
          </td>
        </tr>
      ) : null}
      {lines.map((line) => (
        <tr key={`${line.before ?? '-'} ${line.after ?? '-'}`} data-kind={line.kind}>
          <td className={classes.number}>{line.before}</td>
          <td className={classes.number}>{line.after}</td>
          <td className={classes.sign} aria-hidden>
            {SIGNS[line.kind]}
          </td>
          <td className={classes.text}>
            <span className={classes.hidden}>{WORDS[line.kind]}</span>
            {line.text}
          </td>
        </tr>
      ))}
    </>
  );
}

/** Number of old lines between two hunks. */
function foldedBefore(previous: readonly DiffLine[] | undefined, lines: readonly DiffLine[]): number {
  const end = previous?.findLast((line) => line.before !== null)?.before ?? 0;
  const start = lines.find((line) => line.before !== null)?.before;
  return start === undefined || start === null ? 0 : start - end - 1;
}
