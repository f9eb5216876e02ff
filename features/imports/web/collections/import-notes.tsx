import { CollectionConflictBanner } from '#features/sync/web/collection-conflict.tsx';
import { counted } from '#platform/contract/counted.ts';
import { KEYBOARD_SCROLL } from '#platform/web/ui/panes/keyboard-scroll.ts';
import type { CollectionConflict } from '../../contract/collections.ts';
import type { ImportNote } from '../../contract/import-file.ts';
import { MESSAGES } from './messages.ts';
import layout from '#platform/web/ui/layout.module.css';
import classes from '../imports.module.css';

/** Files and entries of the table of contents that were skipped. */
export function SkippedList({ skipped }: { skipped: readonly ImportNote[] }) {
  if (skipped.length === 0) return null;
  return (
    <section aria-label="Skipped">
      <b>{counted(skipped.length, 'file')} skipped</b>
      <ul className={classes.plain} aria-label="Skipped files" {...KEYBOARD_SCROLL}>
        {skipped.map(({ place, reason }, index) => (
          <li key={index}>
            <b>{place}</b> {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What an author and the newer version both changed, with both sides. After the import, a lesson's are resolved here. */
export function ConflictList({ conflicts }: { conflicts: readonly CollectionConflict[] }) {
  if (conflicts.length === 0) return null;
  const lessons = new Map(conflicts.flatMap(({ lesson_id, sequence }) => (lesson_id === null ? [] : [[lesson_id, sequence] as const])));
  return (
    <section aria-label="Changed on both sides">
      <b>{MESSAGES.kept(counted(conflicts.length, 'field'))}</b>
      {[...lessons].map(([id, sequence]) => (
        <section key={id} aria-label={`Lesson ${sequence}`}>
          <CollectionConflictBanner lessonId={id} name={`Lesson ${sequence}`} />
        </section>
      ))}
      <ul className={classes.plain} aria-label="Conflicts" {...KEYBOARD_SCROLL}>
        {conflicts.map(({ sequence, label, mine, theirs }, index) => (
          <li key={index}>
            {sequence === null ? 'Course' : `Lesson ${sequence}`}: {label}
            <div className={classes.sides}>
              <div className={classes.side}>
                Yours, kept
                <pre className={layout.codeBox}>{mine}</pre>
              </div>
              <div className={classes.side}>
                Upstream
                <pre className={layout.codeBox}>{theirs}</pre>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
