/** The state of the page of bulk edits in its address. */
export interface BulkEditsSearch {
  /** Only older ones than this. */
  before?: number;
  /** The one that is being undone. */
  undo?: number;
}

/** Reads the address; values of other shapes are ignored. */
export function parseBulkEditsSearch(search: Record<string, unknown>): BulkEditsSearch {
  const number = (name: string) => {
    const value = search[name];
    return (typeof value === 'string' || typeof value === 'number') && /^[1-9]\d{0,8}$/.test(`${value}`) ? Number(value) : undefined;
  };
  const [before, undo] = [number('before'), number('undo')];
  return { ...(before === undefined ? {} : { before }), ...(undo === undefined ? {} : { undo }) };
}
