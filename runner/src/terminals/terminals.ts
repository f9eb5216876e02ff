import type { ApiPart } from '#runner/api-part.ts';
import type { Equipment } from '#runner/language-runtime.ts';
import { Refusal } from '#runner/refusal.ts';

/** Terminals of command-line lessons (product §5). */
export class Terminals {
  constructor(_equipment: Equipment) {}

  /** How many are open, for `/health`. */
  get size(): number {
    return 0;
  }

  get api(): ApiPart {
    return {
      name: 'terminals',
      handle: async () => {
        throw new Refusal(404, { error: 'There is no such call.' });
      },
    };
  }

  /** Ends all of them. */
  async close(): Promise<void> {}
}
