import { Badge } from '@mantine/core';
import { counted } from '#platform/contract/counted.ts';
import { Banner } from '#platform/web/ui/banner.tsx';
import type { ChangedCurriculum, CurriculumDiff, FieldChange, ListedNumber } from '../changed-curriculum.policy.ts';
import classes from './diff.module.css';

const CHANGES = {
  same: null,
  added: { label: 'Added', color: 'success' },
  removed: { label: 'Removed', color: 'error' },
  moved: { label: 'Moved', color: 'changed' },
} as const;

interface CurriculumDiffProps {
  diff: CurriculumDiff;
  problems: ChangedCurriculum['problems'];
}

/** A course or path under review: its fields before and after, and its lists by name, with what was added, removed and moved. */
export function CurriculumDiffView({ diff: { fields, lists }, problems }: CurriculumDiffProps) {
  return (
    <>
      {problems.length === 0 ? null : (
        <Banner kind="warning">
          <ul className={classes.problems}>
            {problems.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Banner>
      )}
      <Fields fields={fields} />
      {lists.map((list, index) => (
        <section key={`${index} ${list.step}`} className={classes.screen} aria-label={list.step ?? 'Lessons'}>
          <h3 className={classes.screenTitle}>
            {list.step === null ? 'Lessons' : `Step: ${list.step}`}
            <ChangeBadge change={list.change} />
          </h3>
          <Fields fields={list.fields} />
          <Items items={list.items} noun={list.step === null ? 'lesson' : 'course'} />
        </section>
      ))}
    </>
  );
}

function Fields({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          {before === '' ? null : (
            <dd>
              <del>{before}</del>
            </dd>
          )}
          {after === '' ? null : (
            <dd>
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

function Items({ items, noun }: { items: readonly ListedNumber[]; noun: 'lesson' | 'course' }) {
  if (items.length === 0) return <p className={classes.none}>No {noun}s</p>;
  const same = items.filter(({ change }) => change === 'same').length;
  return (
    <>
      {same === items.length ? <p className={classes.none}>{counted(same, noun)}, unchanged</p> : null}
      <ol className={classes.items}>
        {items.map(({ number, title, change }) => (
          <li key={number} data-change={change}>
            <span className={classes.name}>
              {number} {title ?? <em>There is no {noun} of this number.</em>}
            </span>
            <ChangeBadge change={change} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ChangeBadge({ change }: { change: ListedNumber['change'] }) {
  const look = CHANGES[change];
  return look ? (
    <Badge color={look.color} variant="light">
      {look.label}
    </Badge>
  ) : null;
}
