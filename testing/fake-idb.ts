/** Stands in for `idb-keyval` in tests of drafts: `vi.mock('idb-keyval', () => import('#testing/fake-idb.ts'))`. */
export const stored = new Map<string, unknown>();

export const createStore = (): string => 'store';
export const get = (key: string): Promise<unknown> => Promise.resolve(stored.get(key));
export const set = (key: string, value: unknown): Promise<unknown> => Promise.resolve(stored.set(key, value));
export const del = (key: string): Promise<boolean> => Promise.resolve(stored.delete(key));
export const keys = (): Promise<string[]> => Promise.resolve([...stored.keys()]);
