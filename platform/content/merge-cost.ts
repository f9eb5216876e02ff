/** Lines or items: comparing two texts of so many takes a few milliseconds, even if all lines are equal. */
const FEW_LINES = 100;

/** Whether texts have few lines, so that comparing them is quick whatever they contain. */
export function haveFewLines(...texts: readonly string[]): boolean {
  return texts.every((text) => {
    let at = -1;
    for (let lines = 0; lines < FEW_LINES; lines++) if ((at = text.indexOf('\n', at + 1)) < 0) return true;
    return false;
  });
}

/** Whether fields are quick to merge: those that all three sides have differently are short. */
export function isCheapToMerge(base: object, mine: object, theirs: object): boolean {
  const [before, own, other] = [base, mine, theirs].map((side) => new Map<string, unknown>(Object.entries(side)));
  return [...(own?.keys() ?? [])].every((field) => {
    const values = [before?.get(field), own?.get(field), other?.get(field)];
    return new Set(values).size < 3 || values.every(isShort);
  });
}

function isShort(value: unknown): boolean {
  return typeof value === 'string' ? haveFewLines(value) : !Array.isArray(value) || value.length <= FEW_LINES;
}
