import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely';
import type { Pool } from 'pg';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * A Kysely that rejects queries outside a transaction from code that runs inside one: they would not see the
 * transaction's writes, or wait for its locks forever. Pass the transaction on instead.
 */
export class GuardedKysely<Tables> extends Kysely<Tables> {
  constructor(pool: Pool) {
    super({
      dialect: new PostgresDialect({
        pool: {
          connect: () => {
            if (current.getStore()?.isOpen) throw new Error('A query bypassed the current transaction: pass the transaction on.');
            return pool.connect();
          },
          end: () => pool.end(),
          options: pool.options,
        },
      }),
    });
  }

  override transaction(): TransactionBuilder<Tables> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (callback) => execute((tx) => runInside(tx, callback));
    return builder;
  }
}

async function runInside<Tables, Result>(tx: Transaction<Tables>, callback: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> {
  const state = { isOpen: true };
  try {
    return await current.run(state, () => callback(tx));
  } finally {
    // Work that was started inside and outlives the transaction (a woken worker) may query freely.
    state.isOpen = false;
  }
}
