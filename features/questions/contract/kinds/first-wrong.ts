const MUTANTS_MAX = 20;
/** A task that accepts nearly everything is not tried forever. */
const TRIED_MAX = 100;

/** The first answers that are wrong, each once. */
export function firstWrong(answers: readonly string[], isRight: (answer: string) => boolean): string[] {
  const wrong: string[] = [];
  for (const answer of [...new Set(answers)].slice(0, TRIED_MAX)) {
    if (!isRight(answer)) wrong.push(answer);
    if (wrong.length === MUTANTS_MAX) break;
  }
  return wrong;
}
