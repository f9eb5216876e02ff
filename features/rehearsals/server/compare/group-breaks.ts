import { BREAK_KINDS, type BreakGroup, type RehearsalBreak, type RehearsedScreen } from '../../contract.ts';

/** Puts each break into the one group of its cause: the worst and the largest groups first, screens as they are given. */
export function groupBreaks(screens: readonly { screen: RehearsedScreen; breaks: readonly RehearsalBreak[] }[]): BreakGroup[] {
  const all = screens.flatMap(({ screen, breaks }) => breaks.map((each) => ({ ...each, screen })));
  const groups = [...Map.groupBy(all, ({ key }) => key).values()].flatMap(([first, ...rest]): BreakGroup[] => {
    if (!first) return [];
    const breaks = [first, ...rest];
    const kind = BREAK_KINDS.find((each) => breaks.some((one) => one.kind === each)) ?? first.kind;
    return [{ kind, key: first.key, title: first.title, screens: breaks.map(({ screen }) => screen) }];
  });
  const rank = ({ kind }: BreakGroup) => BREAK_KINDS.indexOf(kind);
  return groups.toSorted((one, other) => rank(one) - rank(other) || other.screens.length - one.screens.length);
}
