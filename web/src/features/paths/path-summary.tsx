import { Text } from '@mantine/core';
import type { Step } from '#contract/paths.ts';
import { Banner, ErrorBanner } from '#web/ui/banner.tsx';
import { counted } from '#web/ui/counted.ts';
import { hoursText } from '#web/ui/hours-text.ts';
import { type OrderedColumn, OrderedTable } from '#web/ui/ordered-list/ordered-table.tsx';
import type { OrderedList } from '#web/ui/ordered-list/use-ordered-list.ts';
import { MESSAGES } from './messages.ts';
import classes from './paths.module.css';
import { stepName } from './step-name.ts';
import type { StepSummary } from './summary.ts';
import { usePathFacts } from './use-path-facts.ts';

interface PathSummaryPanelProps {
  steps: readonly Step[];
  order: OrderedList<Step>;
  isReadOnly: boolean;
}

/** What a path comes to, and its steps in short: there they are dragged, and from there one goes to each of them. */
export function PathSummaryPanel({ steps, order, isReadOnly }: PathSummaryPanelProps) {
  const facts = usePathFacts(steps);
  const move = (row: StepSummary, to: number) => {
    const step = steps.find(({ id }) => id === row.id);
    if (step) order.move(step, to);
  };
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Steps" value={facts.steps.length.toLocaleString('en')} />
        <Fact name="Courses" value={facts.courses.toLocaleString('en')} />
        <Fact name="Lessons" value={facts.lessons.toLocaleString('en')} />
        <Fact
          name="Time of its courses"
          value={`${hoursText(facts.hours)}${facts.unestimated === 0 ? '' : `, ${counted(facts.unestimated, 'course')} without an estimate`}`}
        />
        {facts.releases.length > 0 ? (
          <Fact name="From" value={facts.releases.map(({ name, courses }) => `${name} (${courses})`).join(', ')} />
        ) : null}
      </dl>
      {facts.missing > 0 ? <Banner kind="warning">{MESSAGES.missing(facts.missing)}</Banner> : null}
      <ErrorBanner text={order.error} />
      {steps.length === 0 ? (
        <Text size="sm" c="dimmed">
          {MESSAGES.noSteps}
        </Text>
      ) : (
        <OrderedTable
          label="Steps in short"
          columns={COLUMNS}
          items={facts.steps}
          keyOf={({ id }) => id}
          nameOf={({ id }) => stepName(steps, id)}
          onMove={isReadOnly ? null : move}
          onRemove={null}
        />
      )}
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const COLUMNS: readonly OrderedColumn<StepSummary>[] = [
  {
    id: 'name',
    header: 'Step',
    grow: 4,
    cell: ({ id, name }, place) => (
      // A place on the page, not another page: the address stays, and nothing is left.
      <a
        href={`#step-${id}`}
        className={classes.name}
        draggable={false}
        onClick={(event) => {
          event.preventDefault();
          const step = document.querySelector<HTMLElement>(`#step-${id}`);
          step?.scrollIntoView({ block: 'start' });
          step?.focus({ preventScroll: true });
        }}
      >
        {place}. {name}
      </a>
    ),
  },
  { id: 'courses', header: 'Courses', align: 'end', cell: ({ courses }) => courses ?? '…' },
  { id: 'hours', header: 'Time', align: 'end', cell: ({ hours }) => hoursText(hours) },
  {
    id: 'missing',
    header: 'Not here',
    align: 'end',
    isNarrow: false,
    cell: ({ missing }) => (missing === 0 ? '–' : <span className={classes.missing}>{missing}</span>),
  },
];
