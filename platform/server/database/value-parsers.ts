import { types, type CustomTypesConfig } from 'pg';

function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The bigint ${text} does not fit into a number.`);
  return value;
}

/** How values arrive from the database: pg's defaults, except that bigint (ids, counts, sizes) becomes a number. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser(oid, format): (text: string) => unknown {
    return oid === types.builtins.INT8 && format !== 'binary'
      ? parseBigint
      : (types.getTypeParser(oid, format) as (text: string) => unknown);
  },
};
