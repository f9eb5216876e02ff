import { Text } from '@mantine/core';
import { counted } from '#platform/contract/counted.ts';
import { Banner, ErrorBanner } from '#platform/web/ui/banner.tsx';
import { hoursText } from '#platform/web/ui/hours-text.ts';
import { type OrderedColumn, OrderedTable } from '#platform/web/ui/ordered-list/ordered-table.tsx';
import type { OrderedList } from '#platform/web/ui/ordered-list/use-ordered-list.ts';
import type { Step } from '../contract/paths.ts';
import { STEP_COURSE_MESSAGES, STEP_MESSAGES } from './messages.ts';
import { usePathFacts } from './path-facts.ts';
import type { StepSummary } from './summary.ts';
import named from '#platform/web/ui/controls.module.css';
import classes from './curricula.module.css';

interface PathSummaryPanelProps {
  steps: readonly Step[];
  order: OrderedList<Step>;
  isReadOnly: boolean;
}

/** The totals of a path, and a short list of its steps, which can be dragged and link to each step below. */
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
          name="Time of all courses"
          value={`${hoursText(facts.hours)}${facts.unestimated === 0 ? '' : `, ${counted(facts.unestimated, 'course')} without an estimate`}`}
        />
        {facts.releases.length > 0 ? (
          <Fact name="From" value={facts.releases.map(({ name, courses }) => `${name} (${courses})`).join(', ')} />
        ) : null}
      </dl>
      {facts.missing > 0 ? <Banner kind="warning">{STEP_COURSE_MESSAGES.missing(facts.missing)}</Banner> : null}
      <ErrorBanner text={order.error} />
      {steps.length === 0 ? (
        <Text size="sm" c="dimmed">
          {STEP_MESSAGES.empty}
        </Text>
      ) : (
        <OrderedTable
          label="Overview of the steps"
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

/** The name of a step, or its position where it has none. */
function stepName(steps: readonly Step[], id: number): string {
  const index = steps.findIndex((step) => step.id === id);
  const name = steps[index]?.name.trim() ?? '';
  return name === '' ? `Step ${index + 1}` : name;
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
      // Scrolls on this page; the address stays the same.
      <a
        href={`#step-${id}`}
        className={named.name}
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
    header: 'Missing',
    align: 'end',
    isNarrow: false,
    cell: ({ missing }) => (missing === 0 ? '–' : <span className={classes.missing}>{missing}</span>),
  },
];
