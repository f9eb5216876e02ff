import { expect, vi } from 'vitest';

/** Code that prints whether a prepared process runs it, and what it prints then. */
interface Question {
  readonly asks: string;
  readonly says: string;
}

/** Runs code until a process that has run the code of earlier screens runs it, and returns what else it printed. */
export async function outputOfPrepared(
  run: (code: string) => Promise<{ readonly output: string }>,
  code: string,
  { asks, says }: Question,
): Promise<string> {
  return vi.waitFor(
    async () => {
      const { output } = await run(asks + code);
      expect(output.slice(0, says.length)).toBe(says);
      return output.slice(says.length);
    },
    { timeout: 50_000, interval: 100 },
  );
}
